/** The public segment (contract.md 3), ready to send. */
import { distanceKm } from '../../itinerary/places/distance.js'
import { DOCUMENT_FIELDS } from '../../../schemas/segment/catalog.js'
import { SEGMENT_KINDS } from '../../../schemas/segment/segment-kinds.js'
import type { SegmentType } from '../../../schemas/segment/fields/segment-types.js'
import type { MergedSegment } from '../../itinerary/merge/merge.js'
import type { Spot } from '../../itinerary/places/place.js'
import { areComparable } from '../../itinerary/statement/moment.js'
import type { Moment } from '../../itinerary/statement/moment.js'
import { zoneAbbreviation, utcText, wallText } from '../../itinerary/lib/local-time.js'
import type { Env } from '../env.js'
import type { Connection } from '../segments/rebookings.js'
import type { SegmentState } from '../segments/segment-state.js'
import { segmentTimes } from '../segments/segment-times.js'
import type { MemberState } from '../state.js'

/** Names of the fields that tell one end's time. */
interface EndNames {
  local: string
  utc: string
  zone: string
  abbreviation: string
}

/** Names of the fields that tell one end's place. */
interface PlaceNames {
  city: string
  admin: string
  country: string
  code: string
  lat: string
  lon: string
}

/** What a type's documents have in common, worked out once: every document of a type has the same fields in the same order. */
interface Shape {
  blank: Record<string, unknown>
  start: EndNames
  end: EndNames | null
  from: PlaceNames
  to: PlaceNames | null
  coordinates: string[]
  shown: readonly string[]
}

function endNames(name: string): EndNames {
  const stem = name.replace(/_(datetime|date)$/, '')
  return {
    local: name,
    utc: `${stem}_datetime_utc`,
    zone: `${stem}_time_zone_id`,
    abbreviation: `${stem}_time_zone`,
  }
}

function placeNames(prefix: string): PlaceNames {
  return {
    city: `${prefix}city_name`,
    admin: `${prefix}admin_code`,
    country: `${prefix}country`,
    code: `${prefix}city_code`,
    lat: `${prefix}lat`,
    lon: `${prefix}lon`,
  }
}

const HEAD = ['id', 'member_id', 'trip_id', 'type', 'status']
const TAIL = [
  'duration',
  'distance',
  'source',
  'source_type',
  'sources',
  'bookings',
  'previous',
  'is_connection',
  'connection_minutes',
  'possible_duplicate_of',
  'warnings',
  'replaces',
  'replaced_by',
  'merged_into',
  'created',
  'updated',
]

function shapeOf(type: SegmentType): Shape {
  const kind = SEGMENT_KINDS[type]
  const hotel = type === 'Hotel'
  const route = type === 'Air' || type === 'Rail'
  const start = endNames(kind.start)
  const end = kind.end === null ? null : endNames(kind.end)
  const from = placeNames(route ? 'origin_' : kind.from.prefix)
  const to = route ? placeNames('destination_') : kind.to === null ? null : placeNames(kind.to.prefix)
  const shown = DOCUMENT_FIELDS[type]
  const ends = [start, ...(end === null ? [] : [end])].flatMap((names) =>
    hotel ? [names.utc] : [names.local, names.utc, names.zone, names.abbreviation],
  )
  const zone = hotel || kind.startZone === 'time_zone_id' ? ['time_zone_id', 'time_zone'] : []
  const places = [from, ...(to === null ? [] : [to])].flatMap((names) => Object.values(names) as string[])
  const vendor =
    type === 'Air'
      ? ['flight_num', 'normalized_airline', 'airline_name']
      : type === 'Car'
        ? ['normalized_vendor']
        : []
  const names = [...HEAD, ...shown, ...ends, ...zone, ...places, ...vendor, ...TAIL]
  // What JSON.parse makes, the runtime copies fast.
  const blank = JSON.parse(JSON.stringify(Object.fromEntries(names.map((name) => [name, null])))) as Record<
    string,
    unknown
  >
  return {
    blank,
    start,
    end,
    from,
    to,
    coordinates: names.filter((name) => /(^|_)(lat|lon)$/.test(name)),
    shown,
  }
}

const SHAPES = Object.fromEntries(
  (Object.keys(SEGMENT_KINDS) as SegmentType[]).map((type) => [type, shapeOf(type)]),
) as Record<SegmentType, Shape>

