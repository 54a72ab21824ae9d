/** VTIMEZONE of a zone (RFC 5545 3.6.5): every change of its offset within the years asked for, as a rule of its own. */
import ICAL from 'ical.js'
import { offsetIn } from '../../schemas/wall-time.js'

const DAY = 86_400_000

interface Change { at: number, before: number, after: number }

/** Changes of offset between two instants, to the minute. */
function changes (zone: string, from: number, to: number): Change[] {
  const found: Change[] = []
  let offset = offsetIn(zone, from)
  for (let day = from; day < to; day += 7 * DAY) {
    const next = offsetIn(zone, day + 7 * DAY)
    if (next === offset) continue
    let early = day
    let late = day + 7 * DAY
    while (late - early > 60_000) {
      const middle = early + Math.floor((late - early) / 120_000) * 60_000
      if (offsetIn(zone, middle) === offset) early = middle
      else late = middle
    }
    found.push({ at: late, before: offset, after: next })
    offset = next
  }
  return found
}

const offset = (ms: number): ICAL.UtcOffset => ICAL.UtcOffset.fromSeconds(Math.round(ms / 1000))

function rule (parent: ICAL.Component, name: 'standard' | 'daylight', wall: number, before: number, after: number): void {
  const part = new ICAL.Component(name)
  part.addPropertyWithValue('dtstart', ICAL.Time.fromDateTimeString(new Date(wall).toISOString().slice(0, 19)))
  part.addPropertyWithValue('tzoffsetfrom', offset(before))
  part.addPropertyWithValue('tzoffsetto', offset(after))
  parent.addSubcomponent(part)
}

/** The component of a zone, right for every instant from the beginning of `firstYear` to the end of `lastYear`. */
export function zoneComponent (zone: string, firstYear: number, lastYear: number): ICAL.Component {
  const component = new ICAL.Component('vtimezone')
  component.addPropertyWithValue('tzid', zone)
  const from = Date.UTC(firstYear - 1, 0, 1)
  const start = offsetIn(zone, from)
  rule(component, 'standard', from + start, start, start)
  for (const { at, before, after } of changes(zone, from, Date.UTC(lastYear + 1, 0, 1))) {
    rule(component, after > before ? 'daylight' : 'standard', at + before, before, after)
  }
  return component
}
