/**
 * A statement: one raw segment in normal form (RULES 3.1). What is kept is the raw's cleaned fields; all else is
 * worked out from them and the reference data, and never stored.
 */
import { portCallsOf } from '../places/port-calls.js'
import type { PortCall } from '../places/port-calls.js'
import { MAX_SPEED_KMH } from '../lib/max-speeds.js'
import { distanceKm, NEAR_KM } from '../places/distance.js'
import { gdsMeaning } from './gds-status.js'
import type { StatementStatus } from './gds-status.js'
import { SEGMENT_KINDS } from '../../../schemas/segment/segment-kinds.js'
import type { PlaceFieldNames } from '../../../schemas/segment/segment-kinds.js'
import { normaliseLocator, locatorKey } from '../../../schemas/base/locator.js'
import { reallyLeavesAtMidnight } from './placeholder-midnight.js'
import { person } from './person.js'
import type { Person } from './person.js'
import { distanceBetween, isSameCity } from '../places/place.js'
import type { Place } from '../places/place.js'
import type { Places } from '../places/places.js'
import type { Fields, RawSegment } from './raw-segment.js'
import { normaliseText } from '../../../schemas/base/text.js'
import { words } from '../lib/words.js'
import { carVendor, flightNumber, gatheringWords } from './vendors.js'
import { instantsOf, isZone } from '../../../schemas/base/time-zone.js'
import { HOUR, MINUTE, wallDay, wallMinutes } from '../lib/local-time.js'

export interface Moment {
  /** Minutes of wall clock since 1970. */
  wall: number
  /** Instant; by the zone of the other end, else by UTC, when the zone is unknown: then for ordering alone. */
  instant: number
  zone: string | null
  /** False when only the date is known. */
  timed: boolean
}

export interface Statement {
  raw: RawSegment
  /** Later word wins: the supplier's stamp, else the receive stamp. */
  statedAt: number
  status: StatementStatus
  gdsStatus: string | null
  locator: string | null
  locatorKey: string | null
  traveller: Person | null
  start: Moment | null
  end: Moment | null
  from: Place | null
  to: Place | null
  /** Ports on the way of a cruise; null when none is told. */
  portCalls: PortCall[] | null
  /** Normal form of airline, car company, rail or cruise line. */
  vendor: string | null
  number: string | null
  /** Words of the name (hotel, gathering, place) in comparison form. */
  nameWords: string[]
}

const NO_WORDS: string[] = []
const DEFAULT_CHECKIN = 15 * 60
const DEFAULT_CHECKOUT = 11 * 60
const DAY_CHECKIN = 12 * 60
const DAY_CHECKOUT = 18 * 60
const DAY_STAY = DAY_CHECKOUT - DAY_CHECKIN
/** A code of three letters: an airport's, or a railway's own. */
const CODE = /^[A-Z]{3}$/i
const LAST_MINUTE = 24 * 60 - 1
const LONGEST_BLOCK = 20 * HOUR

function text(fields: Fields, key: string | null): string | null {
  return key === null ? null : normaliseText(fields[key])
}

function decimal(value: unknown): number | null {
  if (typeof value === 'string' && value.trim() === '') return null
  const number = typeof value === 'number' || typeof value === 'string' ? Number(value) : NaN
  return Number.isFinite(number) ? number : null
}

function placeOf(fields: Fields, how: PlaceFieldNames, places: Places): Place | null {
  const lat = decimal(fields[`${how.prefix}lat`])
  const lon = decimal(fields[`${how.prefix}lon`])
  if (
    lat !== null &&
    lon !== null &&
    Math.abs(lat) <= 90 &&
    Math.abs(lon) <= 180 &&
    (lat !== 0 || lon !== 0)
  ) {
    const name = text(fields, `${how.prefix}city_name`)
    const told =
      name === null
        ? null
        : places.city(name, text(fields, `${how.prefix}admin_code`), text(fields, `${how.prefix}country`))
    const city = told?.spots.find((spot) => distanceKm(spot, { lat, lon }) <= NEAR_KM)
    // The city told is better than the nearest one on the map, which may be a quarter of it.
    return city === undefined ? places.coordinates(lat, lon) : { spots: [{ ...city, lat, lon }] }
  }
  const named = text(fields, how.text)
  if (named !== null) {
    const found =
      how.format === 'code'
        ? places.code(named)
        : how.format === 'station'
          ? places.station(named)
          : places.freeText(named)
    const longer =
      how.format === 'station' && (found === null || CODE.test(named))
        ? text(fields, `${how.text}_name`)
        : null
    const spelt = longer === null ? null : places.station(longer)
    // Railways have codes of their own, which are some airport's elsewhere: the name beside one knows better.
    if (spelt !== null && (found === null || !isSameCity(found, spelt))) return spelt
    if (found !== null) return found
  }
  const code = text(fields, `${how.prefix}city_code`)
  const coded = code === null ? null : places.code(code)
  if (coded !== null) return coded
  const city = text(fields, `${how.prefix}city_name`)
  if (city === null) return null
  return places.city(city, text(fields, `${how.prefix}admin_code`), text(fields, `${how.prefix}country`))
}

