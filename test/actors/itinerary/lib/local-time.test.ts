/** Wall clocks, zones and the date line (RULES N6 and 8). */
import t from 'tap'
import { flight, hotel, traveller } from '../../../support/traveller.js'
import { MINUTE, zoneAbbreviation, wallMinutes } from '../../../../actors/itinerary/lib/local-time.js'
import { instantsOf } from '../../../../schemas/base/time-zone.js'

const instants = (wall: string, zone: string): string[] =>
  (instantsOf((wallMinutes(wall) as number) * MINUTE, zone) ?? []).map((at) =>
    new Date(at).toISOString().slice(0, 16),
  )

t.test('case 16: a red-eye', async (t) => {
  const ann = traveller(['SFO'])
  ann.post([
    flight('UA1', 'SFO-JFK', '2026-03-03T21:40', '2026-03-04T06:05'),
    flight('UA2', 'JFK-SFO', '2026-03-04T18:00', '2026-03-04T21:30'),
  ])
  t.equal(ann.trips().length, 1)
  t.equal(ann.segments()[0]?.duration_minutes, 325)
  t.match(ann.trips()[0]?.destinations, [{ nights: 0 }], 'a night in the air is not a stay')
})

t.test('case 17: arrival by the clock before departure, on the same date', async (t) => {
  const ann = traveller(['HND'])
  ann.post(flight('NH110', 'HND-EWR', '2026-03-12T19:53', '2026-03-12T18:59'))
  t.ok((ann.segments()[0]?.duration_minutes as number) > 0)
  t.same(ann.segments()[0]?.warnings, [])
})

t.test('case 18: arrival on the calendar day before departure', async (t) => {
  const ann = traveller(['AKL'])
  ann.post(flight('NZ10', 'AKL-HNL', '2026-03-12T23:55', '2026-03-12T09:45'))
  t.equal(ann.segments()[0]?.duration_minutes, 530)
})

t.test('case 19: the missing hour of spring and the doubled hour of autumn', async (t) => {
  t.same(instants('2026-03-08T02:30', 'America/New_York'), ['2026-03-08T07:30'], 'shifted forward by the gap')
  t.same(instants('2026-11-01T01:30', 'America/New_York'), ['2026-11-01T05:30', '2026-11-01T06:30'])
  const ann = traveller()
  ann.post(flight('DL1', 'JFK-BOS', '2026-03-08T02:30', '2026-03-08T04:00'))
  ann.post(flight('DL2', 'BOS-JFK', '2026-11-01T00:20', '2026-11-01T01:30'))
  t.match(ann.segments()[0], { departure_datetime_utc: '2026-03-08T07:30:00Z' })
  t.match(
    ann.segments()[1],
    { arrival_datetime_utc: '2026-11-01T06:30:00Z' },
    'an arrival takes the second occurrence',
  )
})

t.test('case 20: an airstrip without a known zone', async (t) => {
  const ann = traveller()
  ann.post(flight('DL1', 'JFK-QZX', '2026-03-01T07:00', '2026-03-01T18:10', { confirmation_no: 'ABC234' }))
  const [segment] = ann.segments()
  t.match(segment, { arrival_datetime: '2026-03-01T18:10:00', arrival_datetime_utc: null })
  t.ok(segment?.warnings.some((w) => w.code === 'zone_unknown'))
  ann.post(
    flight('DL1', 'JFK-QZX', '2026-03-01T07:00', '2026-03-01T18:10', {
      confirmation_no: 'ABC234',
      arrival_time_zone_id: 'Africa/Lagos',
    }),
  )
  t.match(ann.segments(), [{ id: segment?.id, arrival_datetime_utc: '2026-03-01T17:10:00Z' }])
})

t.test('zone abbreviations follow the season, if English has one', async (t) => {
  const named = (zone: string | null): Array<string | null> => [
    zoneAbbreviation(zone, Date.UTC(2026, 0, 15)),
    zoneAbbreviation(zone, Date.UTC(2026, 6, 15)),
  ]
  for (const [zone, winter, summer] of [
    ['Europe/Zurich', 'CET', 'CEST'],
    ['Europe/London', 'GMT', 'BST'],
    ['Europe/Lisbon', 'WET', 'WEST'],
    ['Pacific/Auckland', 'NZDT', 'NZST'],
    ['Australia/Sydney', 'AEDT', 'AEST'],
    ['America/New_York', 'EST', 'EDT'],
    ['America/St_Johns', 'NST', 'NDT'],
    ['Asia/Kolkata', 'IST', 'IST'],
    ['Africa/Johannesburg', 'SAST', 'SAST'],
    ['Asia/Singapore', 'SGT', 'SGT'],
    ['Asia/Tokyo', 'GMT+9', 'GMT+9'],
    ['UTC', 'UTC', 'UTC'],
  ] as const)
    t.same(named(zone), [winter, summer], zone)
  t.same(named(null), [null, null])
  const ann = traveller()
  ann.post(flight('DL1', 'JFK-CDG', '2026-07-01T18:00', '2026-07-02T07:30'))
  t.match(ann.segments(), [{ departure_time_zone: 'EDT', arrival_time_zone: 'CEST' }])
  t.match(ann.trips(), [{ begin_time_zone: 'EDT', end_time_zone: 'CEST' }])
})

