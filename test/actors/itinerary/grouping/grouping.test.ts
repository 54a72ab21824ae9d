/** RULES 5 and 8: a trip is one time away from home. */
import t from 'tap'
import { flight, hotel, traveller } from '../../../support/traveller.js'
import type { Segment } from '../../../support/traveller.js'

const sizes = (groups: string[][]): number[] => groups.map((group) => group.length)

t.test('case 21: check-out on the day of the flight home', async (t) => {
  const ann = traveller()
  ann.post([
    flight('DL42', 'JFK-LHR', '2026-03-01T18:00', '2026-03-02T06:00'),
    hotel('London Marriott', 'London', '2026-03-02', '2026-03-05', { country: 'GB' }),
    flight('DL43', 'LHR-JFK', '2026-03-05T16:00', '2026-03-05T19:00'),
  ])
  t.same(ann.grouping(), [['JFK-LHR', 'London Marriott', 'LHR-JFK']])
  t.match(ann.trips()[0], { begin_datetime: '2026-03-01T18:00:00', end_datetime: '2026-03-05T19:00:00' })
})

t.test('case 28: out and back on one day', async (t) => {
  const ann = traveller()
  ann.post([
    flight('DL1', 'JFK-BOS', '2026-03-01T07:00', '2026-03-01T08:10'),
    flight('DL2', 'BOS-JFK', '2026-03-01T19:00', '2026-03-01T20:10'),
  ])
  t.same(sizes(ann.grouping()), [2])
  t.match(ann.trips()[0]?.destinations, [{ city_name: 'Boston', nights: 0 }])
})

t.test('case 29: two day trips on consecutive days', async (t) => {
  const ann = traveller()
  for (const day of ['01', '02'])
    ann.post([
      flight('DL1', 'JFK-BOS', `2026-03-${day}T07:00`, `2026-03-${day}T08:10`),
      flight('DL2', 'BOS-JFK', `2026-03-${day}T19:00`, `2026-03-${day}T20:10`),
    ])
  t.same(sizes(ann.grouping()), [2, 2])
})

t.test('case 30: a commuter with four round trips on one booking', async (t) => {
  const ann = traveller()
  const legs = ['02', '09', '16', '23'].flatMap((day, i) => {
    const back = String(Number(day) + 3).padStart(2, '0')
    return [
      flight('DL1', 'JFK-BOS', `2026-03-${day}T07:00`, `2026-03-${day}T08:10`, {
        confirmation_no: 'WEEKLY',
        price: `${100 + i}.00`,
        currency: 'USD',
      }),
      flight('DL2', 'BOS-JFK', `2026-03-${back}T19:00`, `2026-03-${back}T20:10`, {
        confirmation_no: 'WEEKLY',
      }),
    ]
  })
  ann.post(legs)
  t.same(sizes(ann.grouping()), [2, 2, 2, 2])
})

t.test('case 31: two hours at the home airport between flights', async (t) => {
  const ann = traveller()
  ann.post([
    flight('DL1', 'BOS-JFK', '2026-03-01T07:00', '2026-03-01T08:10', { confirmation_no: 'ABC234' }),
    flight('DL42', 'JFK-LHR', '2026-03-01T10:10', '2026-03-01T22:00', { confirmation_no: 'ABC234' }),
  ])
  t.same(sizes(ann.grouping()), [2])
})

t.test('case 32: home at ten at night, away again at six', async (t) => {
  const ann = traveller()
  const pnr = { confirmation_no: 'ABC234' }
  ann.post([
    flight('DL1', 'JFK-BOS', '2026-03-01T07:00', '2026-03-01T08:10', pnr),
    flight('DL2', 'BOS-JFK', '2026-03-03T20:50', '2026-03-03T22:00', pnr),
    flight('DL3', 'JFK-ORD', '2026-03-04T06:00', '2026-03-04T08:00', pnr),
    flight('DL4', 'ORD-JFK', '2026-03-06T18:00', '2026-03-06T21:00', pnr),
  ])
  t.same(sizes(ann.grouping()), [2, 2])
})

t.test('case 33: open jaw', async (t) => {
  const ann = traveller()
  ann.post([
    flight('DL10', 'JFK-FCO', '2026-03-01T18:00', '2026-03-02T08:00'),
    flight('DL11', 'MXP-JFK', '2026-03-09T10:00', '2026-03-09T13:00'),
  ])
  t.same(sizes(ann.grouping()), [2])
})

t.test('case 34: three cities on three tickets', async (t) => {
  const ann = traveller()
  ann.post(flight('AF1', 'JFK-CDG', '2026-03-01T18:00', '2026-03-02T07:00', { confirmation_no: 'AAAA22' }))
  ann.post(flight('BA2', 'CDG-LHR', '2026-03-06T18:00', '2026-03-06T18:20', { confirmation_no: 'BBBB33' }))
  ann.post(flight('KL3', 'LHR-AMS', '2026-03-09T18:00', '2026-03-09T20:20', { confirmation_no: 'CCCC44' }))
  ann.post(flight('KL4', 'AMS-JFK', '2026-03-13T18:00', '2026-03-13T20:20', { confirmation_no: 'CCCC44' }))
  t.same(sizes(ann.grouping()), [4])
  t.same(
    ann.trips()[0]?.destinations.map((d) => d.city_name),
    ['Paris', 'London', 'Amsterdam'],
  )
})

