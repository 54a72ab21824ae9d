/**
 * A feed line as a member receives it whose number is not proven (contract.md 8.3): the travel and the traveller's
 * name, and nothing with which somebody could open, change or price the booking.
 */
import { TRAVEL_FIELDS } from '../segment/catalog.js'

/** The rest of a traveller are the ticket, the seat and the number. */
const TRAVELER_FIELDS = ['first_name', 'last_name', 'name']

/**
 * The body of a `segments` message without bookings. It says nothing of the rest of a booking that it does not name, so
 * that mode `replace` is dropped.
 * @param body JSON: `{segments, mode}`
 */
export function lineWithoutBooking(body: string): string {
  const { segments } = JSON.parse(body) as { segments: Array<Record<string, unknown>> }
  return JSON.stringify({ segments: segments.map(withoutBooking) })
}

function withoutBooking(segment: Record<string, unknown>): Record<string, unknown> {
  const kept = Object.entries(segment).filter(([name]) => name === 'type' || TRAVEL_FIELDS.has(name))
  const { travelers, ...rest } = Object.fromEntries(kept)
  if (!Array.isArray(travelers)) return rest
  const named = (travelers as Array<Record<string, unknown> | null>).map((traveller) =>
    Object.fromEntries(Object.entries(traveller ?? {}).filter(([name]) => TRAVELER_FIELDS.includes(name))),
  )
  return { ...rest, travelers: named }
}
