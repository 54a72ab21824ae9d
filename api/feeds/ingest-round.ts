/**
 * Ingests lines of which no two have the same key: capacity, recipients, keys, then the stream (contract.md
 * 8).
 */
import { ApiError } from '../../schemas/base/errors.js'
import type { Id } from '../../schemas/base/ids.js'
import { loyaltyKey } from '../../schemas/itinerary/loyalty-number.js'
import { LAG_RETRY_AFTER_S } from './flow/backpressure.js'
import { retryTransient } from './flow/retry-transient.js'
import type { FeedContext } from './ingest-context.js'
import { acceptDocuments } from './accept-documents.js'
import { acceptedAnswer, acceptedSegmentsText, documentAnswer } from './lines/line-answers.js'
import { toClaimedLine } from './lines/line-keys.js'
import type { LineOutcomes } from './lines/line-outcomes.js'
import type { PendingLine } from './lines/pending-line.js'
import { packMessages } from './pack-messages.js'
import type { PackedMessage } from './pack-messages.js'
import { answerStored, holdLines, publishToMember } from './publish-lines.js'
import type { HeldMessage } from './publish-lines.js'
import { resolveMembers } from './resolve-members.js'
import type { Destination } from './resolve-members.js'

/** Ingests the lines and puts an answer to each into `outcomes`. */
export async function ingestRound(
  feed: FeedContext,
  outcomes: LineOutcomes,
  lines: PendingLine[],
): Promise<void> {
  if (!(await hasCapacity(feed, outcomes, lines))) return
  const destinations = await findDestinations(feed, outcomes, lines)
  const claimed = await claimKeys(feed, outcomes, [...destinations.keys()])
  await acceptDocuments(feed, outcomes, claimed, destinations)
  const withSegments = claimed.filter(({ document }) => document === null)
  const { members, held } = groupByDestination(feed, outcomes, withSegments, destinations)
  const stored: Array<PackedMessage<PendingLine>> = []
  await Promise.all([
    holdLines(feed, outcomes, held, stored),
    ...[...members].map(async ([member, theirs]) => {
      await publishToMember(feed, outcomes, { member, messages: packMessages(theirs, feed.newIds) }, stored)
    }),
  ])
  await answerStored(feed, outcomes, stored)
  await abandonKeys(feed, outcomes, claimed)
}

/** Whether lines may be accepted now; if not, they are answered (contract.md 8.2). */
async function hasCapacity(
  { limits, retry }: FeedContext,
  outcomes: LineOutcomes,
  lines: readonly PendingLine[],
): Promise<boolean> {
  const ended = outcomes.endedBy()
  if (ended !== null) {
    for (const line of lines) outcomes.reject(line, ended)
    return false
  }
  const checked = await retryTransient(async () => {
    if (!(await limits.acceptsMore()))
      throw new ApiError(
        'temporarily_unavailable',
        'Too many pending updates; continue with this line later.',
        { retryAfter: LAG_RETRY_AFTER_S },
      )
  }, retry)
  if (checked.is === 'failed') outcomes.fail(lines, checked)
  return checked.is === 'done'
}

/** Where each line goes. Lines that go nowhere are answered and left out. */
async function findDestinations(
  { deps, retry, sender }: FeedContext,
  outcomes: LineOutcomes,
  lines: readonly PendingLine[],
): Promise<Map<PendingLine, Destination>> {
  const destinations = new Map<PendingLine, Destination>()
  const addresses = lines.map((line) => line.to)
  const resolved = await retryTransient(
    async () => await resolveMembers(deps.feeds, sender.client, addresses),
    retry,
  )
  if (resolved.is === 'failed') {
    outcomes.fail(lines, resolved)
    return destinations
  }
  for (const [at, line] of lines.entries()) {
    const address = resolved.value[at]
    if (address === undefined) throw new Error('no destination for a line')
    if (address.is === 'refused') outcomes.reject(line, address.error)
    else destinations.set(line, address)
  }
  return destinations
}

/**
 * Claims the keys of lines. Answers the lines to go on with: those without a key and those whose key is ours.
 */
async function claimKeys(
  { deps, retry, sender, newIds }: FeedContext,
  outcomes: LineOutcomes,
  lines: PendingLine[],
): Promise<PendingLine[]> {
  const keyed = lines.flatMap((line) =>
    line.key === null
      ? []
      : [{ line, key: line.key, body: line.bytes, ids: newIds(line.segments.length || 1) }],
  )
  if (keyed.length === 0) return lines
  const claims = await retryTransient(
    async () => (await deps.feeds.keys.claim(sender.client, keyed)).map(toClaimedLine),
    retry,
  )
  if (claims.is === 'failed')
    outcomes.fail(
      keyed.map(({ line }) => line),
      claims,
    )
  else
    for (const [at, { line }] of keyed.entries()) {
      const claim = claims.value[at]
      if (claim?.is === 'ours') line.ids = claim.ids
      else if (claim?.is === 'answered')
        outcomes.answers[line.index] =
          line.document === null
            ? acceptedAnswer(line, claim.ids, acceptedSegmentsText(line, Number(claim.ids.first)), true)
            : documentAnswer(line, claim.ids.batch, true)
      else if (claim !== undefined) outcomes.reject(line, claim.error)
    }
  return lines.filter((line) => line.key === null || line.ids !== null)
}

/**
 * Lines by the member they go to, and messages that are held. Lines beyond a member's quota are answered and
 * left out.
 */
function groupByDestination(
  feed: FeedContext,
  outcomes: LineOutcomes,
  lines: readonly PendingLine[],
  destinations: ReadonlyMap<PendingLine, Destination>,
): { members: Map<Id, PendingLine[]>; held: HeldMessage[] } {
  const members = new Map<Id, PendingLine[]>()
  const numbers = new Map<string, PendingLine[]>()
  for (const line of lines) {
    const destination = destinations.get(line)
    if (destination?.is === 'waits') {
      feed.deps.feedMetrics?.lineHeld(destination.why)
      const name = `${destination.source} ${loyaltyKey(destination.number)}`
      const known = numbers.get(name)
      if (known === undefined) numbers.set(name, [line])
      else known.push(line)
    } else if (destination?.is === 'member') {
      const throttled = feed.throttle(destination.member, line.segments.length)
      if (throttled !== null) {
        outcomes.reject(line, throttled)
        continue
      }
      line.account = destination.account
      const theirs = members.get(destination.member)
      if (theirs === undefined) members.set(destination.member, [line])
      else theirs.push(line)
    }
  }
  // Packed like a member's lines: batches must not reveal whether a number is registered.
  const held = [...numbers.values()].flatMap((theirs) =>
    packMessages(theirs, feed.newIds).flatMap((message) => {
      // Lines that share a message name the same travellers.
      const address = message.lines[0] === undefined ? undefined : destinations.get(message.lines[0])
      return address?.is === 'waits' ? [{ address, message }] : []
    }),
  )
  return { members, held }
}

/**
 * Gives up the keys of lines that were not accepted, so that the next attempt continues with the same ids.
 */
async function abandonKeys(
  { deps, sender }: FeedContext,
  outcomes: LineOutcomes,
  lines: readonly PendingLine[],
): Promise<void> {
  const keys = lines.flatMap((line) =>
    line.key !== null && outcomes.answers[line.index]?.status !== 202 ? [line.key] : [],
  )
  if (keys.length === 0) return
  await deps.feeds.keys.abandon(sender.client, keys).catch((error: unknown) => {
    deps.log.warn(
      { err: error, request: sender.request },
      'keys of rejected feed lines not released; they expire by themselves',
    )
  })
}
