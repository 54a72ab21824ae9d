/**
 * Takes lines of a feed in (contract.md 8): checked, addressed, and on disk before they are answered. What one member is told
 * goes into the stream in the order of the lines, each message after the one before.
 */
import { ApiError } from '../../schemas/base/errors.js'
import type { Id } from '../../schemas/base/ids.js'
import { loyaltyKey } from '../../schemas/itinerary/loyalty-number.js'
import { encodeMessage } from '../../schemas/stream/message.js'
import type { Envelope } from '../../schemas/stream/message.js'
import { memberSubject } from '../../schemas/stream/subjects.js'
import type { ApiDeps } from '../ports/deps.js'
import type { ReservedIds } from '../ports/reads.js'
import { acceptedAnswer, acceptedSegmentsText, errorAnswer } from './lines/line-answers.js'
import type { LineAnswer } from './lines/line-answers.js'
import type { PendingLine } from './lines/pending-line.js'
import { throttledMembers } from './flow/throttled-members.js'
import { toClaimedLine } from './lines/line-keys.js'
import type { Line } from './lines/line-reader.js'
import { packMessages } from './pack-messages.js'
import type { PackedMessage } from './pack-messages.js'
import { retryTransient } from './flow/retry-transient.js'
import type { RetryPolicy } from './flow/retry-transient.js'
import { parseLine } from './lines/parse-line.js'
import { monotonicTimestamps } from './flow/monotonic-timestamps.js'
import { LAG_RETRY_AFTER_S } from './flow/backpressure.js'
import { resolveMembers } from './resolve-members.js'
import type { Destination } from './resolve-members.js'
import type { FairQueue } from './flow/fair-queue.js'

export interface FeedSender {
  client: string
  request: string
  strict: boolean
}

/** What feeds of a door share. */
export interface SharedFeedLimits {
  publishQueue: FairQueue
  /** Whether more should come now; may throw. */
  acceptsMore: () => Promise<boolean>
}

/** What was answered to lines, in their order; `over`: something that lasts keeps the feed from going on. */
export interface IngestResult {
  answers: LineAnswer[]
  ended: boolean
}

/** Others have their turn of the event loop after so many lines were checked. */
const LINES_PER_TICK = 50
const LASTING_CODES = new Set(['temporarily_unavailable', 'server_error', 'insufficient_scope'])

