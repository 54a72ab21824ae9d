/** What the page of segments in no trip is made from. */
import type { TimelineDay } from '../trip/timeline-days.js'
import type { TimelineItem } from '../trip/timeline-item.js'

export interface UnfiledData {
  view: 'past' | 'upcoming'
  timeline: { days: TimelineDay[]; cancelled: TimelineItem[] }
  /** Sentences by the id of the segment; of cancelled ones none. */
  reasons: Record<string, string>
  page: number
  pages: number
  previous: string | null
  next: string | null
}
