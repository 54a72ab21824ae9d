/** RULES 5.14: what belongs to a companion or a colleague does not touch the member's own journey. */
import t from 'tap'
import { groupingOf, rebuiltGroupingOf } from '../../../../support/grouping-comparison.js'
import { seededRandom } from '../../../../support/journeys.js'
import { flight, hotel, traveller } from '../../../../support/traveller.js'
import type { Segment } from '../../../../support/traveller.js'

const [ann, bob] = [
  { first_name: 'Ann', last_name: 'Lee' },
  { first_name: 'Bob', last_name: 'Ray' },
]
const own = { confirmation_no: 'OWN234' }
const out = flight('DL1', 'JFK-LHR', '2026-03-01T18:00', '2026-03-02T06:00')
const back = flight('DL2', 'LHR-JFK', '2026-03-12T10:00', '2026-03-12T13:00')
const ownTrip = [
  { ...out, ...own },
  { ...back, ...own },
]

/** All orders of up to four segments, else twelve of them. */
function ordersOf(segments: Segment[]): Segment[][] {
  if (segments.length <= 1) return [segments]
  if (segments.length > 4) {
    const roll = seededRandom(segments.length)
    return Array.from({ length: 12 }, () => {
      const left = segments.slice()
      return segments.map(() => left.splice(roll(left.length), 1)[0] as Segment)
    })
  }
  return segments.flatMap((first, i) =>
    ordersOf(segments.filter((_, k) => k !== i)).map((rest) => [first, ...rest]),
  )
}

/** The trips, sorted, after each order of arrival. */
function groupings(segments: Segment[]): string[][][] {
  return ordersOf(segments).map((order) => {
    const member = traveller(['JFK'], { restoring: true })
    for (const segment of order) member.post(segment)
    return member.grouping()
  })
}

const stray = (route: string, day: string, more: Segment = {}): Segment =>
  flight('UA77', route, `2026-03-${day}T08:00`, `2026-03-${day}T14:00`, {
    source: 'email',
    confirmation_no: 'STRAY9',
    ...more,
  })

t.test(
  'case 82: a stray flight neither ends, splits nor extends the journey under its own locator',
  async (t) => {
    const trip = ['JFK-LHR', 'LHR-JFK']
    for (const [name, flights, expected] of [
      ['home from elsewhere', [stray('CDG-JFK', '06')], [trip, ['CDG-JFK']]],
      ['far away', [stray('DEN-SFO', '06')], [trip, ['DEN-SFO']]],
      [
        'there and back, far away',
        [stray('DEN-SFO', '06'), stray('SFO-DEN', '07')],
        [trip, ['DEN-SFO', 'SFO-DEN']],
      ],
      ['on the same route', [stray('JFK-LHR', '06')], [trip, ['JFK-LHR']]],
      ['from home', [stray('JFK-MIA', '06')], [trip, ['JFK-MIA']]],
      [
        'from home and back',
        [stray('JFK-MIA', '06'), stray('MIA-JFK', '08')],
        [trip, ['JFK-MIA', 'MIA-JFK']],
      ],
    ] as Array<[string, Segment[], string[][]]>)
      for (const who of [{}, bob])
        for (const grouping of groupings([...ownTrip, ...flights.map((one) => ({ ...one, ...who }))]))
          t.same(grouping, expected, `${name}, ${who === bob ? 'by somebody else' : 'without a name'}`)
  },
)

t.test('case 83: a companion who comes home earlier', async (t) => {
  const early = stray('LHR-JFK', '06')
  for (const grouping of groupings([...ownTrip, { ...early, ...bob }]))
    t.same(grouping, [['JFK-LHR', 'LHR-JFK'], ['LHR-JFK']], 'on a trip of their own if named')
  for (const grouping of groupings([...ownTrip, early]))
    t.same(grouping, [['JFK-LHR', 'LHR-JFK', 'LHR-JFK']], 'else a second booking of the same way back')
})

t.test('case 84: named as somebody else, without any locator on the own journey', async (t) => {
  for (const flights of [
    [stray('LHR-JFK', '06', bob)],
    [stray('DEN-SFO', '06', bob)],
    [stray('JFK-LHR', '06', bob)],
    [stray('CDG-JFK', '06', bob)],
  ])
    for (const grouping of groupings([out, back, ...flights]))
      t.same(grouping, [
        ['JFK-LHR', 'LHR-JFK'],
        [`${String(flights[0]?.origin)}-${String(flights[0]?.destination)}`],
      ])
})

