/** How many calendar days there are to a trip and since, where it starts and ends. */
import t from 'tap'
import { tripTiming } from '../../../../../api/pages/member/trip/trip-timing.js'

const AUCKLAND = { begin_time_zone_id: 'Pacific/Auckland', end_time_zone_id: 'Pacific/Auckland' }
const at = (now: string, trip: Record<string, string | null>): ReturnType<typeof tripTiming> =>
  tripTiming(trip, Date.parse(now))

/** Leaves Auckland in the early morning of 26 December, which is 25 December in UTC, and ends there on 2 January. */
const TRIP = {
  ...AUCKLAND,
  begin_datetime: '2026-12-26T06:00:00',
  begin_datetime_utc: '2026-12-25T17:00:00Z',
  end_datetime: '2027-01-02T09:00:00',
  end_datetime_utc: '2027-01-01T20:00:00Z',
}

const CASES: ReadonlyArray<[now: string, text: string | null, isNow: boolean, what: string]> = [
  ['2026-11-25T12:00:00Z', 'Starts in 30 days', false, 'a part of a day is not rounded down'],
  ['2026-12-24T10:59:00Z', 'Starts in 2 days', false, 'a minute before midnight there'],
  ['2026-12-24T11:00:00Z', 'Starts tomorrow', false, 'midnight there, and noon in UTC'],
  ['2026-12-25T10:59:59Z', 'Starts tomorrow', false, 'six hours before, and still the day before'],
  ['2026-12-25T11:00:00Z', 'Starts today', false, 'its day has begun there'],
  ['2026-12-25T16:59:59Z', 'Starts today', false, 'a second before'],
  ['2026-12-25T17:00:00Z', null, true, 'it starts'],
  ['2027-01-01T20:00:00Z', null, true, 'it ends'],
  ['2027-01-01T20:00:01Z', 'Ended today', false, 'a second after'],
  ['2027-01-02T11:00:00Z', 'Ended yesterday', false, 'the day after there'],
  ['2027-01-12T11:00:00Z', 'Ended 11 days ago', false, 'in the past'],
  ['2027-03-04T00:00:00Z', null, false, 'long ago'],
  ['2025-11-01T00:00:00Z', null, false, 'far ahead'],
]

for (const [now, text, isNow, what] of CASES)
  t.test(what, async (t) => {
    t.same(at(now, TRIP), { isNow, text }, now)
  })

t.test('days without times last from midnight to midnight there', async (t) => {
  const trip = { ...AUCKLAND, begin_datetime: '2026-12-26', end_datetime: '2026-12-27' }
  t.same(at('2026-12-25T10:59:59Z', trip), { isNow: false, text: 'Starts tomorrow' })
  t.same(at('2026-12-25T11:00:00Z', trip), { isNow: true, text: null })
  t.same(at('2026-12-27T10:59:59Z', trip), { isNow: true, text: null })
  t.same(at('2026-12-27T11:00:00Z', trip), { isNow: false, text: 'Ended yesterday' })
})

t.test('without a zone the calendar is that of UTC; without dates nothing is said', async (t) => {
  t.same(at('2026-12-25T23:59:00Z', { begin_datetime: '2026-12-26T06:00:00' }), {
    isNow: false,
    text: 'Starts tomorrow',
  })
  t.same(at('2026-12-25T23:59:00Z', { begin_datetime: null }), { isNow: false, text: null })
  t.same(at('2026-12-25T23:59:00Z', { begin_datetime: 'soon' }), { isNow: false, text: null })
})