function ends(names: EndNames, moment: Moment | null, out: Record<string, unknown>, hotel: boolean): void {
  if (moment === null) {
    if (!hotel) {
      out[names.local] = null
      out[names.zone] = null
    }
    return
  }
  if (moment.zone !== null) out[names.utc] = utcText(moment.instant)
  if (hotel) return
  out[names.local] = wallText(moment.wall)
  out[names.zone] = moment.zone
  out[names.abbreviation] = zoneAbbreviation(moment.zone, moment.instant)
}

/** Tells where an end is: over what was told when `over`, else only what was left open. */
function place(names: PlaceNames, spot: Spot | null, out: Record<string, unknown>, over: boolean): void {
  if (spot === null) return
  const put = (name: string, value: unknown): void => {
    if (value !== null && (over || out[name] === null)) out[name] = value
  }
  put(names.city, spot.city)
  put(names.admin, spot.admin)
  put(names.country, spot.country)
  put(names.code, spot.metro)
  put(names.lat, spot.lat.toFixed(5))
  put(names.lon, spot.lon.toFixed(5))
}

/** Builds the document of an item; `updated` is the stamp to show. */
export function segmentDocument(
  state: MemberState,
  item: SegmentState,
  env: Env,
  connection: Connection,
  updated: number,
): Record<string, unknown> {
  const shape = SHAPES[item.type]
  const out: Record<string, unknown> = { ...shape.blank }
  out.id = item.id
  out.member_id = state.id
  out.trip_id = item.tripId
  out.type = item.type
  out.status = item.status
  if (item.merged !== null) describe(out, item, item.merged, shape, env, connection)
  out.possible_duplicate_of = item.possibleDuplicates
  out.replaces = item.replaces
  out.replaced_by = item.replacedBy
  out.merged_into = item.mergedInto
  out.created = utcText(item.created)
  out.updated = utcText(updated)
  return out
}

function describe(
  out: Record<string, unknown>,
  item: SegmentState,
  merged: MergedSegment,
  shape: Shape,
  env: Env,
  connection: Connection,
): void {
  const kind = SEGMENT_KINDS[item.type]
  const { statement: view, fields } = merged
  const hotel = item.type === 'Hotel'
  for (const name of shape.shown) {
    const value = fields[name]
    if (value !== undefined) out[name] = value
  }
  const { start, end } = segmentTimes(item)
  ends(shape.start, start, out, hotel)
  if (shape.end !== null) ends(shape.end, end, out, hotel)
  if (hotel || kind.startZone === 'time_zone_id') {
    out.time_zone_id = start?.zone ?? null
    out.time_zone = start === null ? null : zoneAbbreviation(start.zone, start.instant)
  }
  const from = item.placedLeg?.from?.spots[0] ?? view.from?.spots[0] ?? null
  const to = item.placedLeg?.to?.spots[0] ?? view.to?.spots[0] ?? null
  const route = item.type === 'Air' || item.type === 'Rail'
  place(shape.from, from, out, route)
  if (shape.to !== null) place(shape.to, to, out, route)
  if (item.type === 'Air') {
    out.flight_num = view.number ?? out.flight_num
    out.normalized_airline = view.vendor
    out.airline_name = view.vendor === null ? null : env.places.airlineName(view.vendor)
  } else if (item.type === 'Car') out.normalized_vendor = view.vendor
  for (const name of shape.coordinates) if (typeof out[name] === 'number') out[name] = String(out[name])
  if (typeof out.price === 'number') out.price = String(out.price)
  out.duration =
    start !== null && end !== null && areComparable(start, end)
      ? Math.round((end.instant - start.instant) / 60_000)
      : null
  out.distance =
    from !== null && to !== null && (from.lat !== to.lat || from.lon !== to.lon)
      ? distanceKm(from, to).toFixed(1)
      : null
  out.source = merged.source
  out.source_type = env.source(merged.source)?.classification ?? null
  out.sources = merged.currentStatements.map((word) => ({
    source: word.raw.source,
    raw_id: word.raw.id,
    confirmation_no: word.locator,
    status: word.status,
    received: utcText(word.raw.receivedAt),
    supplier_updated: word.statedAt === word.raw.receivedAt ? null : utcText(word.statedAt),
  }))
  out.bookings = merged.bookings
  const previous = merged.previous
  out.previous =
    previous === null
      ? null
      : {
          [kind.start]: previous.start ?? null,
          ...(kind.end === null ? {} : { [kind.end]: previous.end ?? null }),
          changed: utcText(previous.changed),
        }
  out.is_connection = connection.isConnection
  out.connection_minutes = connection.minutes
  out.warnings = merged.warnings
}
