/** Segments as iCalendar events (RFC 5545). */
import ICAL from 'ical.js'
import t from 'tap'
import { calendarText } from '../../../api/calendar/calendar.js'
import { rawExamples } from '../../../api/document/examples/raw-segments.js'
import { instantsOf } from '../../../schemas/base/time-zone.js'
import type { SegmentDoc } from '../../../api/calendar/segment-doc.js'

const STAMPS = { status: 'Active', created: '2026-01-01T00:00:00Z', updated: '2026-01-01T00:00:00Z' }

const OPTIONS = {
  name: 'Test',
  pageUrl: 'https://pages.test/account/trips',
  airports: new Map([['ZRH', 'Zürich Airport']]),
  now: Date.UTC(2026, 5, 1),
}

/** The calendar of one segment. */
function calendarOf(doc: Record<string, unknown>): string {
  return calendarText([{ doc: { id: '1', ...STAMPS, ...doc } as unknown as SegmentDoc, version: 1 }], OPTIONS)
}

/** The events of one segment by UID, as a calendar program reads them. */
function eventsOf(doc: Record<string, unknown>): Map<string, ICAL.Component> {
  const calendar = new ICAL.Component(ICAL.parse(calendarOf(doc)))
  return new Map(calendar.getAllSubcomponents('vevent').map((event) => [textOf(event, 'uid'), event]))
}

const textOf = (event: ICAL.Component | undefined, name: string): string =>
  String(event?.getFirstPropertyValue(name) ?? '')

/** DTSTART and DTEND lines of one segment's event. */
function ends(doc: Record<string, unknown>): string[] {
  const text = calendarOf(doc)
  ICAL.parse(text)
  return text
    .slice(text.indexOf('BEGIN:VEVENT'))
    .split('\r\n')
    .filter((line) => /^DT(START|END)/.test(line))
}

const days = (start: string, end: string | null) =>
  ends({
    type: 'Event',
    activity_name: 'Fair',
    is_all_day: true,
    start_datetime: start,
    end_datetime: end,
    start_time_zone_id: 'Europe/Zurich',
  })

t.test('an event of whole days ends on the day after its last one', async (t) => {
  const first = 'DTSTART;VALUE=DATE:20280505'
  t.same(days('2028-05-05T00:00:00', '2028-05-07T23:59:00'), [first, 'DTEND;VALUE=DATE:20280508'])
  t.same(
    days('2028-05-05T00:00:00', '2028-05-08T00:00:00'),
    [first, 'DTEND;VALUE=DATE:20280508'],
    'midnight is the end of the day before',
  )
  t.same(days('2028-05-05T00:00:00', '2028-05-05T23:59:00'), [first, 'DTEND;VALUE=DATE:20280506'])
  t.same(days('2028-05-05T00:00:00', '2028-05-05T00:00:00'), [first, 'DTEND;VALUE=DATE:20280506'])
  t.same(days('2028-05-05T09:00:00', null), [first])
  t.same(days('2028-12-31T00:00:00', '2028-12-31T23:59:00').at(-1), 'DTEND;VALUE=DATE:20290101')
})

const flight = (departure: string, departureUtc: string, arrival: string, arrivalUtc: string, zone: string) =>
  ends({
    type: 'Air',
    departure_datetime: departure,
    departure_datetime_utc: departureUtc,
    departure_time_zone_id: zone,
    arrival_datetime: arrival,
    arrival_datetime_utc: arrivalUtc,
    arrival_time_zone_id: zone,
  })

t.test('N6: what starts on a date without a time takes whole days', async (t) => {
  const dated = (departure: string, arrival: string | null) =>
    ends({
      type: 'Air',
      departure_datetime: departure,
      departure_time_zone_id: 'Europe/Zurich',
      arrival_datetime: arrival,
      arrival_time_zone_id: 'Europe/Zurich',
    })
  const first = 'DTSTART;VALUE=DATE:20280505'
  t.same(dated('2028-05-05', '2028-05-06'), [first, 'DTEND;VALUE=DATE:20280507'])
  t.same(dated('2028-05-05', '2028-05-05T14:00:00'), [first, 'DTEND;VALUE=DATE:20280506'])
  t.same(dated('2028-05-05', null), [first])
  t.same(dated('2028-05-05T09:00:00', '2028-05-05'), ['DTSTART;TZID=Europe/Zurich:20280505T090000'])
})

