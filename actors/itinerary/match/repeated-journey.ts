/** RULES 3.2: whether a later entry of a booking is the same journey again, not a change of the earlier one. */
import { SEGMENT_KINDS } from '../../../schemas/segment/segment-kinds.js'
import { isSameCity } from '../places/place.js'
import type { Statement } from '../statement/statement.js'

/** The code or station that a journey leaves from, as reported; undefined if there is none. */
function startCode({ raw: { type, fields } }: Statement): unknown {
  const { route } = SEGMENT_KINDS[type]
  return route === null ? undefined : fields.get(route.from)
}

function endCode({ raw: { type, fields } }: Statement): unknown {
  const { route } = SEGMENT_KINDS[type]
  return route === null ? undefined : fields.get(route.to)
}

/**
 * True if, between the starts of `a` and `b`, a departure leaves from where the earlier of the two arrives: the
 * traveller was there and goes back, so that the later one is a second journey, not a change of the first.
 */
export function returnsBetween(departures: readonly Statement[], a: Statement, b: Statement): boolean {
  if (a.start === null || b.start === null) return false
  const [first, last] = a.start.instant <= b.start.instant ? [a, b] : [b, a]
  return departures.some(
    (s) =>
      s.start !== null &&
      s.start.instant > (first.start?.instant ?? 0) &&
      s.start.instant < (last.start?.instant ?? 0) &&
      (startCode(s) === endCode(first) || isSameCity(s.from, first.to)),
  )
}

/** The departures of a group, one for each place and instant. */
export function departuresOf(group: readonly Statement[]): Statement[] {
  const departures = new Map<string, Statement>()
  for (const s of group) {
    const code = startCode(s)
    if (s.start === null || code === undefined) continue
    const key = JSON.stringify([s.start.instant, code, s.from])
    if (!departures.has(key)) departures.set(key, s)
  }
  return [...departures.values()]
}