function zoneOf(fields: Fields, key: string, place: Place | null): string | null {
  const told = text(fields, key)
  if (told !== null && isZone(told)) return told
  const zone = place?.spots[0]?.zone ?? null
  return zone !== null && isZone(zone) ? zone : null
}

/** `near` is the zone of the other end: by it what has no zone of its own is put in order. */
function moment(
  wall: number | null,
  timed: boolean,
  zone: string | null,
  pick: 'first' | 'last',
  near: string | null = null,
): Moment | null {
  if (wall === null) return null
  const counted = zone ?? near
  const instants = counted === null ? null : instantsOf(wall * MINUTE, counted)
  const at =
    instants === null ? wall * MINUTE : ((pick === 'first' ? instants[0] : instants.at(-1)) as number)
  return { wall, instant: at, zone, timed }
}

/** Minutes of the day of a stay without a night: 12:00 to 18:00 (RULES N8); a time that is given moves the other, which is not, past itself within the day. */
function dayUse(arrives: number | null, leaves: number | null): [number, number] {
  const from =
    arrives ?? (leaves === null || leaves > DAY_CHECKIN ? DAY_CHECKIN : Math.max(0, leaves - DAY_STAY))
  const until = leaves ?? (from < DAY_CHECKOUT ? DAY_CHECKOUT : Math.min(LAST_MINUTE, from + DAY_STAY))
  return [from, until]
}

function stay(fields: Fields, zoneKey: string, place: Place | null): [Moment | null, Moment | null] {
  const zone = zoneOf(fields, zoneKey, place)
  const first = wallMinutes(fields.checkin_date)
  const last = wallMinutes(fields.checkout_date)
  const clock = (key: string): number | null => {
    const m = /^(\d\d):(\d\d)/.exec(text(fields, key) ?? '')
    return m === null ? null : Number(m[1]) * 60 + Number(m[2])
  }
  const [arrives, leaves] = [clock('checkin_time'), clock('checkout_time')]
  const [from, until] =
    first !== null && first === last
      ? dayUse(arrives, leaves)
      : [arrives ?? DEFAULT_CHECKIN, leaves ?? DEFAULT_CHECKOUT]
  const start = first === null ? null : wallDay(first) * 1440 + from
  const end = last === null ? null : wallDay(last) * 1440 + until
  return [moment(start, true, zone, 'first'), moment(end, true, zone, 'last')]
}

function ends(raw: RawSegment, from: Place | null, to: Place | null): [Moment | null, Moment | null] {
  const { fields } = raw
  const kind = SEGMENT_KINDS[raw.type]
  if (raw.type === 'Hotel') return stay(fields, kind.startZone, from)
  const startText = text(fields, kind.start)
  const endText = text(fields, kind.end)
  const startWall = wallMinutes(startText)
  const endWall = wallMinutes(endText)
  const startZone = zoneOf(fields, kind.startZone, from)
  const zone = zoneOf(fields, kind.endZone, to)
  const start = moment(startWall, startWall !== null && startWall % 1440 !== 0, startZone, 'first', zone)
  if (start?.timed === false && (startText?.length ?? 0) > 10 && endWall !== null && endWall % 1440 !== 0) {
    start.timed = reallyLeavesAtMidnight(
      raw.type,
      (moment(endWall, true, zone, 'first', startZone)?.instant ?? start.instant) - start.instant,
      from,
      to,
    )
  }
  const endTimed =
    endWall !== null && (endWall % 1440 !== 0 || start?.timed === true) && (endText?.length ?? 0) > 10
  const late = moment(endWall, endTimed, zone, 'last', startZone)
  if (
    late !== null &&
    start !== null &&
    late.instant - start.instant > LONGEST_BLOCK &&
    (raw.type === 'Air' || raw.type === 'Rail')
  ) {
    return [start, moment(endWall, endTimed, zone, 'first', startZone)]
  }
  return [start, late]
}

function vendorOf(raw: RawSegment, places: Places): string | null {
  const told = text(raw.fields, SEGMENT_KINDS[raw.type].vendor)
  if (told === null) return null
  if (raw.type === 'Air') return places.airlineCode(told) ?? (words(told).join(' ') || null)
  if (raw.type === 'Car') return carVendor(told)
  return words(told).join(' ') || null
}

