/** RULES 3.5.4: who travels on the bookings of a segment, and what each source says of each of them. */
import { FIELD_OWNERS } from '../../../../schemas/segment/catalog.js'
import {
  MAX_COMPARED_NAMES,
  MAX_EARLIER_OF_TRAVELLER,
  MAX_TRAVELLERS_OF_BOOKING,
} from '../../../../schemas/itinerary/itinerary-limits.js'
import { person } from '../../../../schemas/itinerary/person.js'
import type { Person } from '../../../../schemas/itinerary/person.js'
import { inOrder } from '../../lib/in-order.js'
import { mayBeMisspeltSamePerson, mayBeSamePerson } from '../../match/same-person.js'
import { compareVersionsByContent } from '../../match/version-order.js'
import type { Places } from '../../places/places.js'
import { RawSegment } from '../../statement/raw-segment.js'
import type { Fields } from '../../statement/raw-segment.js'
import type { Statement } from '../../statement/statement.js'
import { listedTravellers } from '../../statement/travellers.js'
import { completeStatement } from '../earlier-statements.js'
import type { CompletedStatement } from '../earlier-statements.js'
import type { RankedStatement } from '../merged-fields.js'
import { earlierVersions } from '../source-bookings.js'
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
}

/** Everything that one source reports under one locator. */
export interface SharedBooking {
  source: string
  bookings: readonly SourceBooking[]
  /** Empty if nobody is named; the member first. */
  travellers: readonly BookedTraveller[]
}

/** True if any source reports more than one traveller, or a list of them. */
export function hasCompanions(sources: readonly ReportingSource[]): boolean {
  let known: Person | null = null
  for (const { versions } of sources)
    for (const { traveller, raw } of versions) {
      if (raw.fields.travelers !== undefined) return true
      if (traveller === null) continue
      if (known !== null && (known.family !== traveller.family || known.given !== traveller.given))
        return true
      known = traveller
    }
  return false
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

function byLocator(bookings: readonly SourceBooking[]): SourceBooking[][] {
  const groups = new Map<unknown, SourceBooking[]>()
  for (const booking of bookings) {
    const key = booking.history.locatorKey ?? booking
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [booking])
    else group.push(booking)
  }
  return [...groups.values()]
}

/** What one statement says of a traveller. */
interface Mention {
  /** Fields of the entry in its list; null: it is not listed. */
  entry: Fields | null
  /** The statement's own name fields are this traveller's. */
  isTop: boolean
}

/** A traveller as far as the versions were read, the newest first. */
interface Known {
  /** The name in each spelling; none: the entries name nobody. */
  names: Person[]
  mentions: Map<Statement, Mention>
}

const topPerson = ({ raw: { fields } }: Statement): Person | null =>
  person(fields.first_name, fields.last_name)

const keyOf = ({ family, given }: Person): string => `${family}/${given}`

const isEqual = (a: Person, b: Person): boolean => a.family === b.family && a.given === b.given

/** The travellers under one locator. */
class Travellers {
  private readonly known: Known[] = []
  private readonly member: Known | null
  private readonly byName = new Map<string, Known>()
  private readonly owners = new Map<Statement, Known | null>()
  private compared = 0

  constructor(
    private readonly bookings: readonly SourceBooking[],
    private readonly env: TravellerEnv,
  ) {
    const versions = bookings.flatMap((booking) => booking.versions)
    for (const version of inOrder(versions, newestFirst)) this.read(version)
    this.member = this.memberAmongThem()
  }

  booked(ranked: readonly RankedStatement[]): BookedTraveller[] {
    const all = this.known.map((known): BookedTraveller => {
      const booking = this.bookingOf(known)
      return {
        person: known.names[0] ?? null,
        isMember: known === this.member,
        booking,
        ...this.about(known, booking, ranked),
      }
    })
    return [...all.filter(({ isMember }) => isMember), ...all.filter(({ isMember }) => !isMember)]
  }

