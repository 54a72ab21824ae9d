/** The lines of a trip on its page. */
import t from 'tap'
import { timelineTrip } from '../../../../api/pages/member/timeline.js'

const when = (departure: string, arrival: string | null): string | undefined => {
  const trip = { id: '1', begin_datetime: departure, end_datetime: arrival ?? departure }
  const flight = { type: 'Air', departure_datetime: departure, arrival_datetime: arrival }
  return timelineTrip(JSON.stringify(trip), JSON.stringify([flight])).lines[0]?.when
}

t.test('RULES N6: a date without a time is shown as a date', async (t) => {
  for (const [departure, arrival, shown] of [
    ['2028-05-05', '2028-05-05', 'Fri, 5 May 2028'],
    ['2028-05-05', '2028-05-06', 'Fri, 5 May 2028 to Sat, 6 May 2028'],
    ['2028-05-05', '2028-05-05T14:00:00', 'Fri, 5 May 2028 to Fri, 5 May 2028, 14:00'],
    ['2028-05-05T09:00:00', '2028-05-05', 'Fri, 5 May 2028, 09:00'],
    ['2028-05-05T09:00:00', '2028-05-05T14:00:00', 'Fri, 5 May 2028, 09:00 to 14:00'],
    ['2028-05-05', null, 'Fri, 5 May 2028'],
  ] as const)
    t.equal(when(departure, arrival), shown)
})
