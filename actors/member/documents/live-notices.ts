/** RULES 7.8: the events about live status, sent in addition to `segment.updated`. */
import { LIVE_FIELDS } from '../../../schemas/segment/catalog.js'
import type { SegmentState } from '../segments/segment-state.js'
import type { ResourceChange } from './events.js'
import { FixedDocument } from './fixed-document.js'

/** A movement is delayed from this many minutes on, and each change by as many is another event. */
const DELAY_STEP_MINUTES = 15

/** The additional events of a changed segment; records the delay that they report. */
export function liveNotices(segment: SegmentState, change: ResourceChange): ResourceChange[] {
  const live = LIVE_FIELDS[segment.type]
  const { object } = change
  if (live.length === 0 || segment.leg === null || !(object instanceof FixedDocument)) return []
  const delay = (object.get('delay_minutes') as number | null) ?? 0
  if (change.previous === null && !isNews(delay, segment.announcedDelay)) return []
  const notice = (type: string, concerns: (name: string) => boolean): ResourceChange => {
    const previous = [...(change.previous ?? [])].filter(([name]) => concerns(name))
    return { ...change, type, previous: new Map(previous), material: true }
  }
  const isTime = (name: string): boolean => name.endsWith('_datetime')
  const isOfDelay = (name: string): boolean =>
    name === 'delay_minutes' || (live.includes(name) && isTime(name))
  const isOfGate = (name: string): boolean => live.includes(name) && !isTime(name)
  const notices: ResourceChange[] = []
  if (isNews(delay, segment.announcedDelay)) {
    segment.announcedDelay = delay
    notices.push({ ...notice('segment.delayed', isOfDelay), moved: ['time'] })
  }
  if ([...(change.previous?.keys() ?? [])].some(isOfGate))
    notices.push(notice('segment.gate_changed', isOfGate))
  return notices
}

function isNews(delay: number, announced: number): boolean {
  return Math.abs(delay - announced) >= DELAY_STEP_MINUTES && Math.max(delay, announced) >= DELAY_STEP_MINUTES
}
