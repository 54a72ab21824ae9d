/** RULES 3.5.4: who travels on the bookings of a segment, and what each source says of each of them. */
import { FIELD_OWNERS } from '../../../../schemas/segment/catalog.js'
import type { FieldOwner } from '../../../../schemas/segment/fields/field-entry.js'
import { MAX_EARLIER_OF_TRAVELLER } from '../../../../schemas/itinerary/itinerary-limits.js'
import type { Person } from '../../../../schemas/itinerary/person.js'
import { inOrder } from '../../lib/in-order.js'
import {
  isEqualName,
  namedTravellers,
  newestFirst,
  takeNamed,
  topPerson,
} from '../../match/named-travellers.js'
import type { NamedTraveller } from '../../match/named-travellers.js'
import { mayBeSamePerson } from '../../match/same-person.js'
import type { Places } from '../../places/places.js'
import { RawSegment } from '../../statement/raw-segment.js'
import type { FieldValues } from '../../statement/field-values.js'
import type { StatementStatus } from '../../statement/gds-status.js'
import type { Statement } from '../../statement/statement.js'
import { completeStatement } from '../earlier-statements.js'
import type { CompletedStatement } from '../earlier-statements.js'
import type { RankedStatement } from '../merged-fields.js'
import { earlierVersions } from '../earlier-versions.js'
import { byLocator } from '../source-bookings.js'
import type { BookingEnv, ReportingSource, SourceBooking } from '../source-bookings.js'

export interface TravellerEnv extends BookingEnv {
  places: Places
  /** The member by the name of the profile; null: unknown. */
  member: Person | null
}

/** A traveller on a booking. */
export interface BookedTraveller extends CompletedStatement {
  /** Null: an entry of a list that names nobody. */
  person: Person | null
  isMember: boolean
  /** The booking whose newest version is about this traveller. `statement` is what it says of this one alone. */
  booking: SourceBooking
  status: StatementStatus
}

/** Everything that one source reports under one locator. */
export interface SharedBooking {
  source: string
  bookings: readonly SourceBooking[]
  /** Empty if nobody is named; the member first. */
  travellers: readonly BookedTraveller[]
}

/** The bookings of each source by locator, with their travellers; in the order of the sources. */
export function sharedBookings(
  sources: readonly ReportingSource[],
  ranked: readonly RankedStatement[],
  env: TravellerEnv,
): SharedBooking[] {
  return sources.flatMap(({ source, bookings }) =>
    byLocator(bookings).map((shared) => ({
      source,
      bookings: shared,
      travellers: new Travellers(shared, env).booked(ranked),
    })),
  )
}

/** The travellers under one locator. */
class Travellers {
  private readonly known: readonly NamedTraveller[]
  private readonly member: NamedTraveller | null
  private readonly owners = new Map<Statement, NamedTraveller | null>()

  constructor(
    private readonly bookings: readonly SourceBooking[],
    private readonly env: TravellerEnv,
  ) {
    this.known =
      bookings[0]?.party?.travellers ?? namedTravellers(bookings.flatMap((booking) => booking.versions))
    this.member = this.memberAmongThem()
  }

  booked(ranked: readonly RankedStatement[]): BookedTraveller[] {
    const all = this.known.map((known): BookedTraveller => {
      const booking = this.bookingOf(known)
      return {
        person: known.names[0] ?? null,
        isMember: known === this.member,
        booking,
        status: booking.party?.statuses.get(known)?.status ?? booking.status,
        ...this.about(known, booking, ranked),
      }
    })
    return [...all.filter(({ isMember }) => isMember), ...all.filter(({ isMember }) => !isMember)]
  }

  private memberAmongThem(): NamedTraveller | null {
    const { member } = this.env
    if (member === null) return null
    const named = new Set(this.known.filter(({ names }) => names.length > 0))
    const isOnly = named.size === 1
    return (
      takeNamed(named, (name) => isEqualName(name, member)) ??
      takeNamed(named, (name) => (name.given !== '' || isOnly) && mayBeSamePerson(name, member)) ??
      null
    )
  }

  private bookingOf({ mentions }: NamedTraveller): SourceBooking {
    const newest = mentions.keys().next().value as Statement
    return this.bookings.find((booking) => booking.versions.includes(newest)) as SourceBooking
  }

  /** RULES 3.5.2 for one traveller: the current statement of the booking, completed by what earlier ones add. */
  private about(
    known: NamedTraveller,
    booking: SourceBooking,
    ranked: readonly RankedStatement[],
  ): CompletedStatement {
    const current =
      ranked.find((entry) => entry.booking === booking)?.version ?? (booking.versions.at(-1) as Statement)
    const elsewhere = [...known.mentions.keys()].filter(
      (version) => !booking.versions.includes(version) && newestFirst(current, version) < 0,
    )
    const earlier = inOrder([...earlierVersions(booking, current, this.env), ...elsewhere], newestFirst)
    return completeStatement(
      this.only(known, current),
      earlier
        .filter((version) => known === this.member || known.mentions.has(version) || this.known.length === 1)
        .slice(0, known === this.member ? Infinity : MAX_EARLIER_OF_TRAVELLER)
        .map((version) => this.only(known, version)),
      this.env.places,
    )
  }

  /** The statement without what it says of others. */
  private only(known: NamedTraveller, version: Statement): Statement {
    const mention = known.mentions.get(version)
    const isOwn = topPerson(version) === null ? this.ownerOf(version) === known : mention?.isTop === true
    const fields = isOwn ? version.raw.fields.copy() : withoutOwn(version.raw.fields, ['traveller'])
    for (const [name, value] of Object.entries(mention?.entry ?? {}))
      if (fields.get(name) === undefined) fields.set(name, value)
    return { ...version, raw: new RawSegment(version.raw, fields), traveller: known.names[0] ?? null }
  }

  /** Whose the fields of a traveller are in a statement without a name of its own; null: nobody's. */
  private ownerOf(version: Statement): NamedTraveller | null {
    const found = this.owners.get(version)
    if (found !== undefined) return found
    const listed = this.known.filter((one) => one.mentions.has(version))
    const all = listed.length === 0 ? this.known : listed
    const isClear = listed.length > 0 || all.length === 1
    let owner: NamedTraveller | null = isClear ? (all[0] as NamedTraveller) : null
    if (this.member !== null && all.includes(this.member)) owner = this.member
    this.owners.set(version, owner)
    return owner
  }
}

/** The fields without those of these owners. */
export function withoutOwn(fields: FieldValues, owners: readonly FieldOwner[]): FieldValues {
  const kept = fields.copy()
  for (const field of fields.given()) {
    const owner = FIELD_OWNERS.get(field.name)
    if (owner !== undefined && owners.includes(owner)) kept.put(field, undefined)
  }
  return kept
}
