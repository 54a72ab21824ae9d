/** Values of a trip's document that belong together. */
import type { TripFields } from '../../../schemas/itinerary/edit.js'
import { instantText } from '../../../schemas/base/wall-time.js'
import { zoneAbbreviation } from '../../itinerary/lib/local-time.js'
import type { Spot } from '../../itinerary/places/place.js'
import { momentText } from '../../itinerary/statement/moment.js'
import type { Moment } from '../../itinerary/statement/moment.js'

interface ShownTime {
  datetime: string | null
  zone: string | null
  zoneId: string | null
  utc: string | null
}

const UNKNOWN_TIME: ShownTime = { datetime: null, zone: null, zoneId: null, utc: null }

/** What a document shows of one end. */
export function shownTime(moment: Moment | null): ShownTime {
  if (moment === null) return UNKNOWN_TIME
  return {
    datetime: momentText(moment),
    zone: zoneAbbreviation(moment.zone, moment.instant),
    zoneId: moment.zone,
    utc: moment.dateOnly ? null : instantText(moment.instant),
  }
}

interface ShownSettings {
  privacy: string
  personal: boolean
  business: boolean
}

/** What the member set, or what holds without that. */
export function shownSettings({ privacy, personal, business }: TripFields): ShownSettings {
  return { privacy: privacy ?? 'Private', personal: personal ?? false, business: business ?? false }
}

interface ShownPlace {
  admin: string | null
  country: string | null
  lat: string | null
  lon: string | null
}

const UNKNOWN_PLACE: ShownPlace = { admin: null, country: null, lat: null, lon: null }

/** Where a trip goes, as its document shows it. */
export function shownPlace(spot: Spot | null): ShownPlace {
  if (spot === null) return UNKNOWN_PLACE
  const { admin, country, lat, lon } = spot
  return { admin: admin ?? null, country: country ?? null, lat: lat.toFixed(5), lon: lon.toFixed(5) }
}
