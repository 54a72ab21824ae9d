/** Times before the last schedule change, and live times on the day (contract.md 3). */
import { SEGMENT_KINDS } from '../../schemas/segment/segment-kinds.js'
import type { LocalMoment } from './local-moment.js'
import { textOf } from './segment-doc.js'
import type { SegmentDoc } from './segment-doc.js'
import { shortDay } from './written-days.js'

/** `10:00`, with the day if that was another: `Fri 25 Dec, 10:00`. Null if it has not changed. */
export function formerTime(doc: SegmentDoc, end: 'start' | 'end', now: LocalMoment | null): string | null {
  const previous = doc['previous'] as Record<string, unknown> | null | undefined
  const written = textOf(previous ?? {}, SEGMENT_KINDS[doc.type][end])
  return written === null || now === null ? null : otherTime(written, now)
}

/** `now expected 10:40`, `actually 10:42`: live status, which does not change the booking (RULES 3.6). */
export function liveTime(doc: SegmentDoc, end: 'start' | 'end', now: LocalMoment | null): string | null {
  const stem = SEGMENT_KINDS[doc.type][end]?.replace(/datetime$/, '')
  if (stem === undefined || now === null) return null
  const actual = textOf(doc, `${stem}actual_datetime`)
  const written = actual ?? textOf(doc, `${stem}estimated_datetime`)
  const time = written === null ? null : otherTime(written, now)
  return time === null ? null : `${actual === null ? 'now expected' : 'actually'} ${time}`
}

function otherTime(written: string, { day, time }: LocalMoment): string | null {
  const [otherDay, otherClock] = [written.slice(0, 10), written.slice(11, 16)]
  if (Number.isNaN(Date.parse(otherDay))) return null
  if (otherDay === day) return otherClock === '' || otherClock === time ? null : otherClock
  return otherClock === '' ? shortDay(otherDay) : `${shortDay(otherDay)}, ${otherClock}`
}
