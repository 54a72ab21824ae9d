/**
 * RULES 3.5.4: each traveller of a booking comes back with name, seat, ticket, locator and status, and the segment's own
 * fields are the member's, whatever the order of arrival and whether they came in one statement or in one each.
 */
import t from 'tap'
import fc from 'fast-check'
import { PEOPLE } from '../../../../support/fields/generated-segment.js'
import type { Fields } from '../../../../support/fields/generated-segment.js'
import { traveller } from '../../../../support/traveller.js'
import type { Doc } from '../../../../support/traveller.js'

type Person = Pick<(typeof PEOPLE)[number], 'first_name' | 'last_name'>
const [ADA, ...COMPANIONS] = PEOPLE

/** A journey, and what it is called by a partner who sells it too. */
interface Service {
  source: string
  other: string
  fields: Fields
  number: string
  codeshare: [fields: Fields, number: string] | null
}

const SERVICES: readonly Service[] = [
  {
    source: 'airline_lh',
    other: 'expedia',
    fields: {
      type: 'Air',
      airline: 'LH',
      flight_num: '430',
      origin: 'FRA',
      destination: 'ORD',
      departure_datetime: '2027-02-11T10:50',
      arrival_datetime: '2027-02-11T13:10',
    },
    number: 'LH 430',
    codeshare: [{ airline: 'UA', flight_num: '8838' }, 'UA 8838'],
  },
  {
    source: 'sabre',
    other: 'email_parser',
    fields: {
      type: 'Air',
      airline: 'LA',
      flight_num: '0713',
      origin: 'GRU',
      destination: 'SCL',
      departure_datetime: '2026-08-03T19:20',
    },
    number: 'LA 713',
    codeshare: [{ airline: 'DL', flight_num: '6104' }, 'DL 6104'],
  },
  {
    source: 'rail_db',
    other: 'email_parser',
    fields: {
      type: 'Rail',
      rail_line: 'DB',
      train_number: 'ICE 599',
      origin: 'Berlin Hbf',
      destination: 'München Hbf',
      departure_datetime: '2026-10-09T06:04',
      arrival_datetime: '2026-10-09T10:31',
    },
    number: 'ICE 599',
    codeshare: null,
  },
  {
    source: 'email_parser',
    other: 'manual',
    fields: {
      type: 'Ferry',
      ferry_line: 'Color Line',
      ferry_number: 'SL14',
      start_name: 'Kiel Norwegenkai',
      start_city_name: 'Kiel',
      end_city_name: 'Oslo',
      start_datetime: '2026-07-01T14:00',
    },
    number: 'SL14',
    codeshare: null,
  },
]

/** A traveller as a source knows one. */
interface Booked {
  person: Person
  seat: string | null
  ticket: string
  locator: string
}

const NAME = ({ first_name: first, last_name: last }: Person): string => `${first} ${last}`.normalize('NFKC')

interface Case {
  service: Service
  booked: Booked[]
  way: 'list' | 'each' | 'listed, then each'
  /** Companions are reported by another source, under the number of the partner. */
  apart: boolean
  order: number[]
}

const cases: fc.Arbitrary<Case> = fc
  .record({
    service: fc.constantFrom(...SERVICES),
    companions: fc.shuffledSubarray([...COMPANIONS], { minLength: 1, maxLength: 2 }),
    at: fc.nat(2),
    seats: fc.array(fc.constantFrom(null, '31C', '31D', '7A'), { minLength: 3, maxLength: 3 }),
    sharesLocator: fc.boolean(),
    way: fc.constantFrom('list' as const, 'each' as const, 'listed, then each' as const),
    apart: fc.boolean(),
    keys: fc.array(fc.nat(), { minLength: 4, maxLength: 4 }),
  })
  .map(({ service, companions, at, seats, sharesLocator, way, apart, keys }) => {
    const people: Person[] = companions.slice()
    people.splice(at, 0, ADA)
    const isOneLocator = sharesLocator || way !== 'each'
    const booked = people.map((person, i): Booked => ({
      person,
      seat: seats[i] ?? null,
      ticket: `220000000000${i}`,
      locator: isOneLocator ? '9KTRB4' : `QX7LM${i}`,
    }))
    const order = keys.map((_, i) => i).sort((a, b) => keys[a]! - keys[b]! || a - b)
    return { service, booked, way, apart: apart && way === 'each', order }
  })

