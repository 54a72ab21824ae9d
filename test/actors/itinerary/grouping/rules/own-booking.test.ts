/** RULES 5.14: what belongs to a companion or a colleague does not touch the member's own journey. */
import t from 'tap'
import { seededRandom } from '../../../../support/journeys.js'
import { flight, hotel, traveller } from '../../../../support/traveller.js'
import type { Segment } from '../../../../support/traveller.js'

const bob = { first_name: 'Bob', last_name: 'Ray' }
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

/** Those of the groupings that are not as expected. */
function differing(found: string[][][], expected: string[][]): string[][][] {
  return found.filter((grouping) => JSON.stringify(grouping) !== JSON.stringify(expected))
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
        t.same(
          differing(groupings([...ownTrip, ...flights.map((one) => ({ ...one, ...who }))]), expected),
          [],
          `${name}, ${who === bob ? 'by somebody else' : 'without a name'}`,
        )
  },
)

t.test('a stray flight takes no later legs of the member', async (t) => {
  const next = flight('DL5', 'BOS-JFK', '2026-03-20T10:00', '2026-03-20T12:00')
  const bed = hotel('Bay Inn', 'Philadelphia', '2026-03-08', '2026-03-09')
  for (const who of [{}, bob])
    t.same(
      differing(groupings([...ownTrip, stray('DEN-SFO', '06', who), next]), [
        ['JFK-LHR', 'LHR-JFK'],
        ['DEN-SFO'],
        ['BOS-JFK'],
      ]),
      [],
    )
  const trips = groupings([...ownTrip, stray('DEN-SFO', '06', bob), bed]).flat()
  t.same(
    trips.filter((trip) => trip.includes('DEN-SFO') && trip.length > 1),
    [],
  )
})

t.test('two spellings of the member are the member, though two letters apart', async (t) => {
  const member = traveller(['JFK'])
  member.send('profile', { first_name: 'Jonathan', last_name: 'Schmidt' })
  member.post({ ...out, first_name: 'Jonathon', last_name: 'Schmidt' })
  member.post({ ...back, first_name: 'Jonatan', last_name: 'Schmidt' })
  t.same(member.grouping(), [['JFK-LHR', 'LHR-JFK']])
  member.send('profile', { first_name: 'Bea', last_name: 'Ode' })
  t.same(member.grouping(), [['JFK-LHR'], ['LHR-JFK']], 'until the member has another name')
})
