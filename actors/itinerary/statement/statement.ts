/**
 * A statement is one raw segment in normal form (RULES 3.1). Only the raw segment's fields are stored;
 * everything else is derived from them and the reference data.
 */
import { locatorKey, normaliseLocator } from '../../../schemas/base/locator.js'
import { TRIP_TRAITS } from '../../../schemas/segment/catalog.js'
import type { SegmentType } from '../../../schemas/segment/fields/segment-types.js'
import { SEGMENT_KINDS } from '../../../schemas/segment/segment-kinds.js'
import type { SegmentKind } from '../../../schemas/segment/segment-kinds.js'
import { endsNextDay } from '../../../schemas/segment/validation/after-midnight.js'
import { HOUR, MINUTE, wallMinutes } from '../lib/local-time.js'
import { MAX_SPEED_KMH } from '../lib/max-speeds.js'
import { words } from '../lib/words.js'
import { distanceBetween } from '../places/place.js'
import type { Place } from '../places/place.js'
import type { Places } from '../places/places.js'
import { portCallsOf } from './port-calls.js'
import type { PortCall } from './port-calls.js'
import { gdsMeaning } from './gds-status.js'
import type { StatementStatus } from './gds-status.js'
import { isDateText, momentAt, stayMoments } from './moment.js'
import type { Moment } from './moment.js'
import type { Person } from '../../../schemas/itinerary/person.js'
import { railOperator } from './rail-operators.js'
import { reallyArrivesAtMidnight, reallyLeavesAtMidnight } from './placeholder-midnight.js'
import type { FieldValues } from './field-values.js'
import type { RawSegment } from './raw-segment.js'
import { hasStationData, placeOf, textOf, THREE_LETTER_CODE, zoneOf } from './statement-place.js'
import { travellerOf } from './travellers.js'
import { carVendor, serviceNumber, titleWords, trainNumbers } from './vendors.js'

export interface Statement {
  raw: RawSegment
  /** Orders versions: the supplier's stamp, else the time of receipt, epoch milliseconds. */
  statedAt: number
  status: StatementStatus
  gdsStatus: string | null
  /** The locator in its normal form (RULES N2). */
  locator: string | null
  /** The locator in the form in which locators are compared. */
  locatorKey: string | null
  /** Id of its entry at the source. */
  entry: string | null
  /** Orders the versions of the entry before their stamps. */
  version: number
  traveller: Person | null
  start: Moment | null
  end: Moment | null
  from: Place | null
  to: Place | null
  /** Ports of a cruise; null if none is known. */
  portCalls: PortCall[] | null
  /** Normal form of airline, car company, rail or cruise line. */
  vendor: string | null
  number: string | null
  /** Every number of a train; empty for other types. */
  trainNumbers: string[]
  /** Words of the name (hotel, gathering, place) in comparison form. */
  nameWords: string[]
}

type Ends = [start: Moment | null, end: Moment | null]

/** RULES N6: a flight or train that would take longer arrives in the first of two doubled hours. */
const LONGEST_JOURNEY = 20 * HOUR
const DAY_MINUTES = 24 * 60
const NO_WORDS: string[] = []

/** The statement of a raw segment, derived once. Never throws: what cannot be parsed is null. */
export function statementOf(raw: RawSegment, places: Places): Statement {
  const known = raw.statement as Statement | null
  if (known !== null) return known
  const statement = parseStatement(raw, places)
  raw.statement = statement
  return statement
}

function parseStatement(raw: RawSegment, places: Places): Statement {
  const { fields, type } = raw
  const kind = SEGMENT_KINDS[type]
  const [from, to] = placesOf(raw, kind, places)
  const [start, end] = momentsOf(raw, kind, from, to)
  const gdsStatus = textOf(fields, 'gds_status')
  const locator = normaliseLocator(fields.get('confirmation_no'))
  const vendor = vendorOf(raw, kind, places)
  const numberText = textOf(fields, kind.number)
  const [number, carrier] = serviceNumber(numberText, vendor, type, places)
  return {
    raw,
    statedAt: supplierStamp(fields) ?? raw.receivedAt,
    status: statusOf(fields, gdsStatus),
    gdsStatus: gdsStatus?.toUpperCase() ?? null,
    locator,
    locatorKey: locator === null ? null : locatorKey(locator),
    entry: textOf(fields, 'entry_id'),
    version: Number(fields.get('entry_version') ?? 0) || 0,
    traveller: travellerOf(fields),
    start,
    end,
    from,
    to,
    portCalls: kind.portCalls === null ? null : portCallsOf(fields.get(kind.portCalls), places),
    vendor: vendor ?? carrier,
    number,
    trainNumbers: TRIP_TRAITS[type].by === 'rail' ? trainNumbers(numberText) : NO_WORDS,
    nameWords: nameWordsOf(raw, kind),
  }
}

