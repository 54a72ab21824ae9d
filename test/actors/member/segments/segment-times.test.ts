/** An ambiguous city name means the place that the journey passes, with its time zone (RULES N5a). */
import t from 'tap'
import { flight, hotel, traveller } from '../../../support/traveller.js'

t.test('a stay in Springfield has the time zone of the Springfield that the journey passes', async (t) => {
  for (const restoring of [false, true]) {
    const ann = traveller(['ORD'], { restoring })
    ann.post([
      flight('DL1', 'ORD-BOS', '2026-05-03T08:00', '2026-05-03T11:00'),
      hotel('Inn', 'Springfield', '2026-05-03', '2026-05-05'),
    ])
    t.match(ann.live()[1], {
      admin_code: 'MA',
      time_zone_id: 'America/New_York',
      checkin_datetime_utc: '2026-05-03T19:00:00Z',
      checkout_datetime_utc: '2026-05-05T15:00:00Z',
    })
    t.match(ann.trips(), [
      {
        state: 'MA',
        end_time_zone_id: 'America/New_York',
        end_datetime_utc: '2026-05-05T15:00:00Z',
        destinations: [{ admin_code: 'MA' }],
      },
    ])
    const row = ann.folds[0]?.segments.find(({ type }) => type === 'Hotel')
    t.equal(row?.endAt, Date.UTC(2026, 4, 5, 15), 'the row has the resolved time')
  }
})
