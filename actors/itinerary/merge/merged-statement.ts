/** The statement that the merged fields of a segment make: its ends, places and instants. */
import { locatorKey, normaliseLocator } from '../../../schemas/base/locator.js'
import type { Places } from '../places/places.js'
import { statementFieldsEqual } from '../statement/matching-fields.js'
import type { Moment } from '../statement/moment.js'
import { RawSegment } from '../statement/raw-segment.js'
import type { FieldValues } from '../statement/field-values.js'
import { statementOf } from '../statement/statement.js'
import type { Statement } from '../statement/statement.js'
import { travellerOf } from '../statement/travellers.js'

/**
 * The statement of the merged fields. One of the merged `statements` with the same ends, places and number is
 * reused.
 */
export function mergedStatement(
  source: string,
  fields: FieldValues,
  statements: readonly Statement[],
  places: Places,
): Statement {
  const raw = new RawSegment({ id: '0', type: fields.type, source, receivedAt: 0 }, fields)
  const equal = statements.find((s) => statementFieldsEqual(fields, s.raw.fields))
  if (equal === undefined) return statementOf(raw, places)
  const { locator, locatorKey: key } = locatorOf(fields, equal)
  return {
    ...equal,
    raw,
    statedAt: raw.receivedAt,
    status: 'Active',
    gdsStatus: null,
    locator,
    locatorKey: key,
    traveller: isSameTraveller(fields, equal.raw.fields) ? equal.traveller : travellerOf(fields),
  }
}

/** The locator of the merged fields, which is nearly always that of the statement. */
function locatorOf(fields: FieldValues, like: Statement): Pick<Statement, 'locator' | 'locatorKey'> {
  if (fields.get('confirmation_no') === like.raw.fields.get('confirmation_no')) return like
  const locator = normaliseLocator(fields.get('confirmation_no'))
  return { locator, locatorKey: locator === null ? null : locatorKey(locator) }
}

function isSameTraveller(a: FieldValues, b: FieldValues): boolean {
  return ['first_name', 'last_name', 'travelers'].every((name) => a.get(name) === b.get(name))
}

/**
 * RULES 3.5: an end that the winner leaves unknown is taken from the first of the statements that knows it.
 */
export function withKnownPlaces(merged: Statement, statements: readonly Statement[]): Statement {
  const from = merged.from === null ? statements.find((s) => s.from !== null) : undefined
  const to = merged.to === null ? statements.find((s) => s.to !== null) : undefined
  if (from === undefined && to === undefined) return merged
  return {
    ...merged,
    from: from?.from ?? merged.from,
    to: to?.to ?? merged.to,
    start: from === undefined ? merged.start : withKnownZone(merged.start, from.start),
    end: to === undefined ? merged.end : withKnownZone(merged.end, to.end),
  }
}

/** The moment in the zone that another statement knows, if that has the same wall time. */
function withKnownZone(own: Moment | null, other: Moment | null): Moment | null {
  if (own === null || own.zone !== null || other === null || other.zone === null) return own
  return other.wall === own.wall ? { ...own, instant: other.instant, zone: other.zone } : own
}
