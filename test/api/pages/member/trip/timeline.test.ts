/** What the page of a trip says of its segments: days, times, places, connections, cancellations. */
import t from 'tap'
import { listOf } from '../../../../../api/segment-words/segment-doc.js'
import type { SegmentDoc } from '../../../../../api/segment-words/segment-doc.js'
import { factsOf, segmentName, SEGMENT_WORDS } from '../../../../../api/segment-words/segment-words.js'
import { tripView } from '../../../../../api/pages/member/trip/trip-view.js'
import type { OtherTrip } from '../../../../../api/pages/member/trip/trip-warnings.js'
import type { TripView } from '../../../../../api/pages/member/trip/trip-view.js'
import type { TimelineItem } from '../../../../../api/pages/member/trip/timeline-item.js'
import { SEGMENT_DEFINITIONS } from '../../../../../schemas/segment/catalog.js'

const names = {
  language: 'en',
  airlines: new Map([['UA', 'United Airlines']]),
  airports: new Map([
    ['LAX', 'Los Angeles International Airport'],
    ['AKL', 'Auckland International Airport'],
  ]),
  sources: new Map([
    ['airline_nz', 'Air New Zealand'],
    ['tmc_egencia', 'Egencia'],
  ]),
}
const ALL = { locators: true, prices: true, reports: true }
const NOW = Date.parse('2026-11-25T12:00:00Z')

const view = (
  docs: Array<Record<string, unknown>>,
  { show = ALL, trip = {}, provenance = null as string | null, others = [] as OtherTrip[] } = {},
): TripView =>
  tripView(
    { id: '1', display_name: 'Trip', ...trip },
    docs.map((doc, at) => ({
      doc: { id: String(at + 1), status: 'Active', ...doc } as SegmentDoc,
      provenance,
    })),
    { names, show, now: NOW, others },
  )
const itemsOf = (trip: TripView): TimelineItem[] =>
  trip.days.flatMap((day) => day.entries.flatMap(({ item }) => (item === null ? [] : [item])))
const daysOf = (trip: TripView): Array<string | null> => trip.days.map((day) => day.name)

/** NZ 5 leaves in the evening and arrives two days later; NZ 6 arrives before it leaves. */
const nz5 = {
  type: 'Air',
  airline: 'NZ',
  normalized_airline: 'NZ',
  airline_name: 'Air New Zealand',
  flight_num: '5',
  origin: 'LAX',
  origin_city_name: 'Los Angeles',
  origin_country: 'US',
  destination: 'AKL',
  destination_city_name: 'Auckland',
  destination_country: 'NZ',
  departure_datetime: '2026-12-25T21:30:00',
  departure_time_zone_id: 'America/Los_Angeles',
  departure_time_zone: 'PST',
  departure_datetime_utc: '2026-12-26T05:30:00Z',
  departure_terminal: 'B',
  departure_gate: '150',
  arrival_datetime: '2026-12-27T07:20:00',
  arrival_time_zone_id: 'Pacific/Auckland',
  arrival_time_zone: 'NZDT',
  arrival_datetime_utc: '2026-12-26T18:20:00Z',
  arrival_terminal: 'Terminal I',
  seat_assignment: '40A',
  confirmation_no: 'PAC124',
  price: '900.00',
  currency: 'USD',
  is_connection: true,
  connection_minutes: 175,
}
const nz6 = {
  ...nz5,
  flight_num: '6',
  origin: 'AKL',
  origin_city_name: 'Auckland',
  destination: 'LAX',
  departure_datetime: '2027-01-01T00:30:00',
  departure_time_zone_id: 'Pacific/Auckland',
  departure_time_zone: 'NZDT',
  departure_datetime_utc: '2026-12-31T11:30:00Z',
  arrival_datetime: '2026-12-31T15:40:00',
  arrival_time_zone_id: 'America/Los_Angeles',
  arrival_time_zone: 'PST',
  arrival_datetime_utc: '2026-12-31T23:40:00Z',
  is_connection: false,
  connection_minutes: null,
}
const stay = {
  type: 'Hotel',
  hotel_name: 'The Grand',
  city_name: 'Auckland',
  country: 'NZ',
  checkin_date: '2026-12-27',
  checkout_date: '2026-12-31',
  time_zone_id: 'Pacific/Auckland',
  time_zone: 'NZDT',
  checkin_datetime_utc: '2026-12-27T02:00:00Z',
  checkout_datetime_utc: '2026-12-30T22:00:00Z',
}