/** The statements, oldest first. */
function statements({ service, booked, way, apart }: Case): Fields[] {
  const { fields, source, other, codeshare } = service
  const list = {
    ...fields,
    source,
    confirmation_no: booked[0]!.locator,
    travelers: booked.map(({ person, seat, ticket }) => ({
      ...person,
      // What each says later replaces what the list said.
      seat_assignment: way === 'list' ? seat : '1X',
      ticket_number: ticket,
    })),
  }
  const each = booked.map(({ person, seat, ticket, locator }) => ({
    ...fields,
    ...(apart && person !== ADA ? { ...codeshare?.[0], source: other } : { source }),
    ...person,
    confirmation_no: locator,
    ticket_number: ticket,
    ...(seat === null && way === 'each' ? {} : { seat_assignment: seat ?? '9Z' }),
  }))
  const all = [...(way === 'each' ? [] : [list]), ...(way === 'list' ? [] : each)]
  return all.map((one, i) => ({ ...one, supplier_updated: `2026-01-0${i + 1}T00:00:00Z` }))
}

function shown({ service, order, ...rest }: Case): Doc[] {
  const who = traveller(['JFK'])
  Object.assign(who.state.profile, ADA)
  const all = statements({ service, order, ...rest })
  for (const i of order) if (all[i] !== undefined) who.post(all[i])
  return who.segments()
}

function faults(one: Case): string[] {
  const { service, booked, way, apart } = one
  const [segment, ...others] = shown(one)
  if (segment === undefined || others.length > 0) return [`${others.length + 1} segments`]
  const seatOf = ({ seat }: Booked): string | null => (way === 'listed, then each' ? (seat ?? '9Z') : seat)
  const ada = booked.find(({ person }) => person === ADA) as Booked
  const found: string[] = []
  const expect = (what: string, value: unknown, expected: unknown): void => {
    if (JSON.stringify(value) !== JSON.stringify(expected))
      found.push(`${what}: ${JSON.stringify(expected)} is answered ${JSON.stringify(value)}`)
  }
  expect('first_name', segment['first_name'], 'Ada')
  expect('seat_assignment', segment['seat_assignment'], seatOf(ada))
  expect('ticket_number', segment['ticket_number'], ada.ticket)
  expect('confirmation_no', segment['confirmation_no'], ada.locator)
  const entries = segment.bookings as unknown as Fields[]
  expect('first of bookings', entries[0]?.['traveler'], NAME(ADA))
  expect(
    'bookings',
    entries
      .map((b) =>
        [
          b['traveler'],
          b['seat_assignment'],
          b['ticket_number'],
          b['confirmation_no'],
          b['number'],
          b['status'],
        ].join(' '),
      )
      .sort(),
    booked
      .map((b) => {
        const number = apart && b.person !== ADA ? (service.codeshare?.[1] ?? service.number) : service.number
        return [NAME(b.person), seatOf(b), b.ticket, b.locator, number, 'Active'].join(' ')
      })
      .sort(),
  )
  const people = segment['travelers'] as Fields[]
  expect('first of travelers', people[0]?.['first_name'], 'Ada')
  expect(
    'travelers',
    people.map((p) => [p['first_name'], p['seat_assignment'], p['ticket_number']].join(' ')).sort(),
    booked.map((b) => [b.person.first_name.normalize('NFKC'), seatOf(b), b.ticket].join(' ')).sort(),
  )
  return found
}

t.test('the member and each companion keep what is theirs', async (t) => {
  const property = fc.property(cases, (one) => {
    const found = faults(one)
    if (found.length > 0) throw new Error(found.join('\n'))
  })
  const { failed, seed, counterexample, errorInstance } = await fc.check(property, { numRuns: 200 })
  t.notOk(failed, `seed ${seed}: ${String(errorInstance)}\n${JSON.stringify(counterexample)}`)
})

t.test('after another name of the member, the other traveller is shown', async (t) => {
  const who = traveller(['JFK'])
  Object.assign(who.state.profile, ADA)
  const people = [COMPANIONS[0]!, ADA].map((one, i) => ({ ...one, seat_assignment: `31${'CD'[i]!}` }))
  who.post({ ...SERVICES[0]!.fields, source: 'airline_lh', travelers: people })
  t.match(who.segments()[0], { seat_assignment: '31D', bookings: [{ traveler: 'Ada Demo' }, {}] })
  who.send('profile', COMPANIONS[0])
  t.match(who.segments()[0], { seat_assignment: '31C', bookings: [{ traveler: 'Bo Chen' }, {}] })
})