/** RULES 3.5.3: the locator as its source wrote it; null for a statement without one. */
export function writtenLocator(statement: Statement | undefined): string | null {
  return statement === undefined || statement.locator === null
    ? null
    : textOf(statement.raw.fields, 'confirmation_no')
}

/** RULES N7: `Cancelled` overrides the reservation code, and the code any other status. */
function statusOf(fields: FieldValues, gdsStatus: string | null): StatementStatus {
  const status = textOf(fields, 'status') ?? 'Active'
  if (/^cancell?ed$/i.test(status)) return 'Cancelled'
  if (gdsStatus !== null) return gdsMeaning(gdsStatus).status
  return status === 'Pending' ? 'Pending' : 'Active'
}

/** When the supplier made this version, epoch milliseconds; null if unknown. */
function supplierStamp(fields: FieldValues): number | null {
  const text = fields.get('supplier_updated')
  if (typeof text !== 'string') return null
  const stamp = Date.parse(text.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'))
  return Number.isNaN(stamp) ? null : stamp
}

function nameWordsOf({ fields, type }: RawSegment, { name }: SegmentKind): string[] {
  if (name === null) return NO_WORDS
  const text = textOf(fields, name) ?? ''
  return TRIP_TRAITS[type].leg === 'stay' ? words(text) : titleWords(text)
}

/** RULES N3. */
function vendorOf({ fields, type }: RawSegment, kind: SegmentKind, places: Places): string | null {
  const { by, leg } = TRIP_TRAITS[type]
  const text =
    textOf(fields, kind.vendor) ?? (by === 'rail' ? railOperator(textOf(fields, kind.number)) : null)
  if (text === null) return null
  if (leg === 'rental') return carVendor(text)
  const airline = by === 'air' ? places.airlineCode(text) : null
  return airline ?? (words(text).join(' ') || null)
}

function placesOf(raw: RawSegment, kind: SegmentKind, places: Places): [Place | null, Place | null] {
  const { fields, type } = raw
  const day = textOf(fields, kind.start)
  const from = siteOn(day, placeOf(fields, kind.from, places), places)
  const given = kind.to === null ? null : siteOn(day, placeOf(fields, kind.to, places), places)
  const to = given ?? (TRIP_TRAITS[type].mayEndElsewhere ? null : from)
  if (kind.route === null || !areRailwayCodes(raw, kind, from, to)) return [from, to]
  return [
    hasStationData(fields, kind.from) ? from : null,
    kind.to !== null && hasStationData(fields, kind.to) ? to : null,
  ]
}

/** RULES N5: an airport where its code stood on the day of travel. */
function siteOn(day: string | null, place: Place | null, places: Places): Place | null {
  return day === null || place === null ? place : places.siteOn(place, day)
}

/**
 * RULES N5: true if the codes of a train's ends are a railway's own and not those of airports, because no
 * train gets from one to the other in the given time.
 */
function areRailwayCodes(raw: RawSegment, kind: SegmentKind, from: Place | null, to: Place | null): boolean {
  const { type, fields } = raw
  if (
    TRIP_TRAITS[type].by !== 'rail' ||
    kind.route === null ||
    !THREE_LETTER_CODE.test(textOf(fields, kind.route.from) ?? '') ||
    !THREE_LETTER_CODE.test(textOf(fields, kind.route.to) ?? '')
  )
    return false
  const [start, end] = momentsOf(raw, kind, from, to)
  if (start?.timed !== true || end?.timed !== true || end.wall <= start.wall) return false
  const hours = Math.max(0, end.instant - start.instant) / HOUR
  return (distanceBetween(from, to) ?? 0) > MAX_SPEED_KMH[type] * (hours + 1)
}

/** A wall time other than midnight, which is also written for an unknown time. */
function isTimeOfDay(wall: number | null): wall is number {
  return wall !== null && wall % 1440 !== 0
}

function momentsOf(raw: RawSegment, kind: SegmentKind, from: Place | null, to: Place | null): Ends {
  const { fields, type } = raw
  if (kind.isByDays) return stayEnds(fields, kind, from)
  const startText = textOf(fields, kind.start)
  const endText = textOf(fields, kind.end)
  const startWall = wallMinutes(startText)
  const endWall = wallMinutes(endText)
  const startZone = zoneOf(fields, kind.startZone, from)
  const endZone = zoneOf(fields, kind.endZone, to)
  const start = momentAt(startWall, {
    timed: isTimeOfDay(startWall),
    dateOnly: isDateText(startText),
    zone: startZone,
    pick: 'first',
    otherZone: endZone,
  })
  const endAt = (timed: boolean, pick: 'first' | 'last', wall = endWall): Moment | null =>
    momentAt(wall, { timed, dateOnly: isDateText(endText), zone: endZone, pick, otherZone: startZone })
  if (start?.timed === false && !start.dateOnly && isTimeOfDay(endWall)) {
    const duration = (endAt(true, 'first')?.instant ?? start.instant) - start.instant
    start.timed = reallyLeavesAtMidnight(type, duration, from, to)
  }
  const endIsTimed =
    (isTimeOfDay(endWall) || (endWall !== null && start?.timed === true)) && !isDateText(endText)
  const end = endAt(endIsTimed, 'last')
  if (endWall !== null && isOnNextDay(type, start, end))
    return [start, endAt(true, 'last', endWall + DAY_MINUTES)]
  if (isNeverFilledIn(type, [start, end], from, to)) return [start, null]
  const isTooLong =
    kind.route !== null && end !== null && start !== null && end.instant - start.instant > LONGEST_JOURNEY
  return [start, isTooLong ? endAt(endIsTimed, 'first') : end]
}

/** RULES N6: true for a meal or gathering that goes on past midnight, of which both ends have the date of its start. */
function isOnNextDay(type: SegmentType, start: Moment | null, end: Moment | null): boolean {
  if (start === null || end === null || !start.timed || !end.timed) return false
  return endsNextDay(type, start.wall * MINUTE, end.wall * MINUTE, end.instant - start.instant)
}

/** RULES N6: true for an end at 00:00 that cannot be one. */
function isNeverFilledIn(
  type: SegmentType,
  [start, end]: Ends,
  from: Place | null,
  to: Place | null,
): boolean {
  if (start === null || end === null || !end.timed || isTimeOfDay(end.wall)) return false
  return !reallyArrivesAtMidnight(type, end.instant - start.instant, from, to)
}

function stayEnds(fields: FieldValues, kind: SegmentKind, place: Place | null): Ends {
  return stayMoments(
    {
      checkinDate: fields.get('checkin_date'),
      checkoutDate: fields.get('checkout_date'),
      checkinTime: textOf(fields, 'checkin_time'),
      checkoutTime: textOf(fields, 'checkout_time'),
    },
    zoneOf(fields, kind.startZone, place),
  )
}

/** RULES 4.3: true for a cancellation with a locator and nothing that would tell one entry from another. */
export function isBookingCancellation(s: Statement): boolean {
  return (
    s.status === 'Cancelled' &&
    s.locatorKey !== null &&
    s.entry === null &&
    s.start === null &&
    s.end === null &&
    s.from === null &&
    s.to === null &&
    s.number === null &&
    s.nameWords.length === 0
  )
}

/**
 * Earlier versions first: by the supplier's stamp, the time of receipt, the id of the raw segment. The order
 * of RULES 3.2, which compares versions of one stamp by content, is `compareVersionsByContent`.
 */
export function compareVersions(a: Statement, b: Statement): number {
  return a.statedAt - b.statedAt || a.raw.receivedAt - b.raw.receivedAt || Number(a.raw.id) - Number(b.raw.id)
}

/**
 * Order of the versions of one entry: by the number that its source gives them, its stamp, the time of receipt. Equal
 * ones are parts of one version.
 */
export function compareEntryVersions(a: Statement, b: Statement): number {
  return a.version - b.version || a.statedAt - b.statedAt || a.raw.receivedAt - b.raw.receivedAt
}
