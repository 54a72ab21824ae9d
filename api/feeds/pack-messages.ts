/**
 * Lines of one member as messages (workers/README.md 5 and 6): lines that follow each other share one, up to a bound, for each
 * message costs the broker a write to disk. A line with a key is a message of its own, so that a repeat finds the same ids;
 * so is one that replaces bookings, which says something of its whole batch. What a source says of one booking in several
 * lines is told in as many messages, for of two words in one message the rules do not take the later to correct the former.
 */
import type { Id } from '../../schemas/base/ids.js'
import { locatorKey, normaliseLocator } from '../../schemas/base/locator.js'
import { MAX_SEGMENTS } from '../../schemas/segment/batch.js'
import type { ReservedIds } from '../ports/reads.js'

export interface PackableLine {
  /** Loyalty account by which it was addressed. */
  account: Id | null
  segments: readonly unknown[]
  mode: 'merge' | 'replace'
  /** Ids that belong to the key of a line; null without one. */
  ids: ReservedIds | null
}

export interface PackedMessage<L extends PackableLine> {
  ids: ReservedIds
  lines: L[]
  count: number
  account: Id | null
  /** JSON: `{segments, mode}`. */
  body: string
}

const MAX_MESSAGE_BYTES = 128 * 1024

/** The booking that a segment is of, as its source names it; null when it names none and may be of whatever booking. */
function bookingOf(segment: unknown): string | null {
  const { source, confirmation_no: told } = segment as { source?: unknown; confirmation_no?: unknown }
  const locator = normaliseLocator(told)
  return locator === null ? null : `${String(source)} ${locatorKey(locator)}`
}

/** Messages of one member's lines, in order; `ids` makes those of a message with so many segments. */
export function packMessages<L extends PackableLine>(
  lines: readonly L[],
  ids: (count: number) => ReservedIds,
): Array<PackedMessage<L>> {
  const packs: Array<PackedMessage<L>> = []
  let open: {
    lines: L[]
    texts: string[]
    count: number
    bytes: number
    bookings: Set<string | null>
  } | null = null
  const close = (): void => {
    if (open === null) return
    packs.push({
      ids: ids(open.count),
      lines: open.lines,
      count: open.count,
      account: open.lines[0]?.account ?? null,
      body: `{"segments":[${open.texts.join(',')}]}`,
    })
    open = null
  }
  for (const line of lines) {
    const text = JSON.stringify(line.segments).slice(1, -1)
    const { length: count } = line.segments
    if (line.ids !== null || line.mode === 'replace') {
      close()
      packs.push({
        ids: line.ids ?? ids(count),
        lines: [line],
        count,
        account: line.account,
        body: `{"segments":[${text}]${line.mode === 'replace' ? ',"mode":"replace"' : ''}}`,
      })
      continue
    }
    const bytes = Buffer.byteLength(text)
    const bookings = line.segments.map(bookingOf)
    const told = open?.bookings
    const again =
      told !== undefined &&
      (told.has(null) || bookings.some((booking) => booking === null || told.has(booking)))
    if (
      open !== null &&
      (again ||
        open.lines[0]?.account !== line.account ||
        open.count + count > MAX_SEGMENTS ||
        open.bytes + bytes > MAX_MESSAGE_BYTES)
    )
      close()
    open ??= { lines: [], texts: [], count: 0, bytes: 0, bookings: new Set() }
    for (const booking of bookings) open.bookings.add(booking)
    open.lines.push(line)
    open.texts.push(text)
    open.count += count
    open.bytes += bytes
  }
  close()
  return packs
}
