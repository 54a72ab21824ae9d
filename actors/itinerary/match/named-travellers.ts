/** RULES 3.5.4: who is who in what one source reports under one locator. */
import { MAX_COMPARED_NAMES, MAX_TRAVELLERS_OF_BOOKING } from '../../../schemas/itinerary/itinerary-limits.js'
import { person } from '../../../schemas/itinerary/person.js'
import type { Person } from '../../../schemas/itinerary/person.js'
import { inOrder } from '../lib/in-order.js'
import type { Fields } from '../statement/raw-segment.js'
import type { Statement } from '../statement/statement.js'
import { listedTravellers, travellersOf } from '../statement/travellers.js'
import { mayBeMisspeltSamePerson } from './same-person.js'
import { compareVersionsByContent } from './version-order.js'

/** What one statement says of a traveller. */
export interface Mention {
  /** Fields of the entry in its list; null: it is not listed. */
  entry: Fields | null
  /** The statement's own name fields are this traveller's. */
  isTop: boolean
}

export interface NamedTraveller {
  /** The name in each spelling; none: the entries name nobody. */
  names: Person[]
  /** The newest statement first. */
  mentions: Map<Statement, Mention>
}

/** True if the reports name more than one traveller, or list them. */
export function nameSeveral(reports: ReadonlyArray<{ versions: readonly Statement[] }>): boolean {
  let known: Person | null = null
  for (const { versions } of reports)
    for (const { traveller, raw } of versions) {
      if (raw.fields.get('travelers') !== undefined) return true
      if (traveller === null) continue
      if (known !== null && !isEqualName(known, traveller)) return true
      known = traveller
    }
  return false
}

/** The travellers that the statements of one source under one locator name. */
export function namedTravellers(statements: readonly Statement[]): NamedTraveller[] {
  const reader = new TravellerReader()
  for (const statement of inOrder(statements.slice(), newestFirst)) reader.read(statement)
  return reader.known
}

export const newestFirst = (a: Statement, b: Statement): number => compareVersionsByContent(b, a)

/** The person of the statement's own name fields. */
export const topPerson = ({ raw: { fields } }: Statement): Person | null =>
  person(fields.get('first_name'), fields.get('last_name'))

export const isEqualName = (a: Person, b: Person): boolean => a.family === b.family && a.given === b.given

const keyOf = ({ family, given }: Person): string => `${family}/${given}`

class TravellerReader {
  readonly known: NamedTraveller[] = []
  private readonly byName = new Map<string, NamedTraveller>()
  private compared = 0

  /** Every entry of a list is another traveller; the statement's own name may be one of them. */
  read(version: Statement): void {
    const listed = listedTravellers(version.raw.fields)
    const free = new Set(this.known)
    const found = listed.map(({ person: who }) => {
      const known = who === null ? undefined : this.byName.get(keyOf(who))
      return known !== undefined && free.delete(known) ? known : undefined
    })
    const unnamed = [...free].filter(({ names }) => names.length === 0)
    listed.forEach(({ person: who, fields }, at) => {
      const known =
        found[at] ?? (who === null ? unnamed.shift() : takeNamed(free, (one) => this.mayBeSame(one, who)))
      this.add(known ?? null, who)?.mentions.set(version, { entry: fields, isTop: false })
    })
    const top = topPerson(version)
    if (top === null) return
    const all = new Set(this.known)
    const known =
      takeNamed(all, (one) => isEqualName(one, top)) ?? takeNamed(all, (one) => this.mayBeSame(one, top))
    const mentions = this.add(known ?? null, top)?.mentions
    mentions?.set(version, { entry: mentions.get(version)?.entry ?? null, isTop: true })
  }

  private mayBeSame(a: Person, b: Person): boolean {
    this.compared += 1
    return this.compared <= MAX_COMPARED_NAMES && mayBeMisspeltSamePerson(a, b)
  }

  private add(known: NamedTraveller | null, who: Person | null): NamedTraveller | null {
    if (known === null && this.known.length >= MAX_TRAVELLERS_OF_BOOKING) return null
    const added = known ?? { names: [], mentions: new Map<Statement, Mention>() }
    if (known === null) this.known.push(added)
    if (who !== null && !added.names.some((name) => isEqualName(name, who))) {
      added.names.push(who)
      if (!this.byName.has(keyOf(who))) this.byName.set(keyOf(who), added)
    }
    return added
  }
}

/** Takes the first named traveller that `accepts` accepts out of the set. */
export function takeNamed(
  free: Set<NamedTraveller>,
  accepts: (person: Person) => boolean,
): NamedTraveller | undefined {
  for (const known of free)
    if (known.names.some(accepts)) {
      free.delete(known)
      return known
    }
  return undefined
}

/**
 * RULES 3.2: true if two statements of one booking name travellers who cannot be one. Misspelt or swapped
 * names are the same traveller's; a statement without a traveller may be anyone's; one that lists several is
 * about each of them.
 */
export function isOtherTraveller(a: Statement, b: Statement): boolean {
  if (a.traveller === null || b.traveller === null || mayBeMisspeltSamePerson(a.traveller, b.traveller))
    return false
  if (a.raw.fields.get('travelers') === undefined && b.raw.fields.get('travelers') === undefined) return true
  const others = travellersOf(b.raw.fields)
  return !travellersOf(a.raw.fields).some((left) =>
    others.some((right) => mayBeMisspeltSamePerson(left, right)),
  )
}