t.test('a stray flight takes no later legs of the member', async (t) => {
  const next = flight('DL5', 'BOS-JFK', '2026-03-20T10:00', '2026-03-20T12:00')
  const bed = hotel('Bay Inn', 'Philadelphia', '2026-03-08', '2026-03-09')
  for (const who of [{}, bob])
    for (const grouping of groupings([...ownTrip, stray('DEN-SFO', '06', who), next]))
      t.same(grouping, [['JFK-LHR', 'LHR-JFK'], ['DEN-SFO'], ['BOS-JFK']])
  for (const grouping of groupings([...ownTrip, stray('DEN-SFO', '06', bob), bed]))
    t.notOk(grouping.some((trip) => trip.includes('DEN-SFO') && trip.length > 1))
})

t.test('what the member did under another locator is no stray', async (t) => {
  const side = [stray('LHR-CDG', '05'), stray('CDG-LHR', '07')]
  for (const grouping of groupings([...ownTrip, ...side]))
    t.same(grouping, [['JFK-LHR', 'LHR-CDG', 'CDG-LHR', 'LHR-JFK']], 'a side trip')
  for (const grouping of groupings([...ownTrip, stray('LHR-FCO', '05')]))
    t.same(grouping, [['JFK-LHR', 'LHR-FCO', 'LHR-JFK']], 'one way of it')
  const nested = [stray('LHR-JFK', '05'), stray('JFK-LHR', '09')]
  for (const grouping of groupings([...ownTrip, ...nested]))
    t.same(
      grouping,
      [
        ['JFK-LHR', 'LHR-JFK'],
        ['JFK-LHR', 'LHR-JFK'],
      ],
      'a trip home in between',
    )
})

t.test(
  'case 85: a slip in the name, swapped names and other names of one booking are one journey',
  async (t) => {
    const named = { ...out, ...ann }
    for (const [first, last] of [
      ['Ann', 'Lea'],
      ['Lee', 'Ann'],
      ['Anna', 'Lee'],
    ])
      for (const grouping of groupings([named, { ...back, first_name: first, last_name: last }]))
        t.same(grouping, [['JFK-LHR', 'LHR-JFK']], `${first} ${last}`)
    for (const grouping of groupings([
      { ...named, ...own },
      { ...back, ...bob, ...own },
    ]))
      t.same(grouping, [['JFK-LHR', 'LHR-JFK']], 'under one locator')
    for (const grouping of groupings([named, { ...back, first_name: 'Dan', last_name: 'Lee' }]))
      t.same(grouping, [['JFK-LHR'], ['LHR-JFK']], 'two people of one family')
  },
)

t.test('two spellings of the member are the member, though two letters apart', async (t) => {
  const member = traveller(['JFK'])
  member.send('profile', { first_name: 'Jonathan', last_name: 'Schmidt' })
  member.post({ ...out, first_name: 'Jonathon', last_name: 'Schmidt' })
  member.post({ ...back, first_name: 'Jonathan', last_name: 'Schmitt' })
  t.same(member.grouping(), [['JFK-LHR', 'LHR-JFK']])
  member.send('profile', { first_name: 'Bea', last_name: 'Ode' })
  t.same(member.grouping(), [['JFK-LHR'], ['LHR-JFK']], 'until the member has another name')
})

t.test('random changes of own, unnamed and strange flights give the same groups as a rebuild', async (t) => {
  for (let seed = 1; seed <= 12; seed++) {
    const roll = seededRandom(seed)
    const member = traveller()
    const make = (i: number): Segment => {
      const day = new Date(Date.UTC(2026, 2, 1) + roll(50) * 86_400_000).toISOString().slice(0, 10)
      const route = ['JFK-LHR', 'LHR-JFK', 'CDG-JFK', 'DEN-SFO', 'SFO-DEN', 'LHR-CDG'][roll(6)] ?? ''
      return {
        ...flight(`DL${i}`, route, `${day}T08:00`, `${day}T10:00`, { source: 'email' }),
        confirmation_no: [`LOC${i}XY`, 'OWN234', 'OWN567'][roll(3)],
        ...[ann, bob, {}, {}][roll(4)],
      }
    }
    const flights = Array.from({ length: 14 }, (_, i) => make(i))
    for (let step = 0; step < 30; step++) {
      const at = roll(flights.length)
      if (roll(4) === 0) flights[at] = { ...make(at), flight_num: String(at) }
      member.post({ ...flights[at], status: roll(4) === 0 ? 'Cancelled' : 'Active' })
      t.equal(groupingOf(member.state), rebuiltGroupingOf(member.state), `seed ${seed} step ${step}`)
    }
  }
})
