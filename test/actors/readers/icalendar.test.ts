/** What our own calendar shows of a segment is read back; what names an event names its segment. */
import t from 'tap'
import { readDocument } from '../../../actors/readers/read-document.js'
import type { Reading } from '../../../actors/readers/read-document.js'
import { icalendar } from '../../../actors/readers/icalendar/icalendar.js'
import { calendarText } from '../../../api/calendar/calendar.js'
import { rawExamples } from '../../../api/document/examples/raw-segments.js'
import type { SegmentDoc } from '../../../api/calendar/segment-doc.js'
import type { SegmentType } from '../../../schemas/segment/fields/segment-types.js'
import { context } from '../../corpus/reference-world.js'

const received = Date.UTC(2026, 2, 1)
const documentOf = (text: string) => ({
  bytes: Buffer.from(text),
  mediaType: 'text/calendar',
  name: null,
  received,
  appointments: false,
})

/** The segments of one segment's calendar. */
function readBack(doc: Record<string, unknown>): Promise<Reading> {
  const stamps = { status: 'Active', created: '2026-01-01T00:00:00Z', updated: '2026-01-02T00:00:00Z' }
  const calendar = calendarText(
    [{ doc: { id: '1', ...stamps, ...doc } as unknown as SegmentDoc, version: 3 }],
    {
      name: 'Test',
      pageUrl: 'https://pages.test/trips',
      airports: new Map([['JFK', 'New York JFK']]),
      now: received,
    },
  )
  return readDocument(documentOf(calendar), null, context)
}

/** Fields that a calendar has no place for, or shows as part of an address. */
const NOT_SHOWN = new Set(
  (
    'number_of_pax phone price currency number_of_rooms city_name country car_type start_city_name start_country ' +
    'location end_city_name end_country embark_city_name embark_country cabin_no vehicle_description start_location venue lat lon'
  ).split(' '),
)

t.test('what our calendar shows of each type is read back', async (t) => {
  // The calendar shows a cruise by its line and ship in one text.
  for (const type of Object.keys(rawExamples).filter(
    (name) => name !== 'Cruise' && name !== 'Checkin',
  ) as SegmentType[]) {
    const example = rawExamples[type]
    const { segments } = await readBack(example)
    const shown = Object.fromEntries(
      Object.entries(example).filter(
        ([name]) => name !== 'status' && name !== 'source' && !NOT_SHOWN.has(name),
      ),
    )
    t.match(segments[0], shown, type)
    t.equal(segments.length, 1, `${type} is one segment`)
  }
})

t.test('cancelled and not confirmed segments, nights and zones are read back', async (t) => {
  const { segments: flights } = await readBack({
    ...rawExamples.Air,
    status: 'Cancelled',
    departure_time_zone_id: 'America/New_York',
    departure_datetime_utc: '2026-03-14T22:30:00Z',
    arrival_time_zone_id: 'Europe/Zurich',
    arrival_datetime_utc: '2026-03-15T07:05:00Z',
  })
  t.match(flights[0], {
    status: 'Cancelled',
    departure_datetime: '2026-03-14T18:30',
    departure_time_zone_id: 'America/New_York',
    arrival_time_zone_id: 'Europe/Zurich',
    supplier_updated: '2026-01-02T00:00:00Z',
  })
  const { segments: stays } = await readBack({
    ...rawExamples.Hotel,
    status: 'Pending',
    checkin_time: '16:00:00',
  })
  t.match(stays[0], { status: 'Pending', checkin_time: '16:00', checkout_date: '2026-03-18' })
})

t.test('the UID and the occurrence name a segment in every version of the calendar', async (t) => {
  const event = (start: string, more = '') =>
    `BEGIN:VEVENT\nUID:a@b\nDTSTART;TZID=Europe/Berlin:${start}\nSUMMARY:IC 1 Bremen – Hannover\n${more}END:VEVENT\n`
  const keys = async (text: string) =>
    (await readDocument(documentOf(`BEGIN:VCALENDAR\n${text}END:VCALENDAR\n`), null, context)).segments.map(
      ({ entry_id }) => entry_id,
    )
  t.same(await keys(event('20260302T090000')), ['a@b'])
  const series = await keys(event('20260302T090000', 'RRULE:FREQ=WEEKLY;COUNT=2\n'))
  t.same(series, ['a@b/2026-03-02T08:00', 'a@b/2026-03-09T08:00'])
  const moved = event('20260310T090000', 'RECURRENCE-ID:20260309T080000Z\n')
  t.same(await keys(moved), [series[1]], 'an occurrence that is moved keeps its name')
})

t.test('a reservation that KDE keeps with an event is read as such', async (t) => {
  const raw = { type: 'Air' }
  const text =
    'BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:k\nSTATUS:CANCELLED\nSUMMARY:Flight X\n' +
    'X-KDE-KITINERARY-RESERVATION:[{"@type":"FlightReservation"\\,"n":"a\\;b"}]\nEND:VEVENT\nEND:VCALENDAR\n'
  const inner: string[] = []
  const parts = await icalendar.read(
    documentOf(text),
    async ({ bytes, mediaType }) => {
      inner.push(`${mediaType} ${Buffer.from(bytes).toString()}`)
      return [{ at: '$[0]', raw, problems: [] }]
    },
    context,
  )
  t.same(inner, ['application/ld+json [{"@type":"FlightReservation","n":"a;b"}]'])
  t.same(parts, [{ at: 'line 2, $[0]', raw: { ...raw, status: 'Cancelled', entry_id: 'k' }, problems: [] }])
})

t.test('a file may not make more of itself than it is', async (t) => {
  const event = (at: number, more: string) =>
    `BEGIN:VEVENT\nUID:${at}\nDTSTART:20260301T090000Z\nSUMMARY:IC 1 Bremen – Hannover\n${more}END:VEVENT\n`
  const partsOf = (events: string[]) =>
    icalendar.read(documentOf(`BEGIN:VCALENDAR\n${events.join('')}END:VCALENDAR\n`), async () => [], context)
  const series = await partsOf(Array.from({ length: 25 }, (_, at) => event(at, 'RRULE:FREQ=DAILY\n')))
  t.equal(series.filter(({ raw }) => raw !== null).length, 2_000, 'occurrences of all series together')
  t.match(
    series.at(-1),
    { raw: null, problems: [{ description: /coming year/ }] },
    'the others are accounted for',
  )
  const old = event(1, 'RRULE:FREQ=DAILY\n').replace('2026', '1900')
  t.match((await partsOf(Array.from({ length: 3 }, () => old.replace('UID:1', '')))).at(-1), {
    raw: null,
    problems: [{ description: /coming year/ }],
  })
  const many = await partsOf(Array.from({ length: 20_002 }, () => 'BEGIN:VTODO\nEND:VTODO\n'))
  t.equal(many.length, 20_001)
  t.match(many.at(-1), { at: 'line 40002', problems: [{ description: /20000 entries/ }] })
})