t.test('a stay without a night ends after it begins', async (t) => {
  const stay = (more: Record<string, unknown>, ...others: Array<Record<string, unknown>>) => {
    const ann = traveller()
    const day = hotel('Rome Marriott', 'Rome', '2026-05-01', '2026-05-01', {
      confirmation_no: 'H12345',
      time_zone_id: 'UTC',
    })
    ann.post([{ ...day, ...more }, ...others.map((other) => ({ ...day, ...other }))])
    const [segment] = ann.segments()
    return [segment?.checkin_datetime_utc, segment?.checkout_datetime_utc]
      .map((text) => String(text).slice(11, 16))
      .concat(String(segment?.duration_minutes), ...(segment?.warnings ?? []).map(({ code }) => code))
  }
  t.same(stay({}), ['12:00', '18:00', '360'])
  t.same(stay({ checkin_time: '20:00' }), ['20:00', '23:59', '239'])
  t.same(stay({ checkin_time: '10:00' }), ['10:00', '18:00', '480'])
  t.same(stay({ checkout_time: '08:00' }), ['02:00', '08:00', '360'])
  t.same(stay({ checkout_time: '04:30' }), ['00:00', '04:30', '270'])
  t.same(stay({ checkout_time: '16:00' }), ['12:00', '16:00', '240'])
  t.same(
    stay({ checkin_time: '18:00' }, { source: 'email', checkout_time: '10:00' }),
    ['18:00', '10:00', '-480', 'date_order'],
    'what two sources report is shown, not repaired',
  )
})

t.test('a place without a known zone: ordered by the other end, and nothing unknown is shown', async (t) => {
  const ann = traveller(['LAX'])
  ann.post(flight('DL1', 'LAX-QZX', '2026-05-01T08:00', '2026-05-01T09:30'))
  ann.post(flight('DL2', 'QZX-LAX', '2026-05-01T12:00', '2026-05-01T13:30'))
  t.equal(ann.trips().length, 1, 'out and back on one day')
  for (const doc of ann.live()) {
    t.equal(doc.duration_minutes, null)
    t.same(
      doc.warnings.map((warning) => warning.code),
      ['zone_unknown'],
    )
  }
  const bob = traveller(['HND'])
  bob.post(flight('NH1', 'HND-QQQ', '2026-05-01T18:00', '2026-05-01T10:00'))
  t.match(bob.live(), [
    { arrival_time_zone_id: null, arrival_datetime: '2026-05-01T10:00:00', duration_minutes: null },
  ])
  t.same(
    bob
      .live()[0]
      ?.warnings.map((warning) => warning.code)
      .sort(),
    ['place_unknown', 'zone_unknown'],
  )
})

t.test(
  'a flight with only a date comes after the departure of that morning and before the return of that evening',
  async (t) => {
    for (const bare of [0, 1]) {
      const ann = traveller()
      const legs = [
        flight('DL1', 'JFK-BOS', '2026-03-01T07:00', '2026-03-01T08:10'),
        flight('DL2', 'BOS-JFK', '2026-03-01T19:00', '2026-03-01T20:10'),
      ]
      ann.post(
        legs.map((leg, i) =>
          i === bare
            ? { ...leg, departure_datetime: '2026-03-01T00:00', arrival_datetime: '2026-03-01T00:00' }
            : leg,
        ),
      )
      t.equal(ann.trips().length, 1)
    }
  },
)

t.test('a zone has the abbreviation of its year, regardless of earlier lookups', async (t) => {
  const named = (year: number, month: number): string | null =>
    zoneAbbreviation('Europe/Lisbon', Date.UTC(year, month, 15))
  t.equal(named(1960, 0), 'GMT+0', 'CLDR knows no names from before 1970')
  t.equal(named(1985, 0), 'WET')
  t.equal(named(1995, 0), 'CET')
  t.equal(named(2026, 6), 'WEST')
  t.equal(named(2026, 0), 'WET')
})

t.test(
  'a train without an arrival time does not arrive when it leaves: a change at home within four hours continues',
  async (t) => {
    const train = (
      number: string,
      origin: string,
      destination: string,
      departs: string,
    ): Record<string, unknown> => ({
      type: 'Rail',
      source: 'rail_db',
      rail_line: 'Amtrak',
      train_number: number,
      origin,
      destination,
      departure_datetime: departs,
    })
    const [out, back] = [
      train('1', 'New York', 'Chicago', '2026-03-01T08:00'),
      train('2', 'Chicago', 'New York', '2026-03-03T08:00'),
    ]
    for (const [departs, trips] of [
      ['2026-03-03T17:30', 1],
      ['2026-03-03T23:00', 2],
    ] as const) {
      for (const order of [
        [out, back, flight('DL3', 'JFK-LHR', departs, '2026-03-04T11:30')],
        [flight('DL3', 'JFK-LHR', departs, '2026-03-04T11:30'), back, out],
      ]) {
        const ann = traveller()
        for (const segment of order) ann.post(segment)
        t.equal(ann.trips().length, trips, departs)
      }
    }
  },
)
