/** The occurrences of an event that repeats (RFC 5545 3.8.5), as far as travel is planned. */
import ICAL from 'ical.js'
import { propertyOf } from './content-lines.js'
import type { CalendarEvent } from './calendar-event.js'
import type { ZoneFinder } from './calendar-zones.js'
import { momentText, timesOf, wallOf, wallText } from './event-times.js'
import type { StatedTime } from './event-times.js'
import { safeRule } from './safe-rule.js'

export interface Occurrences {
  events: CalendarEvent[]
  /** What was left out, in a sentence; null: nothing. */
  leftOut: string | null
}

const DAY_MS = 86_400_000
const DAYS_BEFORE = 31
const DAYS_AFTER = 366
const MOST_OCCURRENCES = 100
/** What all series of a file may take together: steps of a daily rule are days since its start. */
export interface RepeatBudget {
  steps: number
  occurrences: number
}

export const repeatBudget = (): RepeatBudget => ({ steps: 50_000, occurrences: 2_000 })

/**
 * From a month before `received` to a year after it.
 * @param replaced the occurrences that events of their own replace
 */
export function occurrences(
  event: CalendarEvent,
  zones: ZoneFinder,
  received: number,
  { replaced, budget }: { replaced: ReadonlySet<string | null>; budget: RepeatBudget },
): Occurrences {
  const { start, end } = event.times
  const property = propertyOf(event.component, 'rrule')
  if (property === undefined || start === null || event.recurrence !== null)
    return { events: [event], leftOut: null }
  const rule = safeRule(property)
  if (rule === null)
    return {
      events: [event],
      leftOut:
        'This RRULE is not supported, so only the first occurrence was read. Send the others as separate events.',
    }
  const without = new Set(timesOf(propertyOf(event.component, 'exdate'), zones).map(momentText))
  const length = wallOf(end ?? start) - wallOf(start)
  const events: CalendarEvent[] = []
  let more = false
  for (const wall of walls(start, rule, received + DAYS_AFTER * DAY_MS, budget)) {
    more ||= wall < received - DAYS_BEFORE * DAY_MS
    if (wall < received - DAYS_BEFORE * DAY_MS) continue
    if (events.length >= MOST_OCCURRENCES || budget.occurrences <= 0) {
      more = true
      break
    }
    const at = { ...start, text: wallText(wall, start.text.length) }
    const recurrence = momentText(at)
    if (without.has(recurrence) || replaced.has(recurrence)) continue
    const until = end && { ...end, text: wallText(wall + length, end.text.length) }
    budget.occurrences -= 1
    events.push({ ...event, recurrence, times: { start: at, end: until } })
  }
  return {
    events,
    leftOut:
      more || budget.steps < 0
        ? `Only the occurrences of the coming year were read, at most ${MOST_OCCURRENCES}.`
        : null,
  }
}

function* walls(start: StatedTime, rule: ICAL.Recur, until: number, budget: RepeatBudget): Generator<number> {
  const [day = '', clock = '00:00'] = start.text.split('T')
  const from = ICAL.Time.fromDateTimeString(`${day}T${clock.padEnd(8, ':00')}`)
  if (rule.until !== null) rule.until = untilIn(rule.until)
  const iterator = rule.iterator(from)
  while (budget.steps-- > 0) {
    const next = iterator.next() as ICAL.Time | null
    const wall = next === null ? NaN : wallOf({ ...start, text: next.toString().slice(0, 19) })
    if (!(wall <= until)) return
    yield wall
  }
}

/** The end of a rule is in UTC, its start is not: the day counts. */
const untilIn = ({ year, month, day }: ICAL.Time): ICAL.Time =>
  ICAL.Time.fromData({ year, month, day, hour: 23, minute: 59, second: 0 })
