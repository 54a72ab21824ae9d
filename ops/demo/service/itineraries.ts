/** Reads itineraries back through the front door. */
import type { ServiceClient } from './service-client.js'
import type { ShownTrip } from '../timeline.js'

const MOST = 100

/** A member's live trips of the past and to come, in order of their begin. */
export async function tripsOf(service: ServiceClient, token: string): Promise<ShownTrip[]> {
  const past = await service.get<ShownTrip[]>(`/v2/trips/past?segments=1&limit=${MOST}`, token)
  const upcoming = await service.get<ShownTrip[]>(`/v2/trips/upcoming?segments=1&limit=${MOST}`, token)
  return [...past.body.toReversed(), ...upcoming.body]
}

/** How many live trips a member has. */
export async function tripCount(service: ServiceClient, token: string): Promise<number> {
  const past = await service.get<unknown>('/v2/trips/past?limit=1', token)
  const upcoming = await service.get<unknown>('/v2/trips/upcoming?limit=1', token)
  return past.total + upcoming.total
}