t.test('case 35: the return bought weeks later', async (t) => {
  const ann = traveller()
  ann.post(flight('DL42', 'JFK-LHR', '2026-03-01T18:00', '2026-03-02T06:00', { confirmation_no: 'AAAA22' }))
  const id = ann.trips()[0]?.id
  ann.post(flight('DL43', 'LHR-JFK', '2026-03-16T10:00', '2026-03-16T13:00', { confirmation_no: 'BBBB33' }))
  t.same(sizes(ann.grouping()), [2])
  t.equal(ann.trips()[0]?.id, id)
})

t.test('case 36: forty days away', async (t) => {
  const ann = traveller()
  ann.post(flight('DL42', 'JFK-LHR', '2026-03-01T18:00', '2026-03-02T06:00', { confirmation_no: 'AAAA22' }))
  ann.post(flight('DL43', 'LHR-JFK', '2026-04-10T10:00', '2026-04-10T13:00', { confirmation_no: 'BBBB33' }))
  t.same(sizes(ann.grouping()), [2])
})

t.test('case 37: a side trip within a week', async (t) => {
  const ann = traveller()
  ann.post([
    flight('DL42', 'JFK-LHR', '2026-03-01T18:00', '2026-03-02T06:00'),
    flight('BA2', 'LHR-AMS', '2026-03-04T10:00', '2026-03-04T12:20'),
    flight('BA3', 'AMS-LHR', '2026-03-06T10:00', '2026-03-06T10:20'),
    flight('DL43', 'LHR-JFK', '2026-03-09T10:00', '2026-03-09T13:00'),
  ])
  t.same(sizes(ann.grouping()), [4])
  t.same(
    ann.trips()[0]?.destinations.map((d) => d.city_name),
    ['London', 'Amsterdam', 'London'],
  )
})

t.test('case 38: a stopover of twenty hours counts with a hotel only', async (t) => {
  const legs = [
    flight('KL1', 'JFK-AMS', '2026-03-01T18:00', '2026-03-02T07:00'),
    flight('KL2', 'AMS-SIN', '2026-03-03T03:00', '2026-03-03T22:00'),
    flight('KL3', 'SIN-JFK', '2026-03-12T10:00', '2026-03-12T20:00'),
  ]
  const ann = traveller()
  ann.post(legs)
  t.same(
    ann.trips()[0]?.destinations.map((d) => d.city_name),
    ['Singapore'],
  )
  ann.post(hotel('Amsterdam Marriott', 'Amsterdam', '2026-03-02', '2026-03-03'))
  t.same(
    ann.trips()[0]?.destinations.map((d) => d.city_name),
    ['Amsterdam', 'Singapore'],
  )
})

t.test('case 39: the destination has the most nights', async (t) => {
  const ann = traveller()
  ann.post([
    flight('KL1', 'JFK-AMS', '2026-03-01T18:00', '2026-03-02T07:00'),
    hotel('Amsterdam Marriott', 'Amsterdam', '2026-03-02', '2026-03-03'),
    flight('KL2', 'AMS-SIN', '2026-03-03T10:00', '2026-03-04T05:00'),
    hotel('Singapore Marriott', 'Singapore', '2026-03-04', '2026-03-11'),
    flight('KL3', 'SIN-JFK', '2026-03-12T10:00', '2026-03-12T20:00'),
  ])
  t.equal(ann.trips()[0]?.destination, 'Singapore')
})

t.test('case 40: a couple in different places at one time', async (t) => {
  for (const named of [true, false]) {
    const who = (first: string): Segment => (named ? { first_name: first, last_name: 'Lee' } : {})
    const ann = traveller()
    ann.post(
      flight('DL42', 'JFK-LHR', '2026-03-01T18:00', '2026-03-02T06:00', {
        confirmation_no: 'AAAA22',
        ...who('Ann'),
      }),
    )
    ann.post(
      flight('DL9', 'JFK-ORD', '2026-03-03T09:00', '2026-03-03T11:00', {
        confirmation_no: 'BBBB33',
        ...who('Bob'),
      }),
    )
    ann.post(
      flight('DL8', 'ORD-JFK', '2026-03-06T09:00', '2026-03-06T12:00', {
        confirmation_no: 'BBBB33',
        ...who('Bob'),
      }),
    )
    ann.post(
      flight('DL43', 'LHR-JFK', '2026-03-09T10:00', '2026-03-09T13:00', {
        confirmation_no: 'AAAA22',
        ...who('Ann'),
      }),
    )
    t.same(
      ann.grouping(),
      [
        ['JFK-LHR', 'LHR-JFK'],
        ['JFK-ORD', 'ORD-JFK'],
      ],
      named ? 'named' : 'without names',
    )
    const [first, second] = ann.trips()
    t.same(first?.overlaps_trip_ids, [second?.id])
    t.same(second?.overlaps_trip_ids, [first?.id])
  }
})

