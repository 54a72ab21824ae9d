/** Reads itineraries back over the API. */
import type { ShownTrip } from '../timeline.js'
import type { ServiceClient } from './service-client.js'

const MAX_TRIPS = 100

/** A member's past and upcoming trips in the order of time. */
export async function tripsOf(service: ServiceClient, token: string): Promise<ShownTrip[]> {
  const query = `segments=1&limit=${MAX_TRIPS}`
  const past = await service.get<ShownTrip[]>(`/v2/trips/past?${query}`, token)
  const upcoming = await service.get<ShownTrip[]>(`/v2/trips/upcoming?${query}`, token)
  return [...past.body.toReversed(), ...upcoming.body]
}

/** The number of a member's trips. */
export async function tripCount(service: ServiceClient, token: string): Promise<number> {
  const past = await service.get<unknown>('/v2/trips/past?limit=1', token)
  const upcoming = await service.get<unknown>('/v2/trips/upcoming?limit=1', token)
  return past.total + upcoming.total
}
