/** Stays and rentals that a file has as two events: arrival and departure, pick-up and return. */
import { comparisonForm } from '../../../schemas/base/text.js'
import type { CalendarEvent } from './calendar-event.js'
import type { TravelEvent } from './travel-kind.js'
import { startInstant } from './place-parts.js'

const SECONDS = { CheckIn: 'CheckOut', PickUp: 'DropOff' } as const
const LONGEST_MS = 120 * 86_400_000
/** Of one name, open at one time. */
const MOST_COMPARED = 20

/**
 * The events without the second halves that belong to a first one, which get them.
 * @param joined is called with the line and a sentence for each of those
 */
export function halvesOf(
  travels: readonly TravelEvent[],
  joined: (line: number, reason: string) => void,
): TravelEvent[] {
  const key = (kind: string, rest: string): string => `${kind} ${comparisonForm(rest)}`
  const inTime = travels.toSorted((a, b) => startInstant(a.event) - startInstant(b.event))
  const seconds = new Map<string, TravelEvent[]>()
  for (const travel of inTime.toReversed())
    if (travel.kind === 'CheckOut' || travel.kind === 'DropOff') {
      const name = key(travel.kind, travel.rest)
      if (seconds.get(name)?.push(travel) === undefined) seconds.set(name, [travel])
    }
  const taken = new Set<TravelEvent>()
  for (const first of inTime) {
    if (first.kind !== 'CheckIn' && first.kind !== 'PickUp') continue
    const others = seconds.get(key(SECONDS[first.kind], first.rest)) ?? []
    while (
      others.length > 0 &&
      (taken.has(others.at(-1)!) || startInstant(others.at(-1)!.event) <= startInstant(first.event))
    )
      others.pop()
    const second = others
      .slice(-MOST_COMPARED)
      .findLast((other) => !taken.has(other) && belongs(first, other))
    if (second === undefined) continue
    taken.add(second)
    first.half = second.event
    first.event = withVersionOf(first.event, second.event)
    joined(
      second.event.line,
      `This event is the end of what begins with the event on line ${first.event.line}.`,
    )
  }
  return travels.filter((travel) => !taken.has(travel))
}

/** A later one that does not name another booking. */
function belongs(first: TravelEvent, second: TravelEvent): boolean {
  const [booking, other] = [first, second].map(({ event }) => event.labels.get('confirmation_no'))
  const isOne = booking === undefined || other === undefined || booking === other
  return isOne && startInstant(second.event) - startInstant(first.event) <= LONGEST_MS
}

/** What two events say changes with each of them: their numbers count together, and the later stamp. */
function withVersionOf(first: CalendarEvent, second: CalendarEvent): CalendarEvent {
  const [updated = null] = [first.updated, second.updated]
    .filter((stamp) => stamp !== null)
    .sort()
    .reverse()
  return { ...first, updated, version: [first.version[0] + second.version[0], updated ?? ''] }
}