t.test('case 41: two alternatives on the same dates', async (t) => {
  const ann = traveller()
  ann.post([
    flight('AF1', 'JFK-CDG', '2026-03-01T18:00', '2026-03-02T07:00', { confirmation_no: 'AAAA22' }),
    hotel('Paris Marriott', 'Paris', '2026-03-02', '2026-03-06'),
    flight('AF2', 'CDG-JFK', '2026-03-06T10:00', '2026-03-06T13:00', { confirmation_no: 'AAAA22' }),
  ])
  ann.post([
    flight('DL10', 'JFK-FCO', '2026-03-01T19:00', '2026-03-02T09:00', { confirmation_no: 'BBBB33' }),
    hotel('Rome Marriott', 'Rome', '2026-03-02', '2026-03-06'),
    flight('DL11', 'FCO-JFK', '2026-03-06T12:00', '2026-03-06T15:00', { confirmation_no: 'BBBB33' }),
  ])
  t.same(ann.grouping(), [
    ['JFK-CDG', 'Paris Marriott', 'CDG-JFK'],
    ['JFK-FCO', 'Rome Marriott', 'FCO-JFK'],
  ])
  t.ok(ann.trips().every((trip) => trip.warnings.some((w) => w.code === 'overlap')))
})

t.test('case 50: a loop within a loop, in any of the 24 orders', async (t) => {
  const legs = [
    flight('DL42', 'JFK-LHR', '2026-03-01T18:00', '2026-03-02T06:00', { confirmation_no: 'AAAA22' }),
    flight('BA2', 'LHR-AMS', '2026-03-04T10:00', '2026-03-04T12:20', { confirmation_no: 'BBBB33' }),
    flight('BA3', 'AMS-LHR', '2026-03-06T10:00', '2026-03-06T10:20', { confirmation_no: 'CCCC44' }),
    flight('DL43', 'LHR-JFK', '2026-03-09T10:00', '2026-03-09T13:00', { confirmation_no: 'DDDD55' }),
  ]
  const orders = (list: number[]): number[][] =>
    list.length < 2
      ? [list]
      : list.flatMap((x, i) =>
          orders([...list.slice(0, i), ...list.slice(i + 1)]).map((rest) => [x, ...rest]),
        )
  for (const order of orders([0, 1, 2, 3])) {
    const ann = traveller()
    for (const i of order) ann.post(legs[i] as Segment)
    t.same(ann.grouping(), [['JFK-LHR', 'LHR-AMS', 'AMS-LHR', 'LHR-JFK']], order.join())
  }
})

t.test('case 37 with the hotel kept during the side trip', async (t) => {
  const ann = traveller()
  ann.post([
    flight('DL1', 'JFK-LHR', '2026-05-01T08:00', '2026-05-01T20:00'),
    hotel('L Inn', 'London', '2026-05-01', '2026-05-09', { country: 'GB' }),
    flight('BA1', 'LHR-FCO', '2026-05-03T10:00', '2026-05-03T13:30'),
    hotel('R Inn', 'Rome', '2026-05-03', '2026-05-05'),
    flight('BA2', 'FCO-LHR', '2026-05-05T10:00', '2026-05-05T12:00'),
    flight('DL2', 'LHR-JFK', '2026-05-09T16:00', '2026-05-09T19:00'),
  ])
  t.same(sizes(ann.grouping()), [6])
})

t.test('every traveller named on a journey is on it', async (t) => {
  const couple = (...names: string[]): Segment => ({ travelers: names.map((name) => ({ name })) })
  const ann = traveller()
  ann.post(
    flight('DL1', 'JFK-CDG', '2026-05-01T19:00', '2026-05-02T08:00', couple('SMITH/JOHN', 'SMITH/JANE')),
  )
  ann.post(
    flight('DL2', 'CDG-JFK', '2026-05-09T12:00', '2026-05-09T15:00', couple('SMITH/JANE', 'SMITH/JOHN')),
  )
  t.same(sizes(ann.grouping()), [2], 'listed in another order on the way back')
  const bob = traveller()
  for (const [first_name, confirmation_no] of [
    ['John', 'LOCA11'],
    ['Jane', 'LOCB22'],
  ])
    bob.post(
      flight('DL1', 'JFK-CDG', '2026-05-01T19:00', '2026-05-02T08:00', {
        first_name,
        last_name: 'Smith',
        confirmation_no,
      }),
    )
  bob.post(
    flight('DL2', 'CDG-JFK', '2026-05-09T12:00', '2026-05-09T15:00', {
      first_name: 'John',
      last_name: 'Smith',
      confirmation_no: 'LOCA11',
    }),
  )
  t.same(sizes(bob.grouping()), [2], 'out by two bookings, back by one')
})
