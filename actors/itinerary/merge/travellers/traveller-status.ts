/** RULES 4.3: the status of each traveller, where a source reports several under one locator. */
import { mayBeMisspeltSamePerson } from '../../match/same-person.js'
import { compareVersionsByContent } from '../../match/version-order.js'
import type { NamedTraveller } from '../../match/named-travellers.js'
import type { StatementStatus } from '../../statement/gds-status.js'
import type { Statement } from '../../statement/statement.js'
import { travellersOf } from '../../statement/travellers.js'

export interface TravellerStatus {
  status: StatementStatus
  /** Stamp of what decided it. */
  statedAt: number
}

/** The travellers under one locator. */
export interface Party {
  travellers: readonly NamedTraveller[]
  statuses: ReadonlyMap<NamedTraveller, TravellerStatus>
}

/** The party of which everybody has one status. */
export const partyAs = (party: Party, status: TravellerStatus): Party => ({
  ...party,
  statuses: new Map([...party.statuses.keys()].map((one) => [one, status])),
})

/** What a source reports under one locator, as far as it says who travels. */
export interface PartyReport {
  travellers: readonly NamedTraveller[]
  /** By history, its versions in order. */
  histories: ReadonlyArray<readonly Statement[]>
  /** Statements without a locator that were counted for it. */
  unlocated: readonly Statement[]
  /** Cancellations of the whole booking. */
  cancellations: readonly Statement[]
  /** When a batch in mode `replace` left these statements out; undefined: it did not. */
  leftOutAt: (versions: readonly Statement[]) => number | undefined
}

/** One report of a status, in the order in which they count. */
interface Step extends TravellerStatus {
  /** Null: it names nobody, and is about all. */
  about: ReadonlySet<NamedTraveller> | null
  /** Of one stamp, the lower comes first. */
  rank: number
  version: Statement | null
}

/** The status of each traveller: a report that names some is about those, one that names nobody about all. */
export function partyOf(report: PartyReport): Party {
  const { travellers } = report
  const known = new Map<NamedTraveller, TravellerStatus & { isByName: boolean }>()
  for (const { about, status, statedAt } of stepsOf(report)) {
    const isByName = about !== null
    for (const traveller of about ?? targetsOf(travellers, known, status))
      known.set(traveller, { status, statedAt, isByName })
  }
  return { travellers, statuses: known }
}

/** A confirmation that names nobody does not revive those who were cancelled by name, unless that is everybody. */
function targetsOf(
  travellers: readonly NamedTraveller[],
  known: ReadonlyMap<NamedTraveller, TravellerStatus & { isByName: boolean }>,
  status: StatementStatus,
): readonly NamedTraveller[] {
  if (status === 'Cancelled') return travellers
  const isCancelledByName = (one: NamedTraveller): boolean => {
    const before = known.get(one)
    return before?.isByName === true && before.status === 'Cancelled'
  }
  const areAll = travellers.every((one) => !known.has(one) || isCancelledByName(one))
  return areAll ? travellers : travellers.filter((one) => !isCancelledByName(one))
}

function stepsOf({ travellers, histories, unlocated, cancellations, leftOutAt }: PartyReport): Step[] {
  const about = (version: Statement): ReadonlySet<NamedTraveller> | null => {
    const mentioned = travellers.filter(({ mentions }) => mentions.has(version))
    return mentioned.length === 0 && travellersOf(version.raw.fields).length === 0 ? null : new Set(mentioned)
  }
  const steps = cancellations.map((version): Step => {
    const named = travellersOf(version.raw.fields)
    const isNamed = ({ names }: NamedTraveller): boolean =>
      names.some((name) => named.some((other) => mayBeMisspeltSamePerson(name, other)))
    const who = named.length === 0 ? null : new Set(travellers.filter(isNamed))
    return { status: 'Cancelled', statedAt: version.statedAt, about: who, rank: 0, version: null }
  })
  for (const versions of histories) {
    let stamp = Infinity
    // Old times that end late stand before the current ones, whatever their stamp (RULES 4.1).
    const inHistory = versions.toReversed().map((version): Step => {
      stamp = Math.min(stamp, version.statedAt)
      return { status: version.status, statedAt: stamp, about: about(version), rank: 1, version }
    })
    steps.push(...inHistory.reverse())
  }
  for (const traveller of travellers) {
    const versions = histories.flat().filter((version) => about(version)?.has(traveller) ?? true)
    const at = versions.length === 0 ? undefined : leftOutAt(versions)
    const who = new Set([traveller])
    if (at !== undefined)
      steps.push({ status: 'Cancelled', statedAt: at, about: who, rank: 2, version: null })
  }
  for (const version of unlocated)
    steps.push({
      status: version.status,
      statedAt: version.statedAt,
      about: about(version),
      rank: 3,
      version,
    })
  return steps.sort(compareSteps)
}

function compareSteps(a: Step, b: Step): number {
  if (a.statedAt !== b.statedAt || a.rank !== b.rank) return a.statedAt - b.statedAt || a.rank - b.rank
  if (a.version === null || b.version === null || a.version.statedAt !== b.version.statedAt) return 0
  return compareVersionsByContent(a.version, b.version)
}

/** True if the statement names travellers of the party, but not all of them. */
export function isAboutSome({ travellers }: Party, version: Statement): boolean {
  if (travellersOf(version.raw.fields).length === 0) return false
  return !travellers.every(({ mentions }) => mentions.has(version))
}
