/**
 * Composes a year of travel: the members, and every batch that their sources submit, in the order of time.
 */
import { reportJourney } from './sources/source-messages.js'
import type { SourceMessage } from './sources/source-messages.js'
import { sourceDirectory } from './sources/source-directory.js'
import type { KnownSource, SourceDirectory } from './sources/source-directory.js'
import { dayOf, localOf, MINUTES_PER_DAY, weekday } from './travel/clock.js'
import { journey } from './travel/journey.js'
import type { Journey } from './travel/journey.js'
import type { BookedFlight, JourneyKind } from './travel/journey-parts.js'
import { person } from './travel/people.js'
import type { Person } from './travel/people.js'
import { seededRandom } from './travel/random.js'
import type { Random } from './travel/random.js'
import type { Timetable } from './travel/timetable.js'

export interface Plan {
  seed: number
  members: number
  /** First day of the year, `YYYY-MM-DD`. */
  start: string
  /** The day of the demo: nothing was reported after it. */
  today: string
  timetable: Timetable
  sources: KnownSource[]
}

export interface MemberYear {
  person: Person
  messages: SourceMessage[]
  /** Journeys that are not cancelled, and their parts. */
  trips: number
  parts: number
  /** Flights on which the member flies. */
  flights: BookedFlight[]
}

const YEAR_DAYS = 365
const DAY_MS = 86_400_000
const MAX_ATTEMPTS = 12
const KINDS: ReadonlyArray<readonly [JourneyKind, number]> = [
  ['round trip', 60],
  ['day trip', 10],
  ['several cities', 12],
  ['open jaw', 8],
  ['by car', 10],
]
/** Days at home between two journeys. */
const DAYS_AT_HOME: Record<Person['habit'], readonly [number, number]> = {
  seldom: [35, 90],
  regular: [14, 45],
  frequent: [4, 18],
  commuter: [10, 40],
}
const COMMUTE_WEEKS: readonly [number, number] = [2, 5]

/**
 * The year of every member, in order. The same plan gives the same years; more members do not change the
 * first ones.
 */
export function* compose(plan: Plan): Generator<MemberYear> {
  const directory = sourceDirectory(plan.sources)
  for (let index = 0; index < plan.members; index++) yield memberYear(plan, directory, index)
}

function memberYear(plan: Plan, directory: SourceDirectory, index: number): MemberYear {
  const random = seededRandom(plan.seed, `member ${index}`)
  const traveller = person(index, plan.timetable, random)
  const start = dayOf(plan.start)
  const today = dayOf(plan.today) * DAY_MS
  const year: MemberYear = { person: traveller, messages: [], trips: 0, parts: 0, flights: [] }
  let day = start + random.int(0, 20)
  while (day < start + YEAR_DAYS) {
    const commutes = traveller.habit === 'commuter' && random.chance(0.5)
    const journeys = commutes
      ? commuting(traveller, day, plan.timetable, random)
      : oneJourney(traveller, day, plan.timetable, random)
    for (const one of journeys) {
      const { messages, remaining } = reportJourney(one, { person: traveller, directory, today, random })
      year.messages.push(...messages)
      year.parts += remaining.length
      if (remaining.length > 0) year.trips++
      for (const part of remaining) if (part.is === 'flight') year.flights.push(part)
    }
    const last = journeys.at(-1)
    const home = last === undefined ? day : localOf(last.end, traveller.home.zone).day + 1
    day = home + random.int(...DAYS_AT_HOME[traveller.habit])
  }
  year.messages.sort((a, b) => a.at - b.at)
  return year
}

/** A journey of a random kind. If the timetable does not allow it, another is tried. */
function oneJourney({ home }: Person, day: number, timetable: Timetable, random: Random): Journey[] {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const planned = journey(random.weighted(KINDS), { home, day, timetable, random })
    if (planned !== null) return [planned]
  }
  return []
}

/** A journey in each of several weeks. */
function commuting({ home }: Person, day: number, timetable: Timetable, random: Random): Journey[] {
  const monday = day + ((7 - weekday(day)) % 7)
  const planned: Journey[] = []
  const weeks = random.int(...COMMUTE_WEEKS)
  for (let week = 0; week < weeks; week++) {
    const next = journey('commute', { home, day: monday + week * 7, timetable, random })
    if (next !== null && (planned.at(-1)?.end ?? 0) + MINUTES_PER_DAY < next.begin) planned.push(next)
  }
  return planned
}