/** The traveller that a raw segment names: by its own fields, else the first of its list. */
export function travellerOf(fields: Fields): Person | null {
  const named = person(fields.first_name, fields.last_name)
  if (named !== null) return named
  const list = Array.isArray(fields.travelers) ? (fields.travelers as unknown[]) : []
  const first = list[0]
  if (typeof first !== 'object' || first === null) return null
  const entry = first as Fields
  return person(entry.first_name, entry.last_name, entry.name)
}

/** All travellers that a raw segment names: by its own fields and by its list. */
export function travellersOf(fields: Fields): Person[] {
  const list = Array.isArray(fields.travelers) ? (fields.travelers as unknown[]) : []
  const told = [
    fields,
    ...list.filter((entry): entry is Fields => typeof entry === 'object' && entry !== null),
  ]
  return told
    .map((entry, i) => person(entry.first_name, entry.last_name, i === 0 ? null : entry.name))
    .filter((who) => who !== null)
}

/** Whether the codes of a train's two ends are a railway's own, and not the airports' they would be: no train gets from the one to the other in the time told. */
function areRailwayCodes(raw: RawSegment, from: Place | null, to: Place | null): boolean {
  const { type, fields } = raw
  if (
    type !== 'Rail' ||
    !CODE.test(text(fields, 'origin') ?? '') ||
    !CODE.test(text(fields, 'destination') ?? '')
  )
    return false
  const [start, end] = ends(raw, from, to)
  if (start?.timed !== true || end?.timed !== true || end.wall <= start.wall) return false
  return (
    (distanceBetween(from, to) ?? 0) >
    (MAX_SPEED_KMH.Rail ?? 0) * (Math.max(0, end.instant - start.instant) / HOUR + 1)
  )
}

/** The statement of a raw segment; worked out once. Never throws: what cannot be read is null. */
export function statementOf(raw: RawSegment, places: Places): Statement {
  if (raw.statement !== null) return raw.statement
  const { fields, type } = raw
  const kind = SEGMENT_KINDS[type]
  let from = placeOf(fields, kind.from, places)
  const told = kind.to === null ? null : placeOf(fields, kind.to, places)
  let to =
    told ?? (type === 'Air' || type === 'Rail' || type === 'Transport' || type === 'Cruise' ? null : from)
  if (areRailwayCodes(raw, from, to)) {
    if (text(fields, 'origin_name') === null) from = null
    if (text(fields, 'destination_name') === null) to = null
  }
  const [start, end] = ends(raw, from, to)
  const gds = text(fields, 'gds_status')
  const status = text(fields, 'status') ?? 'Active'
  const meant = gds === null ? null : gdsMeaning(gds).status
  const standing: StatementStatus = /^cancell?ed$/i.test(status)
    ? 'Cancelled'
    : (meant ?? (status === 'Pending' ? 'Pending' : 'Active'))
  const locator = normaliseLocator(fields.confirmation_no)
  const supplier =
    typeof fields.supplier_updated === 'string'
      ? Date.parse(fields.supplier_updated.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'))
      : NaN
  const vendor = vendorOf(raw, places)
  const [number, carrier] =
    kind.number === null ? [null, null] : flightNumber(text(fields, kind.number), vendor, type, places)
  const statement: Statement = {
    raw,
    statedAt: Number.isNaN(supplier) ? raw.receivedAt : supplier,
    status: standing,
    gdsStatus: gds?.toUpperCase() ?? null,
    locator,
    locatorKey: locator === null ? null : locatorKey(locator),
    traveller: travellerOf(fields),
    start,
    end,
    from,
    to,
    portCalls: type === 'Cruise' ? portCallsOf(fields, places) : null,
    vendor: vendor ?? carrier,
    number,
    nameWords:
      kind.name === null
        ? NO_WORDS
        : type === 'Hotel'
          ? words(text(fields, kind.name) ?? '')
          : gatheringWords(text(fields, kind.name) ?? ''),
  }
  raw.statement = statement
  return statement
}

/** Whether a statement cancels a whole booking: it has a locator, and nothing that would tell one leg from another (RULES 4.3). */
export function isBookingCancellation(s: Statement): boolean {
  return (
    s.status === 'Cancelled' &&
    s.locatorKey !== null &&
    s.start === null &&
    s.end === null &&
    s.from === null &&
    s.to === null &&
    s.number === null &&
    s.nameWords.length === 0
  )
}

/** Whether the time between two moments can be told: both zones are known, or neither and the clocks are taken for one. */
export function areComparable(a: Moment, b: Moment): boolean {
  return (a.zone === null) === (b.zone === null)
}

/** Later statements after earlier ones (rule V): supplier's stamp, receive stamp, raw id. */
export function compareVersions(a: Statement, b: Statement): number {
  return a.statedAt - b.statedAt || a.raw.receivedAt - b.raw.receivedAt || Number(a.raw.id) - Number(b.raw.id)
}
