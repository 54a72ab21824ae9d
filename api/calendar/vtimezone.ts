/** VTIMEZONE of a zone (RFC 5545 3.6.5): every change of its offset within the years asked for, as a rule of its own. */
import ICAL from 'ical.js'
import { offsetsOf } from '../../schemas/base/time-zone.js'

interface Change {
  at: number
  before: number
  after: number
}

/** The offset with which the first year begins and every change until the last one ends; UTC for an unknown zone. */
function changes(zone: string, firstYear: number, lastYear: number): { start: number; found: Change[] } {
  const start = offsetsOf(zone, firstYear)?.[0]?.offset ?? 0
  const found: Change[] = []
  let before = start
  for (let year = firstYear; year <= lastYear; year++) {
    for (const { from, offset: after } of offsetsOf(zone, year) ?? []) {
      if (after !== before) found.push({ at: Math.max(from, Date.UTC(year, 0, 1)), before, after })
      before = after
    }
  }
  return { start, found }
}

const offset = (ms: number): ICAL.UtcOffset => ICAL.UtcOffset.fromSeconds(Math.round(ms / 1000))

function rule(
  parent: ICAL.Component,
  name: 'standard' | 'daylight',
  wall: number,
  before: number,
  after: number,
): void {
  const part = new ICAL.Component(name)
  part.addPropertyWithValue(
    'dtstart',
    ICAL.Time.fromDateTimeString(new Date(wall).toISOString().slice(0, 19)),
  )
  part.addPropertyWithValue('tzoffsetfrom', offset(before))
  part.addPropertyWithValue('tzoffsetto', offset(after))
  parent.addSubcomponent(part)
}

/** The component of a zone, right for every instant from the beginning of `firstYear` to the end of `lastYear`. */
export function zoneComponent(zone: string, firstYear: number, lastYear: number): ICAL.Component {
  const component = new ICAL.Component('vtimezone')
  component.addPropertyWithValue('tzid', zone)
  const { start, found } = changes(zone, firstYear - 1, lastYear)
  rule(component, 'standard', Date.UTC(firstYear - 1, 0, 1) + start, start, start)
  for (const { at, before, after } of found) {
    rule(component, after > before ? 'daylight' : 'standard', at + before, before, after)
  }
  return component
}
