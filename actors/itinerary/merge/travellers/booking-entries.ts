/** The documents' `bookings` and `travelers` (RULES 3.5.4). */
import { TRIP_TRAITS } from '../../../../schemas/segment/catalog.js'
import type { Origin } from '../../../../schemas/itinerary/stored/provenance.js'
import {
  MAX_BOOKING_ENTRIES,
  MAX_TRAVELLERS_OF_BOOKING,
} from '../../../../schemas/itinerary/itinerary-limits.js'
import { SEGMENT_KINDS } from '../../../../schemas/segment/segment-kinds.js'
import { Traveler } from '../../../../schemas/segment/fields/common.js'
import { mayBeMisspeltSamePerson } from '../../match/same-person.js'
import { textOf } from '../../statement/statement-place.js'
import { writtenLocator } from '../../statement/statement.js'
import type { Statement } from '../../statement/statement.js'
import type { BookedTraveller, SharedBooking } from './booked-travellers.js'
import type { RankedStatement } from '../merged-fields.js'
import type { BookingEntry } from '../merged-segment.js'
import type { ReportingSource, SourceBooking } from '../source-bookings.js'

/** One entry for each booking, where nobody travels with anybody. */
export function bookingEntries(
  sources: readonly ReportingSource[],
  ranked: readonly RankedStatement[],
): BookingEntry[] {
  return sources.flatMap(({ source, bookings }) =>
    bookings.map((booking) => bookingEntry(source, booking, ranked)),
  )
}

/** One entry for each traveller on each booking; those of the member first. */
export function entriesOfTravellers(
  shared: readonly SharedBooking[],
  ranked: readonly RankedStatement[],
): BookingEntry[] {
  const [own, others]: [BookingEntry[], BookingEntry[]] = [[], []]
  for (const { source, bookings, travellers } of shared) {
    if (travellers.length === 0)
      others.push(...bookings.map((booking) => bookingEntry(source, booking, ranked)))
    for (const { booking, statement, isMember, status } of travellers)
      (isMember ? own : others).push({
        ...entryOf(source, booking, statement, {
          traveler:
            fullName(textIn(statement, 'first_name'), textIn(statement, 'last_name')) ??
            textIn(statement, 'name'),
          seat_assignment: textIn(statement, 'seat_assignment'),
          ticket_number: textIn(statement, 'ticket_number'),
        }),
        status,
      })
  }
  return [...own, ...others].slice(0, MAX_BOOKING_ENTRIES)
}

function bookingEntry(
  source: string,
  booking: SourceBooking,
  ranked: readonly RankedStatement[],
): BookingEntry {
  const { versions } = booking
  const current = ranked.find((entry) => entry.booking === booking)?.statement
  const last = (name: string): string | null =>
    textIn(current ?? versions.findLast(({ raw }) => typeof raw.fields.get(name) === 'string'), name)
  const named = latestNamed(booking)
  return entryOf(source, booking, current ?? (versions.at(-1) as Statement), {
    traveler: fullName(textIn(named, 'first_name'), textIn(named, 'last_name')),
    seat_assignment: last('seat_assignment'),
    ticket_number: last('ticket_number'),
  })
}

function entryOf(
  source: string,
  booking: SourceBooking,
  statement: Statement,
  who: Pick<BookingEntry, 'traveler' | 'seat_assignment' | 'ticket_number'>,
): BookingEntry {
  return {
    source,
    confirmation_no: writtenLocator(booking.versions.findLast((s) => s.locator !== null)),
    traveler: who.traveler,
    seat_assignment: who.seat_assignment,
    ticket_number: who.ticket_number,
    number: numberText(statement),
    status: booking.status,
  }
}

export function latestNamed({ versions }: SourceBooking): Statement | undefined {
  return versions.findLast((s) => s.traveller !== null)
}

function textIn(statement: Statement | undefined, field: string): string | null {
  return statement === undefined ? null : textOf(statement.raw.fields, field)
}

function fullName(first: string | null, last: string | null): string | null {
  return first === null || last === null ? (first ?? last) : `${first} ${last}`
}

/** `LH 430`: what the service is called on this booking, which another may know under another number. */
function numberText({ vendor, number, raw: { type, fields } }: Statement): string | null {
  if (TRIP_TRAITS[type].by === 'air')
    return number === null || vendor === null ? number : `${vendor} ${number}`
  return textOf(fields, SEGMENT_KINDS[type].number)
}

/** A traveller as documents list one. */
type ListedTraveller = Record<string, string | null>
const LISTED = Object.keys(Traveler.properties)

/**
 * The list of all travellers, the member first, and where the first entry comes from; null if no source sent a list
 * and there is only one.
 */
export function travellerList(
  shared: readonly SharedBooking[],
  isLive: boolean,
): { list: ListedTraveller[]; origin: Origin } | null {
  const all: Array<{ who: BookedTraveller; shown: ListedTraveller }> = []
  let isListed = false
  for (const { bookings, travellers } of shared) {
    isListed ||= bookings.some(({ versions }) =>
      versions.some(({ raw }) => raw.fields.get('travelers') !== undefined),
    )
    const isFirst = all.length === 0
    for (const who of travellers) {
      if ((isLive && who.status === 'Cancelled') || (who.person === null && !isFirst)) continue
      const same = isFirst ? undefined : all.find((one) => areSame(one.who, who))
      if (same === undefined) all.push({ who, shown: shownTraveller(who) })
      else for (const name of LISTED) same.shown[name] ??= shownTraveller(who)[name] ?? null
    }
  }
  const [first] = all
  if (first === undefined || (all.length < 2 && !isListed)) return null
  const { raw } = first.who.statement
  const inOrder = [...all.filter(({ who }) => who.isMember), ...all.filter(({ who }) => !who.isMember)]
  const list = inOrder.slice(0, MAX_TRAVELLERS_OF_BOOKING).map(({ shown }) => shown)
  return { list, origin: { source: raw.source, raw_id: raw.id } }
}

function shownTraveller({ statement }: BookedTraveller): ListedTraveller {
  return Object.fromEntries(LISTED.map((name) => [name, textOf(statement.raw.fields, name)]))
}

function areSame(a: BookedTraveller, b: BookedTraveller): boolean {
  if (a.isMember || b.isMember) return a.isMember && b.isMember
  return a.person !== null && b.person !== null && mayBeMisspeltSamePerson(a.person, b.person)
}
