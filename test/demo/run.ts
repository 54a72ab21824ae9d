/** The demo on a running service: compose, create members, submit, wait, read back. */
import type { AirportRow, CityRow } from '../../schemas/itinerary/reference-rows.js'
import { compose } from './compose.js'
import type { MemberYear } from './compose.js'
import { progress } from './progress.js'
import { tripCount, tripsOf } from './service/itineraries.js'
import type { MemberFactory } from './service/member-factory.js'
import { forEachConcurrently, sendBatches, waitUntilFolded } from './service/send-batches.js'
import type { DemoMember } from './service/send-batches.js'
import type { ServiceClient } from './service/service-client.js'
import type { KnownSource } from './sources/source-directory.js'
import { timeline } from './timeline.js'
import { weekday } from './travel/clock.js'
import { csvTimetable } from './travel/csv-timetable.js'
import { madeTimetable } from './travel/made-timetable.js'
import type { Timetable } from './travel/timetable.js'

export interface DemoSettings {
  members: number
  seed: number
  /** First day of the year, and the day of the demo, `YYYY-MM-DD`. */
  start: string
  today: string
  /** File of a weekly timetable in CSV; null: one is generated. */
  flights: string | null
  /** Members whose batches are submitted at the same time. */
  concurrency: number
}

export interface DemoDeps {
  service: ServiceClient
  memberFactory: MemberFactory
  airports: AirportRow[]
  cities: CityRow[]
  /** Those that may report segments. */
  sources: KnownSource[]
  /** Where progress is drawn; null: nowhere. */
  screen: { isTTY?: boolean; write: (text: string) => unknown } | null
  /** Milliseconds of a monotonic clock. */
  clock: () => number
}

/** The keys are those of `--json`. */
export interface DemoTotals {
  members: number
  seed: number
  batches: number
  segments: number
  /** Active trips on the itineraries, and journeys that were composed. */
  trips: number
  journeys: number
  /** Seconds from the first batch submitted to the last one folded. */
  seconds: number
  segments_per_second: number
  /** Seconds of those until the last batch was accepted. */
  accepted_seconds: number
  failed_batches: number
  retries: number
  /** Flights of a week, those that a member took, and those that could not be used. */
  timetable: { name: string; flights: number; used: number; left_out: number }
}

export interface DemoResult {
  totals: DemoTotals
  timelines: string[][]
}

const TIMELINES = 3
const CREATE_CONCURRENCY = 6
/** Years that fit on a screen and are not empty. */
const SHOWN_TRIPS: readonly [number, number] = [3, 7]

/** Runs the demo to its end. Throws if the service rejects a request. */
export async function runDemo(settings: DemoSettings, deps: DemoDeps): Promise<DemoResult> {
  const { timetable, leftOut } = chooseTimetable(settings, deps)
  const years = await composeYears(settings, timetable, deps)
  const members = await createMembers(settings, years, deps)
  const submitted = await submitAll(settings, members, deps)
  const { service } = deps
  let trips = 0
  await forEachConcurrently(members, settings.concurrency, async ({ token }) => {
    const count = await tripCount(service, token)
    trips += count
  })
  return {
    timelines: await timelines(members, service),
    totals: {
      members: settings.members,
      seed: settings.seed,
      ...submitted,
      trips,
      journeys: years.reduce((sum, year) => sum + year.trips, 0),
      retries: service.waits,
      timetable: {
        name: settings.flights ?? 'made from reference data',
        flights: timetable.flights,
        used: countUsedFlights(years),
        left_out: leftOut,
      },
    },
  }
}

function chooseTimetable(
  { flights, seed }: DemoSettings,
  { airports, cities }: DemoDeps,
): { timetable: Timetable; leftOut: number } {
  return flights === null
    ? { timetable: madeTimetable(airports, cities, seed), leftOut: 0 }
    : csvTimetable(flights, airports, cities)
}

async function composeYears(
  settings: DemoSettings,
  timetable: Timetable,
  { sources, screen, clock }: DemoDeps,
): Promise<MemberYear[]> {
  const bar = progress('composing', settings.members, screen, clock)
  const years: MemberYear[] = []
  for (const year of compose({ ...settings, timetable, sources })) bar.at(years.push(year))
  bar.end()
  return years
}

/**
 * Members of the same plan keep their address, so running the demo again reports the same things about them.
 */
async function createMembers(
  settings: DemoSettings,
  years: MemberYear[],
  { memberFactory, screen, clock }: DemoDeps,
): Promise<DemoMember[]> {
  const bar = progress('creating ', years.length, screen, clock)
  const plan = `${settings.seed}.${settings.start}.${settings.flights === null ? 'made' : 'real'}`
  const created = new Map<MemberYear, DemoMember>()
  await forEachConcurrently(years, CREATE_CONCURRENCY, async (year) => {
    const email = `demo.${plan}.${year.person.index}@members.example`
    const { id, token } = await memberFactory.create(year.person, email)
    created.set(year, { id, token, year })
    bar.at(created.size)
  })
  bar.end()
  return years.flatMap((year) => created.get(year) ?? [])
}

type Submitted = Pick<
  DemoTotals,
  'batches' | 'segments' | 'seconds' | 'segments_per_second' | 'accepted_seconds' | 'failed_batches'
>

async function submitAll(
  { concurrency }: DemoSettings,
  members: DemoMember[],
  { service, screen, clock }: DemoDeps,
): Promise<Submitted> {
  const total = members.reduce((sum, { year }) => sum + year.messages.length, 0)
  const sending = progress('sending  ', total, screen, clock)
  const startedAt = clock()
  let accepted = 0
  let batches = 0
  const { sent, last } = await sendBatches(service, members, concurrency, (segments) => {
    accepted += segments.length
    sending.at(++batches, `${accepted} segments, ${perSecond(accepted, clock() - startedAt)} a second`)
  })
  sending.end()
  const acceptedMs = clock() - startedAt
  const folding = progress('folding  ', last.size, screen, clock)
  let folded = 0
  const failed = await waitUntilFolded(service, last, concurrency, () => {
    folding.at(++folded)
  })
  folding.end()
  const foldedMs = clock() - startedAt
  return {
    batches: sent.batches,
    segments: sent.segments,
    seconds: seconds(foldedMs),
    segments_per_second: perSecond(sent.segments, foldedMs),
    accepted_seconds: seconds(acceptedMs),
    failed_batches: failed.length,
  }
}

async function timelines(members: DemoMember[], service: ServiceClient): Promise<string[][]> {
  const [min, max] = SHOWN_TRIPS
  const preferred = members.filter(({ year }) => year.trips >= min && year.trips <= max)
  const shown: string[][] = []
  for (const { id, token, year } of [...preferred, ...members].slice(0, TIMELINES)) {
    const { first, last, home } = year.person
    const heading = `${first} ${last}, ${home.city} (${home.code}), member ${id}`
    shown.push(timeline(heading, await tripsOf(service, token)))
  }
  return shown
}

/** Number of weekly flights that a member took; the same flight on the same weekday counts once. */
function countUsedFlights(years: MemberYear[]): number {
  const used = new Set<string>()
  for (const { flights } of years) {
    for (const { flight } of flights) {
      const { carrier, number, origin, departs } = flight.scheduled
      used.add(`${carrier} ${number} ${origin.code} ${departs} ${weekday(flight.day)}`)
    }
  }
  return used.size
}

function perSecond(count: number, ms: number): number {
  return ms > 0 ? Math.round((count / ms) * 1_000) : 0
}

/** Seconds with two decimals. */
function seconds(ms: number): number {
  return Math.round(ms / 10) / 100
}
