/**
 * RULES 4.3: what a source says of one traveller of a booking changes nothing that is said of the others, whatever
 * the type, however the booking was reported, and in any order of arrival.
 */
import t from 'tap'
import fc from 'fast-check'
import { seededRandom } from '../../../../support/journeys.js'
import { flight, hotel, traveller } from '../../../../support/traveller.js'
import type { Doc, Segment } from '../../../../support/traveller.js'

const PEOPLE = [
  { first_name: 'Ann', last_name: 'Lee' },
  { first_name: 'Bo', last_name: 'Ray' },
  { first_name: 'Cyra', last_name: 'Tan' },
]
type Name = (typeof PEOPLE)[number]

const rail: Segment = {
  type: 'Rail',
  rail_line: 'SNCF',
  train_num: '6607',
  origin: 'Paris Gare de Lyon',
  destination: 'Lyon Part-Dieu',
  departure_datetime: '2026-03-01T10:00',
  arrival_datetime: '2026-03-01T12:00',
}
const ferry: Segment = {
  type: 'Ferry',
  ferry_line: 'Strait Lines',
  start_name: 'Dover',
  start_city_name: 'Dover',
  end_city_name: 'Calais',
  start_datetime: '2026-03-01T08:00',
}
const table: Segment = {
  type: 'Restaurant',
  restaurant_name: 'Example Kitchen',
  start_datetime: '2026-03-01T19:30',
  city_name: 'London',
}
const LEGS: Array<[leg: Segment, sources: string[]]> = [
  [flight('DL42', 'JFK-LHR', '2026-03-01T18:00', '2026-03-02T06:00'), ['airline_dl', 'gds', 'ota']],
  [hotel('Rome Marriott', 'Rome', '2026-03-02', '2026-03-05'), ['hotel_marriott', 'tmc_egencia']],
  [rail, ['gds', 'email']],
  [ferry, ['email', 'ota']],
  [table, ['email']],
]
/** A hint of what follows from the order: days of January on which the supplier made each version. */
const stampOf = (day: number): string => `2026-01-${String(day).padStart(2, '0')}T08:00:00Z`

const seatOf = (who: Name, suffix = ''): Segment => ({
  seat_assignment: `${who.first_name}${suffix}`,
  ticket_number: `T-${who.first_name}${suffix}`,
})

const KINDS = ['seat', 'confirmed', 'cancelled by locator', 'cancelled with leg'] as const
type Kind = (typeof KINDS)[number]

interface Booking {
  statements: Segment[]
  base: Segment
  people: Name[]
}

/** A booking of two or three travellers: a list, one statement each, or each and then a list. */
function bookingOf(roll: (n: number) => number): Booking {
  const [leg, sources] = LEGS[roll(LEGS.length)]!
  const people = PEOPLE.slice(0, 2 + roll(2))
  const base = { ...leg, source: sources[roll(sources.length)], confirmation_no: 'ABC234' }
  const list = { ...base, travelers: people.map((who) => ({ ...who, ...seatOf(who) })) }
  const each = people.map((who) => ({ ...base, ...who, ...seatOf(who) }))
  const statements = [[list], each, [...each, list], [list, ...each]][roll(4)]!
  return {
    statements: statements.map((one, at) => ({ ...one, supplier_updated: stampOf(1 + at) })),
    base,
    people,
  }
}

function laterOf(
  roll: (n: number) => number,
  { base, people }: Booking,
  who: Name,
  at: number,
): [Kind, Segment] {
  const kind = KINDS[roll(KINDS.length)]!
  const stamp = { supplier_updated: stampOf(10 + at) }
  const { type, source, confirmation_no } = base
  const isListed = roll(4) === 0
  const name = isListed ? { travelers: [who] } : who
  const named = { ...name, ...stamp }
  if (kind === 'cancelled by locator')
    return [kind, { type, source, confirmation_no, status: 'Cancelled', ...named }]
  if (kind === 'cancelled with leg') return [kind, { ...base, ...named, status: 'Cancelled' }]
  if (kind === 'confirmed') return [kind, { ...base, ...named }]
  void people
  const seat = seatOf(who, `-${at}`)
  return [
    kind,
    { ...base, ...(isListed ? { travelers: [{ ...who, ...seat }] } : { ...who, ...seat }), ...stamp },
  ]
}

const textOf = ({ first_name: first, last_name: last }: Name): string => `${first} ${last}`

/** What a segment says of a traveller. The list is left out where only one still travels (RULES 3.5.4). */
function saidOf(docs: Doc[], who: Name, isListed: boolean): unknown {
  const isMember = who === PEOPLE[0]
  return docs.map((doc) => [
    doc.bookings.filter(({ traveler }) => traveler === textOf(who)),
    isListed && (doc['travelers'] as Name[]).filter((one) => one.first_name === who.first_name),
    ...(isMember
      ? ['status', 'trip_id', 'first_name', 'last_name', 'seat_assignment', 'ticket_number'].map((name) =>
          name === 'trip_id' ? doc[name] === null : doc[name],
        )
      : []),
  ])
}

/** The documents of statements that arrive in this order, each in a step of its own. */
function documentsOf(statements: Segment[], order: number[]): Doc[] {
  const ann = traveller()
  for (const at of order) ann.post(statements[at]!, { at: Date.UTC(2026, 1, 1) })
  return ann.segments()
}

function permutation(length: number, roll: (n: number) => number): number[] {
  const order = Array.from({ length }, (_, at) => at)
  for (let at = length - 1; at > 0; at--) {
    const other = roll(at + 1)
    ;[order[at], order[other]] = [order[other]!, order[at]!]
  }
  return order
}

t.test('a statement about one traveller changes nothing of the others', async (t) => {
  const property = fc.property(fc.nat(1e6), (seed) => {
    const roll = seededRandom(seed)
    const booking = bookingOf(roll)
    const spoken = booking.people
      .filter((_, at) => at > 0 || roll(3) === 0)
      .slice(0, booking.people.length - 1)
    const later = Array.from({ length: 1 + roll(3) }, (_, at) => {
      const who = spoken[roll(spoken.length)]!
      return { who, at, said: laterOf(roll, booking, who, at) }
    })
    const all = [...booking.statements, ...later.map(({ said: [, statement] }) => statement)]
    const before = documentsOf(booking.statements, [...booking.statements.keys()])
    const after = documentsOf(all, permutation(all.length, roll))
    const explain = (): string =>
      JSON.stringify({ statements: all, bookings: after.map((doc) => doc.bookings) }, null, 1)
    if (before.length !== 1 || after.length !== 1) throw new Error(`${after.length} segments: ${explain()}`)
    for (const who of booking.people) {
      const last = later.findLast((one) => one.who === who)
      if (last === undefined) {
        const isListed = after[0]!['travelers'] !== null
        const [was, is] = [before, after].map((docs) => JSON.stringify(saidOf(docs, who, isListed)))
        if (was !== is) throw new Error(`${textOf(who)}: ${was} became ${is}: ${explain()}`)
        continue
      }
      const isCancelled = last.said[0].startsWith('cancelled')
      const statuses = after[0]!.bookings
        .filter(({ traveler }) => traveler === textOf(who))
        .map((one) => one.status)
      if (statuses.length !== 1 || (statuses[0] === 'Cancelled') !== isCancelled)
        throw new Error(`${textOf(who)} was ${last.said[0]} and is ${statuses.join()}: ${explain()}`)
    }
  })
  const result = await fc.check(property, { numRuns: 250 })
  t.notOk(
    result.failed,
    `seed ${result.seed}, ${JSON.stringify(result.counterexample)} ${String(result.errorInstance)}`,
  )
})