/** Takes lines of one feed in, in their order; `wait` says how long what cannot be done now is tried again. */
export function lineIngester(
  deps: ApiDeps,
  { publishQueue: turns, acceptsMore: room }: SharedFeedLimits,
  wait: RetryPolicy,
  { client, request, strict }: FeedSender,
): (lines: readonly Line[]) => Promise<IngestResult> {
  const context = { source: deps.reference.source, zoneOf: deps.reference.zoneOf, strict }
  const fresh = (count: number): ReservedIds => ({ batch: deps.ids.next(), first: deps.ids.block(count) })
  const received = monotonicTimestamps(deps.now)
  const tooMuch = throttledMembers(deps.segmentQuota, deps.now)
  const envelopeOf = (whom: string, { ids, count, account }: PackedMessage<PendingLine>): Envelope => ({
    v: 1,
    kind: 'segments',
    received: received.next(whom),
    client,
    request,
    batch: ids.batch,
    first: ids.first,
    count,
    ...(account === null ? {} : { account }),
  })

  return async (lines) => {
    const answers: LineAnswer[] = []
    /** What keeps the feed from going on, once something does. */
    let over: ApiError | null = null
    const refuse = (entry: PendingLine, fault: ApiError): void => {
      answers[entry.index] = errorAnswer(entry, fault)
      if (LASTING_CODES.has(fault.code)) over ??= fault
    }
    const failed = (entry: PendingLine, { fault, error }: { fault: ApiError; error: unknown }): void => {
      if (fault.code === 'server_error')
        deps.log.error({ err: fault.cause ?? error, request, line: entry.number }, 'a line of a feed failed')
      refuse(entry, fault)
    }

    /** Where each line goes; those that go nowhere are answered and left out. */
    const addressed = async (entries: PendingLine[]): Promise<Map<PendingLine, Destination>> => {
      const to = new Map<PendingLine, Destination>()
      const found = await retryTransient(
        async () =>
          await resolveMembers(
            deps.feeds,
            client,
            entries.map((entry) => entry.to),
          ),
        wait,
      )
      for (const [at, entry] of entries.entries()) {
        if (found.is === 'failed') {
          failed(entry, found)
          continue
        }
        const place = found.value[at]
        if (place === undefined) throw new Error('a line without a destination')
        if (place.is === 'refused') refuse(entry, place.fault)
        else to.set(entry, place)
      }
      return to
    }

    /** Whether the member may hand in so much more; a line that may not is answered. */
    const fits = (entry: PendingLine, member: Id): boolean => {
      const fault = tooMuch(member, entry.segments.length)
      if (fault !== null) refuse(entry, fault)
      return fault === null
    }

    const enter = async (): Promise<void> => {
      if (!(await room()))
        throw new ApiError(
          'temporarily_unavailable',
          'Too much is still being processed; go on with this line later.',
          { retryAfter: LAG_RETRY_AFTER_S },
        )
    }

    /** Whether lines may be taken in; those that may not are answered. */
    const open = async (entries: PendingLine[]): Promise<boolean> => {
      if (over !== null) {
        for (const entry of entries) refuse(entry, over)
        return false
      }
      const entered = await retryTransient(enter, wait)
      if (entered.is === 'failed') for (const entry of entries) failed(entry, entered)
      return entered.is === 'done'
    }

    /** Claims the keys of lines; those that may go on. */
    const claimed = async (entries: PendingLine[]): Promise<PendingLine[]> => {
      const keyed = entries.flatMap((entry) =>
        entry.key === null
          ? []
          : [{ entry, key: entry.key, body: entry.bytes, ids: fresh(entry.segments.length) }],
      )
      if (keyed.length === 0) return entries
      const claims = await retryTransient(
        async () => (await deps.feeds.keys.claim(client, keyed)).map(toClaimedLine),
        wait,
      )
      for (const [at, { entry }] of keyed.entries()) {
        if (claims.is === 'failed') {
          failed(entry, claims)
          continue
        }
        const claim = claims.value[at]
        if (claim?.is === 'ours') entry.ids = claim.ids
        else if (claim?.is === 'answered')
          answers[entry.index] = acceptedAnswer(entry, claim.ids, claim.segments, true)
        else if (claim !== undefined) refuse(entry, claim.fault)
      }
      return entries.filter((entry) => entry.key === null || entry.ids !== null)
    }

    /** Puts the messages of one member into the stream; what follows one that fails is not tried. */
    const publish = async (
      member: Id,
      packs: Array<PackedMessage<PendingLine>>,
      stored: (one: PackedMessage<PendingLine>) => void,
    ): Promise<void> => {
      for (const [at, one] of packs.entries()) {
        const message = encodeMessage(envelopeOf(member, one), Buffer.from(one.body))
        await turns.acquire(client)
        // What others have waited for in vain is not waited for again.
        const done =
          over === null
            ? await retryTransient(
                async () => await deps.publish(message, memberSubject(member), `${member}:${one.ids.batch}`),
                wait,
              )
            : null
        turns.release(client)
        if (done?.is === 'done') {
          stored(one)
          continue
        }
        for (const entry of packs.slice(at).flatMap((left) => left.lines)) {
          if (done !== null) failed(entry, done)
          else if (over !== null) refuse(entry, over)
        }
        return
      }
    }

    const hold = async (
      waiting: Array<{ source: string; number: string; one: PackedMessage<PendingLine> }>,
      stored: (one: PackedMessage<PendingLine>) => void,
    ): Promise<void> => {
      if (waiting.length === 0) return
      const kept = await retryTransient(async () => {
        await deps.feeds.holdLines(
          waiting.map(({ source, number, one }) => ({
            source,
            number,
            envelope: envelopeOf(`${source} ${loyaltyKey(number)}`, one),
            body: one.body,
          })),
        )
      }, wait)
      for (const { one } of waiting) {
        if (kept.is === 'done') stored(one)
        else for (const entry of one.lines) failed(entry, kept)
      }
    }

    /** Answers what is on disk; keys remember their answers first. */
    const accept = async (packs: Array<PackedMessage<PendingLine>>): Promise<void> => {
      await received.caughtUp()
      const accepted = packs.flatMap(({ ids, lines: together }) => {
        let first = Number(ids.first)
        return together.map((entry) => {
          const segments = acceptedSegmentsText(entry, first)
          first += entry.segments.length
          return { entry, ids, segments }
        })
      })
      const keyed = accepted.flatMap(({ entry, segments }) =>
        entry.key === null ? [] : [{ key: entry.key, answer: segments }],
      )
      const kept =
        keyed.length === 0
          ? null
          : await retryTransient(async () => {
              await deps.feeds.keys.saveAnswers(client, keyed)
            }, wait)
      for (const { entry, ids, segments } of accepted) {
        if (entry.key !== null && kept?.is === 'failed') failed(entry, kept)
        else answers[entry.index] = acceptedAnswer(entry, ids, segments)
      }
    }

    /** Lines of which no two have the same key. */
    const round = async (entries: PendingLine[]): Promise<void> => {
      if (!(await open(entries))) return
      const to = await addressed(entries)
      const members = new Map<Id, PendingLine[]>()
      const numbers = new Map<string, { source: string; number: string; told: PendingLine[] }>()
      const going = await claimed([...to.keys()])
      for (const entry of going) {
        const place = to.get(entry)
        if (place?.is === 'waits') {
          const { source, number } = place
          const name = `${source} ${loyaltyKey(number)}`
          const told = numbers.get(name)
          if (told === undefined) numbers.set(name, { source, number, told: [entry] })
          else told.told.push(entry)
        } else if (place?.is === 'member' && fits(entry, place.member)) {
          entry.account = place.account
          const told = members.get(place.member)
          if (told === undefined) members.set(place.member, [entry])
          else told.push(entry)
        }
      }
      // Packed like a member's: nobody shall see by the batches whether a number is registered.
      const waiting = [...numbers.values()].flatMap(({ source, number, told }) =>
        packMessages(told, fresh).map((one) => ({ source, number, one })),
      )
      const stored: Array<PackedMessage<PendingLine>> = []
      const keep = (one: PackedMessage<PendingLine>): void => {
        stored.push(one)
      }
      await Promise.all([
        hold(waiting, keep),
        ...[...members].map(async ([member, told]) => {
          await publish(member, packMessages(told, fresh), keep)
        }),
      ])
      await accept(stored)
      const left = going.flatMap((entry) =>
        entry.key !== null && answers[entry.index]?.status !== 202 ? [entry.key] : [],
      )
      if (left.length > 0)
        await deps.feeds.keys.abandon(client, left).catch((error: unknown) => {
          deps.log.warn({ err: error, request }, 'keys of lines stay taken for a while')
        })
    }

    let entries: PendingLine[] = []
    const seen = new Set<string>()
    for (const [at, line] of lines.entries()) {
      if (at % LINES_PER_TICK === LINES_PER_TICK - 1) await new Promise((resolve) => setImmediate(resolve))
      const read = parseLine(line, context)
      if (read.is === 'bad') {
        answers[at] = read.answer
        continue
      }
      const { key } = read.line
      if (key !== null && seen.has(key)) {
        await round(entries)
        entries = []
        seen.clear()
      }
      if (key !== null) seen.add(key)
      entries.push({
        ...read.line,
        index: at,
        number: line.number,
        bytes: read.bytes,
        account: null,
        ids: null,
      })
    }
    if (entries.length > 0) await round(entries)
    return { answers, ended: over !== null }
  }
}