t.test('the second occurrence of the repeated hour is written in UTC', async (t) => {
  t.same(
    flight(
      '2026-11-01T01:50:00',
      '2026-11-01T05:50:00Z',
      '2026-11-01T01:20:00',
      '2026-11-01T06:20:00Z',
      'America/New_York',
    ),
    ['DTSTART;TZID=America/New_York:20261101T015000', 'DTEND:20261101T062000Z'],
  )
  t.same(
    flight(
      '2026-10-31T01:50:00',
      '2026-10-31T05:50:00Z',
      '2026-10-31T03:20:00',
      '2026-10-31T07:20:00Z',
      'America/New_York',
    ),
    ['DTSTART;TZID=America/New_York:20261031T015000', 'DTEND;TZID=America/New_York:20261031T032000'],
  )
  t.same(
    flight(
      '2026-03-08T02:30:00',
      '2026-03-08T07:30:00Z',
      '2026-03-08T05:00:00',
      '2026-03-08T09:00:00Z',
      'America/New_York',
    )[0],
    'DTSTART;TZID=America/New_York:20260308T023000',
    'a time in the skipped hour stays local',
  )
})

t.test('UTC by any of its names', async (t) => {
  for (const zone of ['UTC', 'Etc/UTC', 'Etc/GMT', 'Zulu']) {
    t.same(
      flight(
        '2026-05-01T10:00:00',
        '2026-05-01T10:00:00Z',
        '2026-05-01T12:00:00',
        '2026-05-01T12:00:00Z',
        zone,
      ),
      ['DTSTART:20260501T100000Z', 'DTEND:20260501T120000Z'],
      zone,
    )
  }
})

t.test('an end that is not after the start is omitted', async (t) => {
  const stay = {
    type: 'Hotel',
    checkin_date: '2026-05-01',
    checkout_date: '2026-05-01',
    time_zone_id: 'Europe/Zurich',
  }
  t.same(ends(stay), ['DTSTART;VALUE=DATE:20260501'])
  t.same(ends({ ...stay, checkout_date: '2026-05-03' }), [
    'DTSTART;VALUE=DATE:20260501',
    'DTEND;VALUE=DATE:20260503',
  ])
  t.same(
    flight(
      '2026-05-01T10:00:00',
      '2026-05-01T08:00:00Z',
      '2026-05-01T09:00:00',
      '2026-05-01T07:00:00Z',
      'Europe/Zurich',
    ).length,
    1,
  )
})

const THIS_YEAR = '2026-06-01'

/** Noon of that day in the zone, as documents give it in UTC. */
function noonIn(zone: string): string {
  const [at = NaN] = instantsOf(Date.parse(`${THIS_YEAR}T12:00:00Z`), zone) ?? []
  return `${new Date(at).toISOString().slice(0, 19)}Z`
}

t.test('two centuries of time zones are not written out', async (t) => {
  const zones = Intl.supportedValuesOf('timeZone').filter((zone) => /^(America|Europe|Australia)/.test(zone))
  const segments = zones.flatMap((zone, i) =>
    ['1900-06-01', THIS_YEAR, '2199-06-01'].map((date, k) => ({
      doc: {
        id: String(3 * i + k),
        ...STAMPS,
        type: 'Restaurant',
        restaurant_name: 'Table',
        start_datetime: `${date}T12:00:00`,
        start_datetime_utc: date === THIS_YEAR ? noonIn(zone) : `${date}T10:00:00Z`,
        start_time_zone_id: zone,
      } as unknown as SegmentDoc,
      version: 1,
    })),
  )
  const text = calendarText(segments, OPTIONS)
  t.equal(text.match(/BEGIN:VTIMEZONE/g)!.length, zones.length)
  const changes = text.match(/BEGIN:(STANDARD|DAYLIGHT)/g)!.length
  t.ok(changes <= 30 * zones.length, `${changes} changes for ${zones.length} zones`)
  t.match(text, 'DTSTART:19000601T100000Z')
  t.match(text, 'DTSTART:21990601T100000Z')
})

