/**
 * RULES 3.5.2: what a source's current statement leaves out is taken from its earlier ones about the same booking,
 * as far as that still holds.
 */
import { comparisonForm } from '../../../schemas/base/text.js'
import { SEGMENT_KINDS } from '../../../schemas/segment/segment-kinds.js'
import { perType } from '../../../schemas/segment/catalog.js'
import { sameJson } from '../lib/same-json.js'
import { wallDay } from '../lib/local-time.js'
import { isContained, words } from '../lib/words.js'
import { isSameCity } from '../places/place.js'
import type { Place } from '../places/place.js'
import type { Places } from '../places/places.js'
import type { Moment } from '../statement/moment.js'
import type { FieldKey } from '../../../schemas/segment/field-slots.js'
import { FieldValues } from '../statement/field-values.js'
import { RawSegment } from '../statement/raw-segment.js'
import { statementOf } from '../statement/statement.js'
import type { Statement } from '../statement/statement.js'
import { fieldLifetime, IS_BOOKED_BY_DAY, PLACE_ENDS, TELLING_PLACE_FIELDS } from './field-lifetimes.js'
import type { End } from './field-lifetimes.js'
import { mergedFieldsOf, plannedFields } from './merge-plan.js'
import type { PlannedField } from './merge-plan.js'
import { isPlaceholder } from './placeholder.js'

/** A current statement with what earlier ones add to it. */
export interface CompletedStatement {
  statement: Statement
  /** The earlier statement that gave each field; null: it is as it was sent. */
  givers: FieldValues<Statement> | null
}

const MOVES = perType(({ trip }) => trip.leg === 'movement' || trip.leg === 'ride')

/**
 * The current statement of a booking, completed.
 * @param earlier the earlier statements about the booking that still count, the newest first
 */
export function completeStatement(
  current: Statement,
  earlier: readonly Statement[],
  places: Places,
): CompletedStatement {
  if (!earlier.some((older) => mayAdd(older, current))) return { statement: current, givers: null }
  const completion = new Completion(current)
  for (const older of earlier) completion.add(older)
  const { fields, givers } = completion
  if (givers === null) return { statement: current, givers: null }
  return { statement: statementOf(new RawSegment(current.raw, fields), places), givers }
}

/** True if the older statement has a field that the current one lacks or has a placeholder in. */
function mayAdd(older: Statement, current: Statement): boolean {
  const { fields } = current.raw
  return mergedFieldsOf(older.raw.fields).some(
    (field) => fields.at(field) === undefined || isPlaceholder(current, field.name),
  )
}

/** How an older schedule relates to what is known: `open`: it does not say. */
type Relation = 'same' | 'open' | 'other'

class Completion {
  readonly fields: FieldValues
  givers: FieldValues<Statement> | null = null
  private readonly current: Statement
  private start: Moment | null
  private end: Moment | null
  private number: string | null
  /** Fields that a later statement withdrew. */
  private readonly withdrawn = new Set<string>()
  /** True until an older statement is about other times, another service, another place. */
  private areTimesSame = true
  private isServiceSame = true
  private readonly isPlaceSame: Record<End, boolean> = { from: true, to: true }
  /** Each end as it is known best: a later statement may name only the city of an airport. */
  private readonly places: Record<End, Place | null>

  constructor(current: Statement) {
    this.current = current
    this.fields = current.raw.fields.copy()
    this.start = current.start
    this.end = current.end
    this.number = current.number
    this.places = { from: current.from, to: current.to }
    this.withdraw(current)
  }

  /** Takes what `older` adds; called for the newest first. */
  add(older: Statement): void {
    const relation = this.compare(older)
    const { type } = this.current.raw
    for (const planned of plannedFields([this.current.raw.fields, older.raw.fields]))
      if (this.stillHolds(type, planned.field.name, relation)) this.takeBlock(planned, older)
    const kind = SEGMENT_KINDS[type]
    if (this.givers?.get(kind.start) === older) this.start = older.start
    if (this.givers?.get(kind.end) === older) this.end = older.end
    if (this.isServiceSame) this.number ??= older.number
    this.withdraw(older)
  }

  private withdraw({ raw }: Statement): void {
    if (Array.isArray(raw.withdrawn)) for (const name of raw.withdrawn) this.withdrawn.add(name)
  }

  /** Compares the older statement with what is known, and remembers what it is not about. */
  private compare(older: Statement): Relation {
    const { type } = older.raw
    const relation = this.relationOfTimes(older)
    if (relation === 'other') this.areTimesSame = false
    for (const end of ['from', 'to'] as const) this.comparePlaces(end, older)
    if (MOVES[type] && !this.hasSameService(older)) this.isServiceSame = this.areTimesSame = false
    return relation
  }

