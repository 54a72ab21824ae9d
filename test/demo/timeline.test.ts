import t from 'tap'
import { timeline } from './timeline.js'

t.test('lists the segments of each trip', async (t) => {
  const lines = timeline('Greta Holm, Zürich', [
    {
      display_name: 'Lisboa, May 2026',
      status: 'Active',
      begin_datetime: '2026-05-04T07:05:00',
      end_datetime: '2026-05-08T23:10:00',
      duration_days: 4.7,
      distance_km: '3442.7',
      warnings: [{ code: 'schedule_conflict' }, { code: 'schedule_conflict' }],
      segments: [
        {
          type: 'Air',
          status: 'Active',
          origin: 'ZRH',
          destination: 'LIS',
          airline: 'LX',
          normalized_airline: 'LX',
          flight_num: '2086',
          seat_assignment: '12A',
          confirmation_no: 'K3QX7P',
          departure_datetime: '2026-05-04T07:05:00',
          arrival_datetime: '2026-05-04T09:00:00',
          sources: [{ source: 'swiss' }, { source: 'mail' }, { source: 'swiss' }],
        },
        {
          type: 'Hotel',
          status: 'Active',
          hotel_name: 'Hilton Lisboa',
          checkin_date: '2026-05-04',
          checkout_date: '2026-05-08',
          confirmation_no: null,
          sources: [{ source: 'hilton' }],
        },
        {
          type: 'Air',
          status: 'Cancelled',
          origin: 'LIS',
          destination: 'ZRH',
          airline: 'LX',
          flight_num: '2087',
          confirmation_no: 'K3QX7P',
          departure_datetime: '2026-05-08T23:30:00',
          arrival_datetime: '2026-05-09T03:10:00',
          sources: [],
        },
      ],
    },
  ])
  t.same(lines.slice(0, 4), [
    'Greta Holm, Zürich',
    '==================',
    '',
    '  Lisboa, May 2026: Mon 04 May to Fri 08 May, 4.7 days, 3443 km  ! schedule_conflict',
  ])
  t.match(lines[4], /Mon 04 May 07:05-09:00 .*ZRH > LIS {2}LX 2086, seat 12A .*K3QX7P {2}swiss \+ mail$/)
  t.match(lines[5], /Mon 04 May to Fri 08 May .*Hilton Lisboa .*hilton$/)
  t.match(lines[6], /23:30-03:10\+1 .*LIS > ZRH {2}LX 2087 .*Cancelled$/)
})

t.test('says that a member without trips is at home', async (t) => {
  t.same(timeline('A', []), ['A', '=', '  at home all year'])
})