const STAY = {
  type: 'Hotel',
  trip_id: '8',
  hotel_name: 'Hotel Example',
  address1: 'Bahnhofstrasse 1',
  postal_code: '8001',
  city_name: 'Zürich',
  admin_code: 'ZH',
  country: 'CH',
  checkin_date: '2026-05-01',
  checkin_time: '15:00',
  checkout_date: '2026-05-03',
  checkout_time: '11:00:00',
  confirmation_no: 'AB-1234',
  time_zone_id: 'Europe/Zurich',
}

t.test('a stay is one bar over its nights, in which the traveller is free', async (t) => {
  const events = eventsOf(STAY)
  t.same([...events.keys()], ['segment-1@tripfold'])
  const event = events.get('segment-1@tripfold')
  t.same(ends(STAY), ['DTSTART;VALUE=DATE:20260501', 'DTEND;VALUE=DATE:20260503'])
  t.equal(textOf(event, 'transp'), 'TRANSPARENT')
  t.equal(textOf(event, 'summary'), 'Hotel Example')
  t.equal(textOf(event, 'location'), 'Hotel Example, Bahnhofstrasse 1, 8001 Zürich, CH')
  t.equal(textOf(event, 'url'), 'https://pages.test/account/trips/8#segment-1')
  t.equal(textOf(event, 'description'), 'Confirmation: AB-1234\nCheck-in from: 15:00\nCheck-out until: 11:00')
})

const RENTAL = {
  type: 'Car',
  car_company: 'Example Cars',
  pickup_datetime: '2026-10-24T10:00:00',
  pickup_datetime_utc: '2026-10-24T08:00:00Z',
  pickup_time_zone_id: 'Europe/Zurich',
  pickup_location: 'ZRH Arrivals',
  pickup_city_name: 'Kloten',
  dropoff_datetime: '2026-10-27T18:00:00',
  dropoff_datetime_utc: '2026-10-27T22:00:00Z',
  dropoff_time_zone_id: 'America/New_York',
  dropoff_name: 'Downtown',
  dropoff_city_name: 'New York',
  dropoff_admin_code: 'NY',
  dropoff_country: 'US',
}

t.test('a rental is its pick-up and its return, each at its place and time', async (t) => {
  const shown = (more: Record<string, unknown> = {}): unknown[] =>
    [...eventsOf({ ...RENTAL, ...more })].map(([uid, event]) => [
      uid.replace(/^segment-1|@tripfold$/g, ''),
      ...['summary', 'dtstart', 'duration', 'transp', 'location'].map((name) => textOf(event, name)),
    ])
  const pickUp = (more: string): string[] => [
    '',
    `Pick up car${more}`,
    '2026-10-24T10:00:00',
    'PT30M',
    'OPAQUE',
  ]
  const back = ['-return', 'Return car: Example Cars', '2026-10-27T18:00:00', 'PT30M', 'OPAQUE']
  const newYork = 'Downtown, New York, NY, US'
  t.same(shown(), [
    [...pickUp(': Example Cars'), 'ZRH Arrivals, Kloten'],
    [...back, newYork],
  ])
  t.same(
    shown({
      dropoff_name: null,
      dropoff_city_name: null,
      dropoff_admin_code: null,
      dropoff_country: null,
    })[1],
    [...back, 'ZRH Arrivals, Kloten'],
    'a rental that says nothing else is returned where it began',
  )
  const only = [[...pickUp(''), 'ZRH Arrivals, Kloten']]
  t.same(shown({ car_company: null, dropoff_datetime: null }), only)
  t.same(
    shown({ car_company: null, dropoff_datetime: '2026-10-24T10:00:00', dropoff_datetime_utc: null }),
    only,
    'a return that is not after the pick-up',
  )
  t.match(
    shown({ pickup_datetime: '2026-10-24', pickup_datetime_utc: null })[0],
    ['', 'Pick up car: Example Cars', '2026-10-24', '', 'TRANSPARENT'],
    'a day without a time is a note on that day',
  )
})

t.test('parking leaves the traveller free, what is cancelled too, and says so', async (t) => {
  const parking = { type: 'Parking', parking_name: 'P6', start_datetime: '2026-05-01T06:00:00' }
  t.equal(textOf(eventsOf(parking).get('segment-1@tripfold'), 'transp'), 'TRANSPARENT')
  for (const event of eventsOf({ ...RENTAL, status: 'Cancelled' }).values()) {
    t.match(textOf(event, 'summary'), /^Cancelled: (Pick up|Return) car: Example Cars$/)
    t.equal(textOf(event, 'status'), 'CANCELLED')
    t.equal(textOf(event, 'transp'), 'TRANSPARENT')
  }
})

