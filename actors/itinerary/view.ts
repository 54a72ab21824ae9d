/** The merged fields of a segment read as a statement: its ends, places and instants. */
import type { SegmentType } from './kinds.js'
import { locatorKey, normaliseLocator } from '../../schemas/locator.js'
import type { Places } from './places.js'
import { Raw } from './raw.js'
import { statementOf, travellerOf } from './statement.js'
import type { Fields } from './raw.js'
import type { Moment, Statement } from './statement.js'
import { tellTheSame } from './told.js'

/**
 * The statement that the merged fields make; what one of the `words` they were merged from says in all that bears on it is
 * not read again.
 */
export function viewOf(
  type: SegmentType,
  source: string,
  fields: Fields,
  words: readonly Statement[],
  places: Places,
): Statement {
  const raw = new Raw({ id: '0', type, source, at: 0 }, fields)
  const like = words.find((word) => tellTheSame(type, fields, word.raw.fields))
  if (like === undefined) return statementOf(raw, places)
  const locator = normaliseLocator(fields.confirmation_no)
  return {
    ...like,
    raw,
    made: raw.at,
    standing: 'Active',
    gds: null,
    locator,
    key: locator === null ? null : locatorKey(locator),
    who: travellerOf(fields),
  }
}

/** The moment by the clock of the place that another word knows; as it is when that word tells another hour. */
function clockOf(own: Moment | null, other: Moment | null): Moment | null {
  return own !== null && own.zone === null && other !== null && other.zone !== null && other.wall === own.wall
    ? { ...own, at: other.at, zone: other.zone }
    : own
}

/** The view with an end that its winning text leaves unknown (a code of a station that is in no list) taken from the first of the `words` that knows it. */
export function placedBy(view: Statement, words: readonly Statement[]): Statement {
  const from = view.from === null ? words.find((word) => word.from !== null) : undefined
  const to = view.to === null ? words.find((word) => word.to !== null) : undefined
  if (from === undefined && to === undefined) return view
  return {
    ...view,
    from: from?.from ?? view.from,
    to: to?.to ?? view.to,
    start: from === undefined ? view.start : clockOf(view.start, from.start),
    end: to === undefined ? view.end : clockOf(view.end, to.end),
  }
}