t.test('each end has its local time, its zone, and +2 or -1 across the date line', async (t) => {
  const [out, , back] = itemsOf(view([nz5, stay, nz6]))
  t.match(out, {
    kind: 'Flight',
    title: 'Air New Zealand NZ 5',
    connection: 'Connection in Los Angeles: 2 h 55 min',
    duration: '12 h 50 min',
    ends: [
      {
        what: 'Departs',
        time: '21:30',
        zone: 'UTC\u22128',
        plus: null,
        place: { city: 'Los Angeles, United States', name: 'Los Angeles International Airport (LAX)' },
        boarding: 'Terminal B, gate 150',
      },
      {
        ...{ what: 'Arrives', time: '07:20', zone: 'UTC+13', boarding: 'Terminal I' },
        ...{ plus: '+2 days', day: 'Sun 27 Dec, across the date line' },
      },
    ],
    facts: [['Seat', '40A']],
    locators: [{ label: 'Booking', value: 'PAC124' }],
    price: '$900.00',
    route: 'LAX \u2013 AKL',
  })
  t.match(back?.ends[1], {
    time: '15:40',
    zone: 'UTC\u22128',
    plus: '\u22121 day',
    day: /^Thu 31 Dec, across/,
  })
})

t.test('days are local, and one that goes back is marked', async (t) => {
  const meeting = {
    type: 'Meeting',
    activity_name: 'Dinner',
    start_datetime: '2026-12-31T19:00:00',
    start_time_zone_id: 'America/Los_Angeles',
    start_datetime_utc: '2027-01-01T03:00:00Z',
  }
  const trip = view([nz5, stay, nz6, meeting])
  t.same(daysOf(trip), [
    'Friday, 25 December 2026',
    'Sunday, 27 December 2026',
    'Thursday, 31 December 2026',
    'Friday, 1 January 2027',
    'Thursday, 31 December 2026',
  ])
  t.same(
    trip.days.map((day) => day.marker),
    [null, 'across the date line', null, null, 'across the date line: the calendar goes back'],
  )
  t.match(trip.days[2]?.entries, [{ item: null, end: { what: 'Check-out', title: 'The Grand', time: null } }])
  t.equal(itemsOf(trip)[1]?.duration, '4 nights')
})

t.test('RULES N6: a date without a time is shown as a date, an unknown end is said to be', async (t) => {
  const { departure_datetime_utc: _, ...flight } = nz5
  const [item] = itemsOf(view([{ ...flight, departure_datetime: '2026-12-25', arrival_datetime: null }]))
  t.match(item?.ends, [
    { time: null, zone: null, instead: 'time not known' },
    { time: null, zone: null, instead: 'time not known' },
  ])
  t.equal(item?.duration, null)
  const ends = (doc: Record<string, unknown>): unknown => itemsOf(view([doc]))[0]?.ends
  const day = { type: 'Event', start_datetime: '2026-12-25' }
  t.match(ends({ ...day, is_all_day: true }), [{ time: null, instead: 'all day' }])
  t.match(ends({ type: 'Hotel', checkin_date: '2026-12-25' }), [{ time: null, instead: null }])
})

t.test('what the member entered is not reported by somebody else', async (t) => {
  const sources = [
    { source: 'manual', status: 'Active', received: '2026-11-25T14:26:15Z' },
    { source: 'airline_nz', status: 'Cancelled', received: '2026-11-25T14:26:15Z' },
  ]
  const trip = view([{ ...nz5, status: 'Cancelled', sources }])
  t.match(trip.cancelled[0]?.reports, [{ source: 'you' }, { source: 'Air New Zealand' }])
  t.match(
    trip.cancelled[0]?.cancellation,
    /Your own entry still shows it as booked, but what Air New Zealand/,
  )
})

t.test('one of each kind is counted in words', async (t) => {
  const parking = { type: 'Parking', start_datetime: '2026-12-25T10:00:00' }
  t.equal(view([parking]).contents, '1 parking space')
  t.equal(view([parking, parking]).contents, '2 parking spaces')
})

t.test('a segment without any day stands at the end', async (t) => {
  t.same(daysOf(view([{ type: 'Meeting', activity_name: 'Some day' }, nz5])), [
    'Friday, 25 December 2026',
    null,
  ])
})