  /** Every entry of a list is another traveller; the statement's own name may be one of them. */
  private read(version: Statement): void {
    const listed = listedTravellers(version.raw.fields)
    const free = new Set(this.known)
    const found = listed.map(({ person: who }) => {
      const known = who === null ? undefined : this.byName.get(keyOf(who))
      return known !== undefined && free.delete(known) ? known : undefined
    })
    const unnamed = [...free].filter(({ names }) => names.length === 0)
    listed.forEach(({ person: who, fields }, at) => {
      const known =
        found[at] ?? (who === null ? unnamed.shift() : take(free, (one) => this.mayBeSame(one, who)))
      this.add(known ?? null, who)?.mentions.set(version, { entry: fields, isTop: false })
    })
    const top = topPerson(version)
    if (top === null) return
    const all = new Set(this.known)
    const known = take(all, (one) => isEqual(one, top)) ?? take(all, (one) => this.mayBeSame(one, top))
    const mentions = this.add(known ?? null, top)?.mentions
    mentions?.set(version, { entry: mentions.get(version)?.entry ?? null, isTop: true })
  }

  private mayBeSame(a: Person, b: Person): boolean {
    this.compared += 1
    return this.compared <= MAX_COMPARED_NAMES && mayBeMisspeltSamePerson(a, b)
  }

  private add(known: Known | null, who: Person | null): Known | null {
    if (known === null && this.known.length >= MAX_TRAVELLERS_OF_BOOKING) return null
    const added = known ?? { names: [], mentions: new Map<Statement, Mention>() }
    if (known === null) this.known.push(added)
    if (who !== null && !added.names.some((name) => isEqual(name, who))) {
      added.names.push(who)
      if (!this.byName.has(keyOf(who))) this.byName.set(keyOf(who), added)
    }
    return added
  }

  private memberAmongThem(): Known | null {
    const { member } = this.env
    if (member === null) return null
    const named = new Set(this.known.filter(({ names }) => names.length > 0))
    const isOnly = named.size === 1
    return (
      take(named, (name) => isEqual(name, member)) ??
      take(named, (name) => (name.given !== '' || isOnly) && mayBeSamePerson(name, member)) ??
      null
    )
  }

  private bookingOf({ mentions }: Known): SourceBooking {
    const newest = mentions.keys().next().value as Statement
    return this.bookings.find((booking) => booking.versions.includes(newest)) as SourceBooking
  }

  /** RULES 3.5.2 for one traveller: the current statement of the booking, completed by what earlier ones add. */
  private about(
    known: Known,
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
  private only(known: Known, version: Statement): Statement {
    const mention = known.mentions.get(version)
    const isOwn = topPerson(version) === null ? this.ownerOf(version) === known : mention?.isTop === true
    const fields = isOwn ? { ...version.raw.fields } : withoutOwn(version.raw.fields, ['traveller'])
    for (const [name, value] of Object.entries(mention?.entry ?? {})) fields[name] ??= value
    return { ...version, raw: new RawSegment(version.raw, fields), traveller: known.names[0] ?? null }
  }

  /** Whose the fields of a traveller are in a statement without a name of its own; null: nobody's. */
  private ownerOf(version: Statement): Known | null {
    const found = this.owners.get(version)
    if (found !== undefined) return found
    const listed = this.known.filter((one) => one.mentions.has(version))
    const all = listed.length === 0 ? this.known : listed
    const isClear = listed.length > 0 || all.length === 1
    let owner: Known | null = isClear ? (all[0] as Known) : null
    if (this.member !== null && all.includes(this.member)) owner = this.member
    this.owners.set(version, owner)
    return owner
  }
}

const newestFirst = (a: Statement, b: Statement): number => compareVersionsByContent(b, a)

/** Takes the first named traveller that `accepts` accepts out of the set. */
function take(free: Set<Known>, accepts: (person: Person) => boolean): Known | undefined {
  for (const known of free)
    if (known.names.some(accepts)) {
      free.delete(known)
      return known
    }
  return undefined
}

/** The fields without those of these owners. */
export function withoutOwn(fields: Fields, owners: ReadonlyArray<'traveller' | 'booking'>): Fields {
  return Object.fromEntries(
    Object.entries(fields).filter(([name]) => {
      const owner = FIELD_OWNERS.get(name)
      return owner === undefined || !owners.includes(owner)
    }),
  )
}
