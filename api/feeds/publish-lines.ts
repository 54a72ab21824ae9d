/**
 * Puts packed lines on disk, in the stream or in the store of held lines, and answers them (contract.md 8.1
 * and 8.3).
 */
import type { Id } from '../../schemas/base/ids.js'
import { bookingProofs } from '../../schemas/feeds/booking-proof.js'
import { loyaltyKey } from '../../schemas/itinerary/loyalty-number.js'
import { encodeMessage } from '../../schemas/stream/message.js'
import type { Envelope } from '../../schemas/stream/message.js'
import { memberSubject } from '../../schemas/stream/subjects.js'
import { retryTransient } from './flow/retry-transient.js'
import type { FeedContext } from './ingest-context.js'
import { acceptedAnswer, acceptedSegmentsText } from './lines/line-answers.js'
import type { LineOutcomes } from './lines/line-outcomes.js'
import type { PendingLine } from './lines/pending-line.js'
import type { PackedMessage } from './pack-messages.js'
import type { Destination } from './resolve-members.js'

/** A message for a loyalty number that no member may receive whole yet. */
export interface HeldMessage {
  address: Destination & { is: 'waits' }
  message: PackedMessage<PendingLine>
}

/** `recipient`: the member or loyalty number within which receive times must increase. */
function envelopeOf(
  { sender, timestamps }: FeedContext,
  recipient: string,
  { ids, count, account }: PackedMessage<PendingLine>,
): Envelope {
  return {
    v: 1,
    kind: 'segments',
    received: timestamps.next(recipient),
    client: sender.client,
    request: sender.request,
    batch: ids.batch,
    first: ids.first,
    count,
    ...(account === null ? {} : { account }),
  }
}

/**
 * Publishes the messages of one member in order and adds them to `stored`. After one that fails, the rest is
 * not tried.
 */
export async function publishToMember(
  feed: FeedContext,
  outcomes: LineOutcomes,
  { member, messages }: { member: Id; messages: Array<PackedMessage<PendingLine>> },
  stored: Array<PackedMessage<PendingLine>>,
): Promise<void> {
  const { deps, limits, retry, sender } = feed
  for (const [at, message] of messages.entries()) {
    const bytes = encodeMessage(envelopeOf(feed, member, message), Buffer.from(message.body))
    await limits.publishQueue.acquire(sender.client)
    // What other messages have waited for without success is not waited for again.
    const published =
      outcomes.endedBy() === null
        ? await retryTransient(
            async () => await deps.publish(bytes, memberSubject(member), `${member}:${message.ids.batch}`),
            retry,
          )
        : null
    limits.publishQueue.release(sender.client)
    if (published?.is === 'done') {
      stored.push(message)
      continue
    }
    const rest = messages.slice(at).flatMap(({ lines }) => lines)
    const ended = outcomes.endedBy()
    if (published !== null) outcomes.fail(rest, published)
    else if (ended !== null) for (const line of rest) outcomes.reject(line, ended)
    return
  }
}

/** Holds messages until a member may receive them, and adds them to `stored`. */
export async function holdLines(
  feed: FeedContext,
  outcomes: LineOutcomes,
  held: readonly HeldMessage[],
  stored: Array<PackedMessage<PendingLine>>,
): Promise<void> {
  if (held.length === 0) return
  const kept = await retryTransient(async () => {
    await feed.deps.feeds.holdLines(
      held.map(({ address: { source, number, names, needsProof, due }, message }) => ({
        source,
        number,
        client: feed.sender.client,
        names,
        needsProof,
        proofs: bookingProofs(message.lines.flatMap(({ segments }) => segments)),
        due,
        envelope: envelopeOf(feed, `${source} ${loyaltyKey(number)}`, message),
        body: message.body,
      })),
    )
  }, feed.retry)
  for (const { message } of held) {
    if (kept.is === 'done') stored.push(message)
    else outcomes.fail(message.lines, kept)
  }
}

/**
 * Answers lines that are on disk. Keys are completed first, for the repeats of their lines; if that fails, the
 * lines are accepted all the same: a repeat continues with the same ids once the key is free by itself.
 */
export async function answerStored(
  feed: FeedContext,
  outcomes: LineOutcomes,
  stored: ReadonlyArray<PackedMessage<PendingLine>>,
): Promise<void> {
  await feed.timestamps.caughtUp()
  const accepted = stored.flatMap(({ ids, lines }) => {
    let first = Number(ids.first)
    return lines.map((line) => {
      const segments = acceptedSegmentsText(line, first)
      first += line.segments.length
      return { line, ids, segments }
    })
  })
  await completeKeys(
    feed,
    accepted.map(({ line }) => line),
  )
  for (const { line, ids, segments } of accepted)
    outcomes.answers[line.index] = acceptedAnswer(line, ids, segments)
}

/** Completes the keys of lines that are on disk. Never rejects. */
export async function completeKeys(
  { deps, retry, sender }: FeedContext,
  lines: ReadonlyArray<{ key: string | null }>,
): Promise<void> {
  const keys = lines.flatMap(({ key }) => (key === null ? [] : [key]))
  if (keys.length === 0) return
  const saved = await retryTransient(async () => {
    await deps.feeds.keys.complete(sender.client, keys)
  }, retry)
  if (saved.is === 'failed')
    deps.log.warn({ err: saved.error, request: sender.request }, 'keys of accepted feed lines not updated')
}