t.test('RULES 4.2: a cancelled segment says who cancelled it, when, and who disagrees', async (t) => {
  const report = (source: string, status: string): Record<string, unknown> => ({
    source,
    status,
    confirmation_no: 'PAC124',
    received: '2026-11-25T14:26:15Z',
  })
  const cancelled = (...sources: unknown[]): Record<string, unknown> => ({
    ...nz5,
    status: 'Cancelled',
    sources,
  })
  const trip = view([cancelled(report('airline_nz', 'Cancelled'), report('tmc_egencia', 'Active')), stay])
  t.equal(
    trip.cancelled[0]?.cancellation,
    'Cancelled by Air New Zealand, reported on 25 November 2026 at 14:26 UTC. Egencia still shows it as booked, ' +
      'but what Air New Zealand says takes precedence.',
  )
  t.same(daysOf(trip), ['Sunday, 27 December 2026', 'Thursday, 31 December 2026'])
  t.equal(trip.contents, '1 stay')
  const both = view([cancelled(report('airline_nz', 'Cancelled'), report('tmc_egencia', 'Cancelled'))])
  t.match(both.cancelled[0]?.cancellation, /^Cancelled by Air New Zealand and Egencia, /)
})

t.test('RULES 3.5: who reported what, in words', async (t) => {
  const sources = [
    {
      source: 'airline_nz',
      status: 'Active',
      confirmation_no: 'PAC124',
      received: '2026-11-25T14:26:15Z',
    },
    { source: 'tmc_unknown', status: 'Pending', confirmation_no: null, received: '2026-11-25T14:26:15Z' },
  ]
  const provenance = JSON.stringify({
    departure_datetime: { source: 'airline_nz', raw_id: '1' },
    flight_num: { source: 'airline_nz', raw_id: '1' },
    origin_lon: { source: 'airline_nz', raw_id: '1' },
    seat_assignment: { source: 'tmc_unknown', raw_id: '2' },
  })
  t.match(itemsOf(view([{ ...nz5, sources }], { provenance }))[0]?.reports, [
    { source: 'Air New Zealand', status: 'booked', fields: 'departure time, flight number' },
    { source: 'tmc_unknown', status: 'waiting for confirmation', booking: null, fields: 'seat' },
  ])
})

t.test('warnings stand above all, name what they are about, and are pointed to from it', async (t) => {
  const own = { description: 'Flight NZ5: the time zone is not known.', segment_ids: ['1'] }
  const conflict = { code: 'possible_conflict', description: 'This and another booking.', segment_ids: ['1'] }
  const overlap = { code: 'overlap', description: 'Another trip takes place at the same time.' }
  const segments = [
    { ...nz5, warnings: [own], possible_duplicate_of: ['2'] },
    { ...nz5, flight_num: '7' },
    stay,
  ]
  const link = (id: string, text: string): object => ({ href: `#segment-${id}`, text })
  const both = [link('1', 'LAX \u2013 AKL'), link('2', 'LAX \u2013 AKL')]
  const trip = view(segments, {
    trip: { warnings: [own, conflict, overlap] },
    others: [{ id: '9', name: 'Rome', span: '26 December 2026' }],
  })
  const pair = 'Flight Air New Zealand NZ 5 on Fri 25 Dec and Flight Air New Zealand NZ 7 on Fri 25 Dec'
  t.same(trip.warnings, [
    { text: own.description, links: [link('1', 'LAX \u2013 AKL')] },
    { text: `${pair} overlap: often they are one booking reported twice.`, links: both },
    {
      text: 'This trip and \u201cRome\u201d, 26 December 2026, take place at the same time.',
      links: [{ href: '/account/trips/9', text: 'Rome' }],
    },
    { text: `${pair} may be the same.`, links: both },
  ])
  t.match(itemsOf(trip), [{ warnings: [], isWarned: true }, { isWarned: true }, { isWarned: false }])
  t.equal(trip.warningCount, 3)
})

