/** A year of travel for the demo's members: who they are and every batch their sources send, in the order in which it was said. */
import { dayOf, localOf, MINUTES_PER_DAY } from './travel/clock.js'
import { seededRandom } from './travel/random.js'
import type { Random } from './travel/random.js'
import { journey } from './travel/journey.js'
import type { JourneyPart, Journey, JourneyKind } from './travel/journey.js'
import { person } from './travel/people.js'
import type { Person } from './travel/people.js'
import { sourceDirectory } from './sources/source-directory.js'
import type { KnownSource, SourceDirectory } from './sources/source-directory.js'
import { reportJourney } from './sources/source-messages.js'
import type { SourceMessage } from './sources/source-messages.js'
import type { Timetable } from './travel/timetable.js'

export interface Plan {
  seed: number
  members: number
  /** First day of the year, `YYYY-MM-DD`. */
  start: string
  /** The day of the demo: nothing was said after it. */
  today: string
  timetable: Timetable
  sources: KnownSource[]
}

export interface MemberYear {
  person: Person
  messages: SourceMessage[]
  /** Times away from home that take place in the end, and the things in them. */
  trips: number
  parts: number
  /** Flights of the timetable on which the member flies. */
  flights: Array<Extract<JourneyPart, { is: 'flight' }>>
}

const YEAR_DAYS = 365
const DAY_MS = 86_400_000
const TRIES = 12
const KINDS: ReadonlyArray<readonly [JourneyKind, number]> = [
  ['round trip', 60],
  ['day trip', 10],
  ['several cities', 12],
  ['open jaw', 8],
  ['by car', 10],
]
const REST_DAYS: Record<Person['habit'], readonly [number, number]> = {
  seldom: [35, 90],
  regular: [14, 45],
  frequent: [4, 18],
  commuter: [10, 40],
}
const COMMUTES: readonly [number, number] = [2, 5]

/** The year of every member, in order. The same plan gives the same years; more members leave the first ones as they are. */
export function* compose(plan: Plan): Generator<MemberYear> {
  const book = sourceDirectory(plan.sources)
  for (let index = 0; index < plan.members; index++) yield memberYear(plan, book, index)
}

function memberYear(plan: Plan, book: SourceDirectory, index: number): MemberYear {
  const chance = seededRandom(plan.seed, `member ${index}`)
  const someone = person(index, plan.timetable, chance)
  const start = dayOf(plan.start)
  const today = dayOf(plan.today) * DAY_MS
  const year: MemberYear = { person: someone, messages: [], trips: 0, parts: 0, flights: [] }
  let day = start + chance.int(0, 20)
  while (day < start + YEAR_DAYS) {
    const commutes = someone.habit === 'commuter' && chance.chance(0.5)
    const made = commutes
      ? commuting(someone, day, plan.timetable, chance)
      : one(someone, day, plan.timetable, chance)
    for (const travelled of made) {
      const told = reportJourney(travelled, someone, book, today, chance)
      year.messages.push(...told.messages)
      year.parts += told.remaining.length
      if (told.remaining.length > 0) year.trips++
      for (const item of told.remaining) if (item.is === 'flight') year.flights.push(item)
    }
    const last = made.at(-1)
    const home = last === undefined ? day : localOf(last.end, someone.home.zone).day + 1
    day = home + chance.int(...REST_DAYS[someone.habit])
  }
  year.messages.sort((a, b) => a.at - b.at)
  return year
}

/** A journey of some kind; one that the timetable does not allow is tried another way. */
function one(someone: Person, day: number, timetable: Timetable, chance: Random): Journey[] {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const made = journey(chance.weighted(KINDS), someone.home, day, timetable, chance)
    if (made !== null) return [made]
  }
  return []
}

/** The same way out and back, week after week. */
function commuting(someone: Person, day: number, timetable: Timetable, chance: Random): Journey[] {
  const monday = day + ((7 - ((day + 3) % 7)) % 7)
  const made: Journey[] = []
  const weeks = chance.int(...COMMUTES)
  for (let week = 0; week < weeks; week++) {
    const next = journey('commute', someone.home, monday + week * 7, timetable, chance)
    if (next !== null && (made.at(-1)?.end ?? 0) + MINUTES_PER_DAY < next.begin) made.push(next)
  }
  return made
}
