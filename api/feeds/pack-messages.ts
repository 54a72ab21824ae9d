/**
 * Packs the lines of one member into messages. Consecutive lines share a message up to a size limit, because
 * each message costs the broker a disk write.
 * - A line with a key is a message of its own, so that a repeat finds the same ids.
 * - So is a line in replace mode, which makes a claim about its whole batch.
 * - Two lines about one booking never share a message: within one message, the rules do not take the later
 *   line as a correction of the earlier one.
 */
import type { Id } from '../../schemas/base/ids.js'
import { locatorKey, normaliseLocator } from '../../schemas/base/locator.js'
import { MAX_BATCH_SEGMENTS } from '../../schemas/segment/batch.js'
import type { ReservedIds } from '../../schemas/stream/idempotency-keys.js'

export interface PackableLine {
  /** Loyalty account by which the line was addressed. */
  account: Id | null
  /** The travellers it names, as text: lines of different travellers may go to different members. */
  travellers: string
  segments: readonly unknown[]
  mode: 'merge' | 'replace'
  /** Ids that belong to the key of the line; null without a key. */
  ids: ReservedIds | null
}

export interface PackedMessage<L extends PackableLine> {
  ids: ReservedIds
  lines: L[]
  /** Number of segments. */
  count: number
  account: Id | null
  /** JSON: `{segments, mode}`. */
  body: string
}

interface OpenMessage<L extends PackableLine> {
  lines: L[]
  texts: string[]
  count: number
  bytes: number
  bookings: Set<string | null>
}

const MAX_MESSAGE_BYTES = 128 * 1024

/** The booking of a segment as its source names it; null when it names none and may belong to any. */
function bookingOf(segment: unknown): string | null {
  const { source, confirmation_no: number } = segment as { source?: unknown; confirmation_no?: unknown }
  const locator = normaliseLocator(number)
  return locator === null ? null : `${String(source)} ${locatorKey(locator)}`
}

/**
 * The messages for lines of one member, in order. `newIds` makes the ids of a message with so many segments.
 */
export function packMessages<L extends PackableLine>(
  lines: readonly L[],
  newIds: (count: number) => ReservedIds,
): Array<PackedMessage<L>> {
  const messages: Array<PackedMessage<L>> = []
  let open: OpenMessage<L> | null = null
  for (const line of lines) {
    const text = JSON.stringify(line.segments).slice(1, -1)
    if (line.ids !== null || line.mode === 'replace') {
      if (open !== null) messages.push(sealed(open, newIds))
      open = null
      messages.push(messageOfOneLine(line, text, newIds))
      continue
    }
    const bytes = Buffer.byteLength(text)
    const bookings = line.segments.map(bookingOf)
    if (open !== null && !fits(open, line, bytes, bookings)) {
      messages.push(sealed(open, newIds))
      open = null
    }
    open ??= { lines: [], texts: [], count: 0, bytes: 0, bookings: new Set() }
    for (const booking of bookings) open.bookings.add(booking)
    open.lines.push(line)
    open.texts.push(text)
    open.count += line.segments.length
    open.bytes += bytes
  }
  if (open !== null) messages.push(sealed(open, newIds))
  return messages
}

function messageOfOneLine<L extends PackableLine>(
  line: L,
  text: string,
  newIds: (count: number) => ReservedIds,
): PackedMessage<L> {
  const { length: count } = line.segments
  return {
    ids: line.ids ?? newIds(count),
    lines: [line],
    count,
    account: line.account,
    body: `{"segments":[${text}]${line.mode === 'replace' ? ',"mode":"replace"' : ''}}`,
  }
}

function sealed<L extends PackableLine>(
  { lines, texts, count }: OpenMessage<L>,
  newIds: (count: number) => ReservedIds,
): PackedMessage<L> {
  return {
    ids: newIds(count),
    lines,
    count,
    account: lines[0]?.account ?? null,
    body: `{"segments":[${texts.join(',')}]}`,
  }
}

/** Whether a line may join an open message: same account and travellers, within the limits, and about other bookings. */
function fits<L extends PackableLine>(
  open: OpenMessage<L>,
  line: L,
  bytes: number,
  bookings: ReadonlyArray<string | null>,
): boolean {
  const isSameBooking =
    open.bookings.has(null) || bookings.some((booking) => booking === null || open.bookings.has(booking))
  return (
    !isSameBooking &&
    open.lines[0]?.account === line.account &&
    open.lines[0].travellers === line.travellers &&
    open.count + line.segments.length <= MAX_BATCH_SEGMENTS &&
    open.bytes + bytes <= MAX_MESSAGE_BYTES
  )
}