t.test('titles have the names that are known, and say nothing twice', async (t) => {
  const titles: Array<[Record<string, unknown>, string]> = [
    [
      { type: 'Air', airline: 'Sky Regional', normalized_airline: 'QX', flight_num: '12' },
      'Sky Regional QX 12',
    ],
    [{ type: 'Air', airline: 'QX', normalized_airline: 'QX', flight_num: '12' }, 'QX 12'],
    [{ type: 'Car', car_company: 'ZE', normalized_vendor: 'HERTZ' }, 'Hertz'],
    [{ type: 'Car', car_company: 'Hertz Gold', normalized_vendor: 'HERTZ' }, 'Hertz Gold'],
    [{ type: 'Rail', rail_line: 'ICE', train_number: 'ICE 103' }, 'ICE 103'],
  ]
  for (const [doc, title] of titles)
    t.equal(SEGMENT_WORDS[doc['type'] as 'Air'].title(doc as SegmentDoc), title)
  t.equal(segmentName({ type: 'Rail' } as SegmentDoc), 'Train')
  t.equal(
    segmentName({ type: 'Restaurant', restaurant_name: 'Restaurant Krone' } as unknown as SegmentDoc),
    'Restaurant Krone',
  )
})

t.test('who travels, who flies, and under which other numbers', async (t) => {
  const facts = (more: object): unknown =>
    itemsOf(view([{ ...nz5, seat_assignment: null, ...more }]))[0]?.facts
  t.same(facts({ operating_airline: 'NZ/UA', operating_flight_num: '917' }), [
    ['Operated by', 'United Airlines as UA 917'],
  ])
  t.same(
    facts({ operating_airline: 'Air New Zealand', bookings: [{ number: 'NZ 5' }, { number: 'UA 6755' }] }),
    [['Also sold as', 'UA 6755']],
  )
  const [ada, alan] = ['Ada', 'Alan'].map((first) => ({ first_name: first, last_name: 'Demo' }))
  t.same(facts({ ...ada, seat_assignment: '40A', travelers: [ada, { ...alan, seat_assignment: '40B' }] }), [
    ['Travellers', 'Ada Demo 40A; Alan Demo 40B'],
  ])
})

t.test('what the member corrected is marked, unless it is the only one who says anything', async (t) => {
  const provenance = JSON.stringify({
    departure_datetime: { source: 'manual', raw_id: '1' },
    seat_assignment: { source: 'manual', raw_id: '1' },
    flight_num: { source: 'airline_nz', raw_id: '1' },
  })
  const corrected = (source: string): unknown =>
    itemsOf(view([{ ...nz5, sources: [{ source, status: 'Active', received: '' }] }], { provenance }))[0]
      ?.corrected
  t.equal(corrected('airline_nz'), 'departure time and seat')
  t.equal(corrected('manual'), null)
})

t.test('what is not disclosed is not in the view at all', async (t) => {
  const sources = [{ source: 'airline_nz', status: 'Active', confirmation_no: 'PAC124', received: '' }]
  const hidden = view([{ ...nz5, sources, warnings: [{ description: 'PAC124 is odd' }] }], {
    show: { locators: false, prices: false, reports: false },
    trip: { warnings: [{ description: 'PAC124 is odd' }], notes: ['the code is PAC124'] },
  })
  t.notMatch(JSON.stringify(hidden), /PAC124|900|Air New Zealand says/)
})

t.test('every fact that a page shows is a field of some type, and every type has its words', async (t) => {
  const fields = new Set(Object.values(SEGMENT_DEFINITIONS).flatMap(({ fields }) => Object.keys(fields)))
  const all = new Proxy({} as SegmentDoc, { get: (_, name) => String(name) })
  for (const [, field] of factsOf(all)) t.ok(fields.has(field), field)
  for (const { type } of Object.values(SEGMENT_DEFINITIONS))
    t.ok(SEGMENT_WORDS[type].title({ type } as SegmentDoc) !== '', type)
  t.same(listOf({}, 'warnings'), [])
})

t.test('the head of a trip: now, soon, spans of days', async (t) => {
  const at = (begin: string, end: string): TripView =>
    view([], {
      trip: {
        begin_datetime: `${begin}T08:00:00`,
        begin_datetime_utc: `${begin}T08:00:00Z`,
        end_datetime: `${end}T20:00:00`,
        end_datetime_utc: `${end}T20:00:00Z`,
      },
    })
  t.match(at('2026-11-24', '2026-11-28'), { isNow: true, span: '24 to 28 November 2026', timing: null })
  t.match(at('2026-11-26', '2026-12-01'), { isNow: false, timing: 'Starts tomorrow' })
  t.match(at('2026-12-25', '2027-01-01'), {
    timing: 'Starts in 30 days',
    span: '25 December 2026 to 1 January 2027',
  })
  t.match(at('2026-11-01', '2026-11-01'), { span: '1 November 2026', timing: 'Ended 24 days ago' })
})
