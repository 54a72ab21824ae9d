/** RULES N6: a date alone means that the time is not known. */
import t from 'tap'
import { flight, hotel, meeting, traveller } from '../../../support/traveller.js'
import type { Segment } from '../../../support/traveller.js'

const codes = (doc: { warnings: Array<{ code: string }> } | undefined): string[] =>
  (doc?.warnings ?? []).map(({ code }) => code)

t.test('N6: it is shown as a date, without an instant or a duration', async (t) => {
  const ann = traveller()
  ann.post(flight('DL42', 'JFK-LHR', '2026-03-01', '2026-03-02'))
  ann.post(flight('DL43', 'LHR-JFK', '2026-03-08', '2026-03-08T14:00'))
  t.match(ann.live(), [
    {
      departure_datetime: '2026-03-01',
      departure_datetime_utc: null,
      departure_time_zone_id: 'America/New_York',
      arrival_datetime: '2026-03-02',
      arrival_datetime_utc: null,
      duration_minutes: null,
      warnings: [],
    },
    { departure_datetime: '2026-03-08', arrival_datetime: '2026-03-08T14:00:00', duration_minutes: null },
  ])
  t.match(ann.trips(), [
    {
      begin_datetime: '2026-03-01',
      begin_datetime_utc: null,
      begin_time_zone_id: 'America/New_York',
      end_datetime: '2026-03-08T14:00:00',
      destinations: [{ city_name: 'London', begin_datetime: '2026-03-02', end_datetime: '2026-03-08' }],
    },
  ])
})

t.test('5.15: the stored bounds cover the whole day in its zone', async (t) => {
  const ann = traveller()
  ann.post(flight('DL42', 'JFK-LHR', '2026-03-01', '2026-03-02'))
  ann.post(flight('DL43', 'LHR-JFK', '2026-03-08', '2026-03-08'))
  const bounds = ann.folds.at(-1)?.trips.map(({ beginAt, endAt }) => [beginAt, endAt])
  t.same(bounds, [[Date.UTC(2026, 2, 1, 5), Date.UTC(2026, 2, 9, 3, 59)]], 'summer time begins on the 8th')
  t.match(ann.trips(), [{ end_datetime: '2026-03-08', end_datetime_utc: null, duration_days: 7 }])
})

t.test('5.15: of a date and a time on that day the date is the end of the trip', async (t) => {
  const ann = traveller()
  ann.post(flight('DL42', 'JFK-LHR', '2026-03-01T18:00', '2026-03-02T06:00'))
  ann.post(meeting('Review', 'London', '2026-03-08T09:00', '2026-03-08T10:00'))
  ann.post(flight('DL43', 'LHR-JFK', '2026-03-08', '2026-03-08'))
  t.match(ann.trips(), [{ begin_datetime: '2026-03-01T18:00:00', end_datetime: '2026-03-08' }])
  t.equal(ann.trips().length, 1)
})

t.test('3.5: a time of a lower source on that day wins over a date, in any order', async (t) => {
  const dated = flight('DL42', 'JFK-LHR', '2026-03-01', '2026-03-02')
  const timed = flight('DL42', 'JFK-LHR', '2026-03-01T18:00', '2026-03-02T06:00', { source: 'email' })
  for (const order of [
    [dated, timed],
    [timed, dated],
  ]) {
    const ann = traveller()
    for (const one of order) ann.post(one)
    t.match(ann.live(), [
      {
        departure_datetime: '2026-03-01T18:00:00',
        arrival_datetime: '2026-03-02T06:00:00',
        source: 'airline_dl',
        previous: null,
      },
    ])
    t.equal(ann.live().length, 1)
  }
})

t.test('3.5: a time on another day does not replace the date of a higher source', async (t) => {
  const ann = traveller()
  ann.post(flight('DL42', 'JFK-LHR', '2026-03-01T18:00', '2026-03-03', { confirmation_no: 'ABC234' }))
  ann.post(flight('DL42', 'JFK-LHR', '2026-03-01T18:00', '2026-03-02T06:00', { source: 'email' }))
  t.match(ann.live(), [{ arrival_datetime: '2026-03-03' }])
  t.equal(ann.live().length, 1)
})

t.test('7.6: a time that becomes known is material, and no change of the schedule', async (t) => {
  const ann = traveller()
  ann.post(flight('DL42', 'JFK-LHR', '2026-03-01', '2026-03-02', { confirmation_no: 'ABC234' }))
  const folded = ann.post(
    flight('DL42', 'JFK-LHR', '2026-03-01T18:00', '2026-03-02T06:00', { confirmation_no: 'ABC234' }),
  )
  t.match(ann.live(), [{ departure_datetime: '2026-03-01T18:00:00', previous: null }])
  const event = folded.events.find(({ type }) => type === 'segment.updated')
  t.match(JSON.parse(event?.body.join('') ?? '{}'), {
    data: { material: true, previous_attributes: { departure_datetime: '2026-03-01' } },
  })
})

t.test('4: a date that moves is the previous schedule, as it was submitted', async (t) => {
  const ann = traveller()
  ann.post(flight('DL42', 'JFK-LHR', '2026-03-01', '2026-03-02', { confirmation_no: 'ABC234' }))
  ann.post(flight('DL42', 'JFK-LHR', '2026-03-01', '2026-03-03', { confirmation_no: 'ABC234' }))
  t.match(ann.live(), [
    {
      arrival_datetime: '2026-03-03',
      previous: { departure_datetime: '2026-03-01', arrival_datetime: '2026-03-02' },
    },
  ])
})