  private comparePlaces(end: End, older: Statement): void {
    const { type, fields } = older.raw
    const [known, given] = [this.places[end], older[end]]
    const isAirport = SEGMENT_KINDS[type][end]?.format === 'code' && mayBeOneAirport(known, given)
    if (!isAirport && !hasSamePlace(TELLING_PLACE_FIELDS[type][end], this.fields, fields))
      this.isPlaceSame[end] = false
    else if (isAirport && airportOf(known) === null) this.places[end] = given
  }

  private relationOfTimes(older: Statement): Relation {
    const { type } = older.raw
    const start = relateMoments(this.start, older.start, IS_BOOKED_BY_DAY[type])
    if (!IS_BOOKED_BY_DAY[type]) return start
    const end = this.end === null ? 'same' : relateMoments(this.end, older.end, true)
    const isOver = this.start !== null && older.end !== null && older.end.instant <= this.start.instant
    return end === 'other' || isOver ? 'other' : start
  }

  private hasSameService(older: Statement): boolean {
    const isOtherNumber = this.number !== null && older.number !== null && this.number !== older.number
    const isOtherDay =
      this.start !== null && older.start !== null && wallDay(this.start.wall) !== wallDay(older.start.wall)
    return !isOtherNumber && !isOtherDay && this.isPlaceSame.from && this.isPlaceSame.to
  }

  private stillHolds(type: Statement['raw']['type'], field: string, relation: Relation): boolean {
    if (this.withdrawn.has(field)) return false
    const end = PLACE_ENDS[type].get(field)
    if (end !== undefined && !this.isPlaceSame[end]) return false
    const lifetime = fieldLifetime(type, field)
    if (lifetime === 'booking') return true
    return lifetime === 'service' ? this.isServiceSame : this.areTimesSame && relation === 'same'
  }

  /** RULES 3.5: the fields of a block come from one statement, or from several that agree about its first. */
  private takeBlock({ field, partners }: PlannedField, older: Statement): void {
    const value = older.raw.fields.at(field)
    if (value === undefined) return
    const own = this.fields.at(field)
    if (own !== undefined && !this.isBetter(field, older)) {
      if (!isSameValue(own, value)) return
      for (const partner of partners) if (this.fields.at(partner) === undefined) this.take(partner, older)
      return
    }
    this.take(field, older)
    for (const partner of partners) {
      if (own === undefined) this.fields.put(partner, undefined)
      this.take(partner, older)
    }
  }

  /** True if only a placeholder is known and the older statement has more: of a date, a time on that day. */
  private isBetter(field: FieldKey, older: Statement): boolean {
    const isKnown = !isPlaceholder(this.givers?.at(field) ?? this.current, field.name)
    if (isKnown || isPlaceholder(older, field.name)) return false
    const dayOf = (fields: FieldValues): string => String(fields.at(field)).slice(0, 10)
    return !field.name.endsWith('_datetime') || dayOf(this.fields) === dayOf(older.raw.fields)
  }

  private take(field: FieldKey, older: Statement): void {
    const value = older.raw.fields.at(field)
    if (value === undefined || this.withdrawn.has(field.name)) return
    this.fields.put(field, value)
    this.givers ??= new FieldValues(this.fields.type)
    this.givers.put(field, older)
  }
}

function relateMoments(known: Moment | null, older: Moment | null, byDay: boolean): Relation {
  if (known === null) return 'same'
  if (older === null) return 'open'
  const isSameDay = wallDay(known.wall) === wallDay(older.wall)
  if (byDay) return isSameDay ? 'same' : 'other'
  if (known.timed && older.timed) return known.wall === older.wall ? 'same' : 'other'
  if (!isSameDay) return 'other'
  return known.timed ? 'open' : 'same'
}

function airportOf(place: Place | null): string | null {
  return place?.spots[0]?.iata ?? null
}

/** True if both are known and neither is another airport than the other, whether by code, by name or by city. */
function mayBeOneAirport(a: Place | null, b: Place | null): boolean {
  const [left, right] = [airportOf(a), airportOf(b)]
  return left !== null && right !== null ? left === right : isSameCity(a, b)
}

/** True unless a field that both give names another place. */
function hasSamePlace(names: readonly string[], a: FieldValues, b: FieldValues): boolean {
  return names.every((name) => {
    const [left, right] = [a.get(name), b.get(name)]
    return left === undefined || right === undefined || isSameText(left, right)
  })
}

/** Half a kilometre or less, in degrees. */
const SAME_SPOT_DEGREES = 0.005

function isSameText(a: unknown, b: unknown): boolean {
  if (isSameValue(a, b)) return true
  const [left, right] = [Number(a), Number(b)]
  if (!Number.isNaN(left) && !Number.isNaN(right)) return Math.abs(left - right) <= SAME_SPOT_DEGREES
  return typeof a === 'string' && typeof b === 'string' && isContained(words(a), words(b))
}

function isSameValue(a: unknown, b: unknown): boolean {
  return typeof a === 'string' && typeof b === 'string'
    ? a === b || comparisonForm(a) === comparisonForm(b)
    : sameJson(a, b)
}
