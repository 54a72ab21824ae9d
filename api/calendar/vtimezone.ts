/**
 * VTIMEZONE of a zone (RFC 5545 3.6.5): every change of its offset within some years, each as a rule of its
 * own.
 */
import ICAL from 'ical.js'
import { offsetsOf } from '../../schemas/base/time-zone.js'

/** Milliseconds: the instant of the change, and the offsets before and after it. */
interface OffsetChange {
  at: number
  before: number
  after: number
}

/**
 * The offset at the start of the first year, and every change until the end of the last; UTC for an unknown
 * zone.
 */
function offsetChanges(
  zone: string,
  firstYear: number,
  lastYear: number,
): { initial: number; changes: OffsetChange[] } {
  const initial = offsetsOf(zone, firstYear)?.[0]?.offset ?? 0
  const changes: OffsetChange[] = []
  let before = initial
  for (let year = firstYear; year <= lastYear; year++) {
    for (const { from, offset: after } of offsetsOf(zone, year) ?? []) {
      if (after !== before) changes.push({ at: Math.max(from, Date.UTC(year, 0, 1)), before, after })
      before = after
    }
  }
  return { initial, changes }
}

const utcOffset = (ms: number): ICAL.UtcOffset => ICAL.UtcOffset.fromSeconds(Math.round(ms / 1000))

function offsetRule(name: 'standard' | 'daylight', { at, before, after }: OffsetChange): ICAL.Component {
  const rule = new ICAL.Component(name)
  const localStart = new Date(at + before).toISOString().slice(0, 19)
  rule.addPropertyWithValue('dtstart', ICAL.Time.fromDateTimeString(localStart))
  rule.addPropertyWithValue('tzoffsetfrom', utcOffset(before))
  rule.addPropertyWithValue('tzoffsetto', utcOffset(after))
  return rule
}

/**
 * The component of a zone, correct for every instant from the start of `firstYear` to the end of `lastYear`.
 */
export function zoneComponent(zone: string, firstYear: number, lastYear: number): ICAL.Component {
  const component = new ICAL.Component('vtimezone')
  component.addPropertyWithValue('tzid', zone)
  const { initial, changes } = offsetChanges(zone, firstYear - 1, lastYear)
  const start = { at: Date.UTC(firstYear - 1, 0, 1), before: initial, after: initial }
  component.addSubcomponent(offsetRule('standard', start))
  for (const change of changes)
    component.addSubcomponent(offsetRule(change.after > change.before ? 'daylight' : 'standard', change))
  return component
}
