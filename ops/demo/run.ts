/** The demo itself, given a running service: compose, admit, send, wait, read back. */
import type { AirportRow, CityRow } from '../../schemas/itinerary/reference-rows.js'
import { compose } from './compose.js'
import type { MemberYear } from './compose.js'
import { csvTimetable } from './travel/csv-timetable.js'
import type { MemberFactory } from './service/member-factory.js'
import { tripCount, tripsOf } from './service/itineraries.js'
import { madeTimetable } from './travel/made-timetable.js'
import { progress } from './progress.js'
import { forEachConcurrently, waitUntilFolded, sendBatches } from './service/send-batches.js'
import type { DemoMember } from './service/send-batches.js'
import type { ServiceClient } from './service/service-client.js'
import type { KnownSource } from './sources/source-directory.js'
import { timeline } from './timeline.js'
import type { Timetable } from './travel/timetable.js'

export interface DemoSettings {
  members: number
  seed: number
  /** First day of the year, and the day of the demo, `YYYY-MM-DD`. */
  start: string
  today: string
  /** A weekly timetable in CSV; null: one made from reference data. */
  flights: string | null
  /** Members whose batches are sent at once. */
  concurrency: number
}

export interface DemoDeps {
  service: ServiceClient
  memberFactory: MemberFactory
  /** A token that may read sources. */
  token: string
  airports: AirportRow[]
  cities: CityRow[]
  /** Where progress is drawn; null for nowhere. */
  screen: { isTTY?: boolean; write: (text: string) => unknown } | null
  /** Milliseconds, monotonic. */
  clock: () => number
}

export interface DemoTotals {
  members: number
  seed: number
  batches: number
  segments: number
  /** Live trips on the itineraries, and how many times away from home were composed. */
  trips: number
  journeys: number
  /** Seconds from the first batch sent to the last one folded. */
  seconds: number
  segments_per_second: number
  /** Seconds of that until the last batch was accepted. */
  accepted_seconds: number
  failed_batches: number
  retries: number
  /** Of the timetable: flights of its week, how many of them somebody was on, how many could not be used. */
  timetable: { name: string; flights: number; used: number; left_out: number }
}

export interface DemoResult {
  totals: DemoTotals
  timelines: string[][]
}

const SHOWN = 3
const ADMIT_LANES = 6

/** Runs the demo to the end. Throws when the service refuses what it should take. */
export async function runDemo(settings: DemoSettings, deps: DemoDeps): Promise<DemoResult> {
  const { service, memberFactory: desk, screen, clock } = deps
  const { timetable, leftOut } =
    settings.flights === null
      ? { timetable: madeTimetable(deps.airports, deps.cities, settings.seed), leftOut: 0 }
      : csvTimetable(settings.flights, deps.airports, deps.cities)
  const sources = await allSources(service, deps.token)
  const years = await composeYears(settings, timetable, sources, screen, clock)
  const travellers = await createMembers(settings, years, desk, screen, clock)

  const batches = years.reduce((sum, year) => sum + year.messages.length, 0)
  const sending = progress('sending  ', batches, screen, clock)
  const started = clock()
  let segments = 0
  let done = 0
  const { sent, last } = await sendBatches(service, travellers, settings.concurrency, (accepted) => {
    segments += accepted.length
    sending.at(++done, `${segments} segments, ${rate(segments, clock() - started)} a second`)
  })
  sending.end()
  const acceptedMs = clock() - started
  const folding = progress('folding  ', last.size, screen, clock)
  let ready = 0
  const failed = await waitUntilFolded(service, last, settings.concurrency, () => {
    folding.at(++ready)
  })
  folding.end()
  const ms = clock() - started

  let trips = 0
  await forEachConcurrently(travellers, settings.concurrency, async ({ token }) => {
    const count = await tripCount(service, token)
    trips += count
  })
  const timelines: string[][] = []
  for (const traveller of membersToShow(travellers)) {
    const { person } = traveller.year
    timelines.push(
      timeline(
        `${person.first} ${person.last}, ${person.home.city} (${person.home.code}), member ${traveller.id}`,
        await tripsOf(service, traveller.token),
      ),
    )
  }
  return {
    timelines,
    totals: {
      members: settings.members,
      seed: settings.seed,
      batches: sent.batches,
      segments: sent.segments,
      trips,
      journeys: years.reduce((sum, year) => sum + year.trips, 0),
      seconds: round(ms / 1000),
      segments_per_second: rate(sent.segments, ms),
      accepted_seconds: round(acceptedMs / 1000),
      failed_batches: failed.length,
      retries: service.waits,
      timetable: {
        name: settings.flights ?? 'made from reference data',
        flights: timetable.flights,
        used: used(years),
        left_out: leftOut,
      },
    },
  }
}

async function composeYears(
  settings: DemoSettings,
  timetable: Timetable,
  sources: KnownSource[],
  screen: DemoDeps['screen'],
  clock: () => number,
): Promise<MemberYear[]> {
  const bar = progress('composing', settings.members, screen, clock)
  const years: MemberYear[] = []
  for (const year of compose({ ...settings, timetable, sources })) bar.at(years.push(year))
  bar.end()
  return years
}

/** Members of one plan keep their address: the demo run again tells the same people the same things. */
async function createMembers(
  settings: DemoSettings,
  years: MemberYear[],
  desk: MemberFactory,
  screen: DemoDeps['screen'],
  clock: () => number,
): Promise<DemoMember[]> {
  const bar = progress('admitting', years.length, screen, clock)
  const plan = `${settings.seed}.${settings.start}.${settings.flights === null ? 'made' : 'real'}`
  const travellers = new Map<MemberYear, DemoMember>()
  await forEachConcurrently(years, ADMIT_LANES, async (year) => {
    const { id, token } = await desk.create(year.person, `demo.${plan}.${year.person.index}@members.example`)
    travellers.set(year, { id, token, year })
    bar.at(travellers.size)
  })
  bar.end()
  return years.flatMap((year) => travellers.get(year) ?? [])
}

/** Those with a year that fits a screen, and something in it. */
function membersToShow(travellers: DemoMember[]): DemoMember[] {
  const modest = travellers.filter(({ year }) => year.trips >= 3 && year.trips <= 7)
  return [...modest, ...travellers].slice(0, SHOWN)
}

async function allSources(service: ServiceClient, token: string): Promise<KnownSource[]> {
  const sources: KnownSource[] = []
  for (;;) {
    const page = await service.get<KnownSource[]>(`/v2/sources?limit=500&offset=${sources.length}`, token)
    sources.push(...page.body)
    if (page.body.length === 0 || sources.length >= page.total) return sources
  }
}

/** Flights of the week somebody was on: a flight on its day of the week counts once. */
function used(years: MemberYear[]): number {
  const flights = new Set<string>()
  for (const { flights: flown } of years) {
    for (const {
      flight: { scheduled: leg, day },
    } of flown)
      flights.add(`${leg.carrier} ${leg.number} ${leg.origin.code} ${leg.departs} ${(day + 3) % 7}`)
  }
  return flights.size
}

function rate(count: number, ms: number): number {
  return ms > 0 ? Math.round((count / ms) * 1000) : 0
}
function round(seconds: number): number {
  return Math.round(seconds * 100) / 100
}
