/** The items of a trip by local day, in the order in which they happen. */
import { daysBetween, isOverDateLine, momentsOf, zoneText } from '../../../segment-words/local-moment.js'
import type { LocalMoment } from '../../../segment-words/local-moment.js'
import type { SegmentDoc } from '../../../segment-words/segment-doc.js'
import type { TimelineItem } from './timeline-item.js'
import { SEGMENT_WORDS } from '../../../segment-words/segment-words.js'
import { longDay } from '../../../segment-words/written-days.js'

/** A segment, or the end of one that lasts: a check-out, the return of a car. */
export type TimelineEntry =
  | { item: TimelineItem; end: null }
  | {
      item: null
      end: { id: string; what: string; title: string; time: string | null; zone: string | null }
    }

export interface TimelineDay {
  /** `Friday, 25 December 2026`; null for items without a day. */
  name: string | null
  /** `across the date line`: shown next to a day that is across it, or earlier than the previous day. */
  marker: string | null
  entries: TimelineEntry[]
}

interface Placed {
  moment: LocalMoment | null
  entry: TimelineEntry
}

/** `items` are those of `docs`, in the same order. */
export function timelineDays(docs: readonly SegmentDoc[], items: readonly TimelineItem[]): TimelineDay[] {
  const placed = docs.flatMap((doc, at) => placedEntries(doc, items[at]!))
  // Stable: what starts at one moment keeps the order of the trip.
  placed.sort((a, b) => (a.moment?.at ?? Infinity) - (b.moment?.at ?? Infinity) || 0)
  const days: TimelineDay[] = []
  let last: LocalMoment | null | undefined
  for (const { moment, entry } of placed) {
    if (last === undefined || moment?.day !== last?.day)
      days.push({
        name: moment === null ? null : longDay(moment.day),
        marker: markerOf(last ?? null, moment),
        entries: [],
      })
    last = moment
    days.at(-1)!.entries.push(entry)
  }
  return days
}

function markerOf(last: LocalMoment | null, moment: LocalMoment | null): string | null {
  const isBack = last !== null && moment !== null && daysBetween(last.day, moment.day) < 0
  if (isOverDateLine(last, moment)) return `across the date line${isBack ? ': the calendar goes back' : ''}`
  return isBack ? 'by local time, the day before' : null
}

function placedEntries(doc: SegmentDoc, item: TimelineItem): Placed[] {
  const { start, end } = momentsOf(doc)
  const words = SEGMENT_WORDS[doc.type]
  const first: Placed = { moment: start, entry: { item, end: null } }
  const lasts = words.lasts && doc.status !== 'Cancelled'
  if (!lasts || end === null || start === null || end.day === start.day) return [first]
  return [
    first,
    {
      moment: end,
      entry: {
        item: null,
        end: {
          id: doc.id,
          what: words.end,
          title: item.title,
          time: end.time,
          zone: zoneText(end),
        },
      },
    },
  ]
}
