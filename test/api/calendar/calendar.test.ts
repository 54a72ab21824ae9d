/** Segments as iCalendar events (RFC 5545). */
import ICAL from 'ical.js'
import t from 'tap'
import { calendarText } from '../../../api/calendar/calendar.js'
import { instantsOf } from '../../../schemas/base/time-zone.js'
import type { SegmentDoc } from '../../../api/calendar/segment-doc.js'

const STAMPS = { status: 'Active', created: '2026-01-01T00:00:00Z', updated: '2026-01-01T00:00:00Z' }

/** DTSTART and DTEND lines of one segment's event. */
function ends(doc: Record<string, unknown>): string[] {
  const text = calendarText([{ doc: { id: '1', ...STAMPS, ...doc } as unknown as SegmentDoc, version: 1 }], {
    name: 'Test',
    pageUrl: 'https://pages.test/account/trips',
    now: Date.UTC(2026, 5, 1),
  })
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
  t.same(ends({ ...stay, checkin_time: '18:00', checkout_time: '10:00' }), [
    'DTSTART;TZID=Europe/Zurich:20260501T180000',
  ])
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
  const options = { name: 'Test', pageUrl: 'https://pages.test/account/trips', now: Date.UTC(2026, 5, 1) }
  const text = calendarText(segments, options)
  t.equal(text.match(/BEGIN:VTIMEZONE/g)!.length, zones.length)
  const changes = text.match(/BEGIN:(STANDARD|DAYLIGHT)/g)!.length
  t.ok(changes <= 30 * zones.length, `${changes} changes for ${zones.length} zones`)
  t.match(text, 'DTSTART:19000601T100000Z')
  t.match(text, 'DTSTART:21990601T100000Z')
})