t.test('airports and stations are named, with what is needed there', async (t) => {
  const times = { departure_datetime: '2026-05-01T10:00:00', arrival_datetime: '2026-05-01T11:00:00' }
  const air = eventsOf({
    ...times,
    type: 'Air',
    airline: 'LX',
    flight_num: '16',
    origin: 'ZRH',
    destination: 'JFK',
    origin_city_name: 'Zürich',
    origin_country: 'CH',
    destination_city_name: 'New York',
    departure_terminal: '2',
    seat_assignment: '12A',
    notes: 'Bring it; or not, who knows',
  }).get('segment-1@tripfold')
  t.equal(textOf(air, 'summary'), 'LX 16 ZRH – JFK')
  t.equal(textOf(air, 'location'), 'Zürich Airport (ZRH), Zürich, CH')
  t.equal(
    textOf(air, 'description'),
    'Terminal: 2\nSeat: 12A\nTo: JFK, New York\nBring it; or not, who knows',
    'an airport without a known name is its code',
  )
  const rail = { ...times, type: 'Rail', origin: '8503000', origin_name: 'Zürich HB', destination: 'Bern' }
  const train = eventsOf({ ...rail, departure_platform: '7' }).get('segment-1@tripfold')
  t.equal(textOf(train, 'location'), 'Zürich HB')
  t.equal(textOf(train, 'description'), 'Platform: 7\nTo: Bern')
  t.equal(textOf(train, 'url'), '', 'without a trip there is no page')
})

t.test('calendar programs are asked to look every hour', async (t) => {
  const lines = calendarOf(STAY).split('\r\n')
  for (const line of ['REFRESH-INTERVAL;VALUE=DURATION:PT1H', 'X-PUBLISHED-TTL:PT1H', 'NAME:Test'])
    t.ok(lines.includes(line), line)
})

t.test('every type makes events that RFC 5545 allows', async (t) => {
  const segments = Object.values(rawExamples).map((raw, i) => ({
    doc: {
      id: String(i + 1),
      ...STAMPS,
      trip_id: '8',
      notes: 'ü, ; \\ '.repeat(40),
      ...raw,
    } as unknown as SegmentDoc,
    version: 2,
  }))
  const text = calendarText(segments, OPTIONS)
  t.notMatch(text, /(^|[^\r])\n/, 'lines end with CRLF')
  t.same(
    text.split('\r\n').filter((line) => Buffer.byteLength(line) > 75),
    [],
    'lines are folded at 75 octets',
  )
  const calendar = new ICAL.Component(ICAL.parse(text))
  const zones = new Set(calendar.getAllSubcomponents('vtimezone').map((zone) => textOf(zone, 'tzid')))
  const events = calendar.getAllSubcomponents('vevent')
  t.equal(new Set(events.map((event) => textOf(event, 'uid'))).size, events.length, 'UIDs are unique')
  t.ok(events.length > segments.length, 'a rental makes two')
  for (const event of events) {
    const uid = textOf(event, 'uid')
    const [start, end] = ['dtstart', 'dtend'].map((name) => event.getFirstProperty(name))
    t.ok(start, `${uid} starts`)
    t.notOk(end !== null && event.hasProperty('duration'), `${uid} has DTEND or DURATION, not both`)
    if (end !== null) {
      t.equal(end?.type, start?.type, `${uid} has ends of one kind`)
      const [from = 0, to = 0] = ['dtstart', 'dtend'].map((name) =>
        (event.getFirstPropertyValue(name) as ICAL.Time).toUnixTime(),
      )
      t.ok(to > from, `${uid} ends after its start`)
    }
    for (const property of [start, end]) {
      const zone = property?.getParameter('tzid')
      t.ok(zone === undefined || zones.has(String(zone)), `${uid} uses a zone that is defined`)
    }
    for (const name of ['dtstamp', 'uid', 'summary', 'status', 'sequence', 'transp'])
      t.equal(event.getAllProperties(name).length, 1, `${uid} has one ${name}`)
  }
})
