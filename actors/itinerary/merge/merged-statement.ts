/** The merged fields of a segment read as a statement: its ends, places and instants. */
import type { SegmentType } from '../../../schemas/segment/fields/segment-types.js'
import { locatorKey, normaliseLocator } from '../../../schemas/base/locator.js'
import type { Places } from '../places/places.js'
import { RawSegment } from '../statement/raw-segment.js'
import { statementOf } from '../statement/statement.js'
import { travellerOf } from '../statement/travellers.js'
import type { Fields } from '../statement/raw-segment.js'
import type { Statement } from '../statement/statement.js'
import type { Moment } from '../statement/moment.js'
import { statementFieldsEqual } from '../statement/matching-fields.js'

/**
 * The statement that the merged fields make; what one of the `words` they were merged from says in all that bears on it is
 * not read again.
 */
export function mergedStatement(
  type: SegmentType,
  source: string,
  fields: Fields,
  words: readonly Statement[],
  places: Places,
): Statement {
  const raw = new RawSegment({ id: '0', type, source, receivedAt: 0 }, fields)
  const like = words.find((word) => statementFieldsEqual(type, fields, word.raw.fields))
  if (like === undefined) return statementOf(raw, places)
  const locator = normaliseLocator(fields.confirmation_no)
  return {
    ...like,
    raw,
    statedAt: raw.receivedAt,
    status: 'Active',
    gdsStatus: null,
    locator,
    locatorKey: locator === null ? null : locatorKey(locator),
    traveller: travellerOf(fields),
  }
}

/** The moment by the clock of the place that another word knows; as it is when that word tells another hour. */
function withKnownZone(own: Moment | null, other: Moment | null): Moment | null {
  return own !== null && own.zone === null && other !== null && other.zone !== null && other.wall === own.wall
    ? { ...own, instant: other.instant, zone: other.zone }
    : own
}

/** The view with an end that its winning text leaves unknown (a code of a station that is in no list) taken from the first of the `words` that knows it. */
export function withKnownPlaces(view: Statement, words: readonly Statement[]): Statement {
  const from = view.from === null ? words.find((word) => word.from !== null) : undefined
  const to = view.to === null ? words.find((word) => word.to !== null) : undefined
  if (from === undefined && to === undefined) return view
  return {
    ...view,
    from: from?.from ?? view.from,
    to: to?.to ?? view.to,
    start: from === undefined ? view.start : withKnownZone(view.start, from.start),
    end: to === undefined ? view.end : withKnownZone(view.end, to.end),
  }
}