t.test(
  '5.12.1: what happens on a day belongs to the trip that has the traveller there on that day',
  async (t) => {
    const events: Segment[] = [
      meeting('Fair', 'London', '2026-03-02', '2026-03-04'),
      {
        type: 'Restaurant',
        source: 'manual',
        restaurant_name: 'Ivy',
        city_name: 'London',
        start_datetime: '2026-03-05',
      },
    ]
    for (const day of ['2026-03-02T07:00', '2026-03-01T18:00']) {
      const ann = traveller(['CDG'])
      ann.post(flight('BA304', 'CDG-LHR', day, `${day.slice(0, 10)}T20:45`))
      ann.post(events)
      ann.post(flight('BA305', 'LHR-CDG', '2026-03-05T09:30', '2026-03-05T11:45'))
      t.same(ann.unfiled(), [], day)
      t.equal(ann.trips().length, 1)
    }
  },
)

t.test('5.12.1: a day trip takes what happens on its day', async (t) => {
  const ann = traveller(['CDG'])
  ann.post(flight('BA304', 'CDG-LHR', '2026-03-02T07:00', '2026-03-02T07:45'))
  ann.post({
    type: 'Restaurant',
    source: 'manual',
    restaurant_name: 'Ivy',
    city_name: 'London',
    start_datetime: '2026-03-02',
  })
  ann.post(flight('BA305', 'LHR-CDG', '2026-03-02T19:30', '2026-03-02T21:45'))
  t.same(ann.unfiled(), [])
  t.match(ann.trips(), [{ begin_datetime: '2026-03-02' }])
})

t.test('1: what is missing is a warning, and nothing is made up', async (t) => {
  const ann = traveller()
  const {
    airline: _airline,
    arrival_datetime: _arrival,
    ...bare
  } = flight('XX42', 'JFK-LHR', '2026-03-01T18:00', '')
  ann.post(bare)
  t.match(ann.live(), [
    { airline: null, arrival_datetime: null, arrival_datetime_utc: null, duration_minutes: null },
  ])
  t.same(codes(ann.live()[0]), ['vendor_missing', 'end_missing'])
  t.match(ann.live()[0]?.warnings, [
    { field: 'airline', values: [], description: /no source says which airline it is with/ },
    { field: 'arrival_datetime', values: [], description: /no source says when the arrival is/ },
  ])
  ann.post({ ...bare, source: 'email', flight_num: 'DL 42', arrival_datetime: '2026-03-02T06:00' })
  t.match(ann.live(), [{ arrival_datetime: '2026-03-02T06:00:00' }])
})

t.test('N3: the carrier of the number is the airline, the kind of train its railway', async (t) => {
  const ann = traveller(['FRA'])
  const air = (number: string, day: string): Segment => ({
    ...flight('XX0', 'FRA-LHR', `2026-03-${day}T08:00`, `2026-03-${day}T09:00`),
    airline: undefined,
    flight_num: number,
  })
  ann.post([air('LH 900', '01'), air('6E123', '02'), air('BAW304', '03'), air('British Airways 305', '04')])
  t.match(ann.live(), [
    { airline: 'LH', flight_num: '900', airline_name: 'Lufthansa' },
    { airline: '6E', flight_num: '123' },
    { airline: 'BA', flight_num: '304' },
    { airline: 'BA', flight_num: '305' },
  ])
  const train = (number: string | undefined, day: string): Segment => ({
    type: 'Rail',
    source: 'email',
    train_number: number,
    origin: 'Frankfurt Hbf',
    destination: 'München Hbf',
    departure_datetime: `2026-04-${day}T08:00`,
  })
  ann.post([train('ICE 599', '01'), train('IC 599', '02'), train(undefined, '03')])
  t.match(ann.live().slice(4), [{ rail_line: 'DB' }, { rail_line: null }, { rail_line: null }])
})

t.test('N6: order of arrival does not matter where dates and times are mixed', async (t) => {
  const all = [
    flight('DL42', 'JFK-LHR', '2026-03-01', '2026-03-02'),
    flight('DL42', 'JFK-LHR', '2026-03-01T18:00', '2026-03-02', { source: 'email' }),
    hotel('Plaza London', 'London', '2026-03-02', '2026-03-05'),
    flight('BA117', 'LHR-JFK', '2026-03-05', '2026-03-05', { source: 'airline_ba' }),
    meeting('Fair', 'London', '2026-03-03', '2026-03-04'),
  ]
  const shown = (segments: Segment[]): unknown => {
    const ann = traveller()
    for (const one of segments) ann.post(one)
    return [
      ann.grouping(),
      ann.trips().map(({ begin_datetime, end_datetime }) => [begin_datetime, end_datetime]),
      ann.live().map(({ departure_datetime, arrival_datetime }) => [departure_datetime, arrival_datetime]),
    ]
  }
  const expected = shown(all)
  for (let at = 1; at < all.length; at++) t.same(shown([...all.slice(at), ...all.slice(0, at)]), expected)
  t.same(shown(all.toReversed()), expected)
})
