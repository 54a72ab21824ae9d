/** The public segment (contract.md 3), ready to send. */
import { distanceKm } from '../itinerary/geo.js'
import { SHOWN } from '../itinerary/fields.js'
import { KINDS } from '../itinerary/kinds.js'
import type { Spot } from '../itinerary/place.js'
import type { Moment } from '../itinerary/statement.js'
import { abbreviation, utcText, wallText } from '../itinerary/zones.js'
import type { Env } from './env.js'
import type { Connection } from './links.js'
import type { Item, MemberState } from './state.js'

const round = (value: number, digits: number): string => value.toFixed(digits)

function ends (name: string, moment: Moment | null, out: Record<string, unknown>, hotel: boolean): void {
  const stem = name.replace(/_(datetime|date)$/, '')
  if (!hotel) out[name] = moment === null ? null : wallText(moment.wall)
  out[`${stem}_datetime_utc`] = moment === null || moment.zone === null ? null : utcText(moment.at)
  if (!hotel) {
    out[`${stem}_time_zone_id`] = moment?.zone ?? null
    out[`${stem}_time_zone`] = moment === null ? null : abbreviation(moment.zone, moment.at)
  }
}

function place (prefix: string, spot: Spot | null, out: Record<string, unknown>, fill: boolean): void {
  const put = (name: string, value: unknown): void => {
    const key = `${prefix}${name}`
    if (fill || out[key] === undefined || out[key] === null) out[key] = value ?? out[key] ?? null
  }
  put('city_name', spot?.city ?? null)
  put('admin_code', spot?.admin ?? null)
  put('country', spot?.country ?? null)
  put('city_code', spot?.metro ?? null)
  put('lat', spot === null ? null : round(spot.lat, 5))
  put('lon', spot === null ? null : round(spot.lon, 5))
}

/** Builds the document of an item; `updated` is the stamp to show. */
export function segmentDoc (state: MemberState, item: Item, env: Env, connection: Connection, updated: number): Record<string, unknown> {
  const out: Record<string, unknown> = { id: item.id, member_id: state.id, trip_id: item.tripId, type: item.type, status: item.status }
  const merged = item.merged
  if (merged !== null) {
    const kind = KINDS[item.type]
    const { view } = merged
    for (const name of SHOWN[item.type]) out[name] = merged.fields[name] ?? null
    const hotel = item.type === 'Hotel'
    if (hotel) {
      out.checkin_date = merged.fields.checkin_date ?? null
      out.checkout_date = merged.fields.checkout_date ?? null
    }
    ends(kind.start, view.start, out, hotel)
    if (kind.end !== null) ends(kind.end, view.end, out, hotel)
    if (hotel || kind.startZone === 'time_zone_id') {
      out.time_zone_id = view.start?.zone ?? null
      out.time_zone = view.start === null ? null : abbreviation(view.start.zone, view.start.at)
    }
    const from = item.seen?.from?.spots[0] ?? view.from?.spots[0] ?? null
    const to = item.seen?.to?.spots[0] ?? view.to?.spots[0] ?? null
    if (item.type === 'Air' || item.type === 'Rail') {
      place('origin_', from, out, true)
      place('destination_', to, out, true)
      if (item.type === 'Air') {
        out.flight_num = view.number ?? out.flight_num
        out.normalized_airline = view.vendor
        out.airline_name = view.vendor === null ? null : env.places.airlineName(view.vendor)
      }
    } else {
      place(kind.from.prefix, from, out, false)
      if (kind.to !== null && to !== null) place(kind.to.prefix, to, out, false)
      if (item.type === 'Car') out.normalized_vendor = view.vendor
    }
    for (const name of Object.keys(out)) if (/(^|_)(lat|lon)$/.test(name) && typeof out[name] === 'number') out[name] = String(out[name])
    if (typeof out.price === 'number') out.price = String(out.price)
    const minutes = view.start !== null && view.end !== null ? Math.round((view.end.at - view.start.at) / 60_000) : null
    out.duration = minutes
    out.distance = from !== null && to !== null && from !== to ? round(distanceKm(from, to), 1) : null
    out.source = merged.source
    out.source_type = env.source(merged.source)?.classification ?? null
    out.sources = merged.words.map(word => ({
      source: word.raw.source, raw_id: word.raw.id, confirmation_no: word.locator, status: word.standing, received: utcText(word.raw.at),
      supplier_updated: word.made === word.raw.at ? null : utcText(word.made)
    }))
    out.bookings = merged.bookings
    const previous = merged.previous
    out.previous = previous === null ? null : { [kind.start]: previous.start ?? null, ...(kind.end === null ? {} : { [kind.end]: previous.end ?? null }), changed: utcText(previous.changed) }
    out.is_connection = connection.isConnection
    out.connection_minutes = connection.minutes
    out.possible_duplicate_of = item.lookalikes
    out.warnings = merged.warnings
  }
  out.replaces = item.replaces
  out.replaced_by = item.replacedBy
  out.merged_into = item.mergedInto
  out.created = utcText(item.created)
  out.updated = utcText(updated)
  return out
}
