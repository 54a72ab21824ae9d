/** Requests for the benches: what the sources report of composed years, in batches of one size. */
import { dateOf, dayOf } from '../../demo/travel/clock.js'
import { compose } from '../../demo/compose.js'
import type { MemberYear } from '../../demo/compose.js'
import type { KnownSource } from '../../demo/sources/source-directory.js'
import type { RawSegment } from '../../demo/sources/raw-segments.js'
import { Timetable } from '../../demo/travel/timetable.js'
import type { LoadRequest } from '../harness/load.js'

export interface MemberBatch {
  member: number
  segments: RawSegment[]
}

const START = '2026-02-02'
/** After the end of the year, so that everything is reported. */
const TODAY = '2027-03-01'

/** The composed years of a number of members. */
export function benchYears(
  members: number,
  timetable: Timetable,
  sources: KnownSource[],
  seed = 5,
): MemberYear[] {
  return [...compose({ seed, members, start: START, today: TODAY, timetable, sources })]
}

/**
 * The flights of each member's year in batches of `size`, in the order of reporting; batches of the members
 * alternate. As in a record of a reservation system, no batch has two versions of one leg.
 */
export function batchesOf(years: MemberYear[], size: number): MemberBatch[] {
  const perMember = years.map((year) =>
    recordsOf(
      year.messages.flatMap(({ segments }) => segments.filter(({ type }) => type === 'Air')),
      size,
    ),
  )
  const longest = Math.max(0, ...perMember.map((list) => list.length))
  const batches: MemberBatch[] = []
  for (let round = 0; round < longest; round++) {
    for (const [member, list] of perMember.entries()) {
      const segments = list[round]
      if (segments !== undefined) batches.push({ member, segments })
    }
  }
  return batches
}

/** Groups of `size`; a further version of a leg waits for the next one. */
function recordsOf(flights: RawSegment[], size: number): RawSegment[][] {
  const records: RawSegment[][] = []
  for (let waiting = flights; waiting.length > 0;) {
    const legs = new Map<string, RawSegment>()
    const rest: RawSegment[] = []
    for (const flight of waiting) {
      const leg = ['source', 'confirmation_no', 'origin', 'destination'].map((name) => flight[name]).join()
      if (legs.size < size && !legs.has(leg)) legs.set(leg, flight)
      else rest.push(flight)
    }
    if (legs.size === size) records.push([...legs.values()])
    waiting = rest
  }
  return records
}

/** POST /v2/segments for every batch, with the token of its member. */
export function postRequests(batches: MemberBatch[], tokens: string[]): LoadRequest[] {
  return batches.map(({ member, segments }) => ({
    method: 'POST',
    path: '/v2/segments',
    headers: { authorization: `Bearer ${tokens[member] ?? ''}`, 'content-type': 'application/json' },
    body: JSON.stringify({ segments }),
  }))
}

const PLAIN_AIRPORTS = ['ATL', 'ORD', 'DFW', 'LAX', 'JFK', 'SFO', 'SEA', 'BOS'] as const

/**
 * A batch of flights from one source, one a day from a day that `nth` decides; for benches of the ingress
 * alone.
 */
export function plainBatch(nth: number, size: number, source: string): RawSegment[] {
  return Array.from({ length: size }, (_, i) => {
    const date = dateOf(dayOf(START) + (nth % 300) + i)
    const [origin, destination] = [
      PLAIN_AIRPORTS[i % PLAIN_AIRPORTS.length],
      PLAIN_AIRPORTS[(i + 1) % PLAIN_AIRPORTS.length],
    ]
    return {
      type: 'Air',
      status: 'Active',
      source,
      airline: 'DL',
      flight_num: String(100 + ((nth * 7 + i) % 900)),
      origin,
      destination,
      departure_datetime: `${date}T08:10`,
      arrival_datetime: `${date}T15:35`,
      confirmation_no: `B${String(10_000 + nth)}`,
      number_of_pax: 1,
      seat_assignment: `${1 + i}A`,
      phone: '4155550100',
      price: `${120 + i}.50`,
      currency: 'USD',
    }
  })
}
