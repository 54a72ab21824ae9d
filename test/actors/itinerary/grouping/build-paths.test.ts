/**
 * RULES 2.2 and 5.5: building paths step by step gives the same as at once, even if a leg depends on one
 * months later.
 */
import t from 'tap'
import { flight, hotel, traveller } from '../../../support/traveller.js'
import type { Segment } from '../../../support/traveller.js'

t.test(
  'an ambiguous hotel is placed where the journey leaves from, or arrives from home, in any order of arrival',
  async (t) => {
    const stay = hotel('Inn', 'London', '2026-03-01', '2026-03-05')
    const [out, back] = [
      flight('DL1', 'JFK-LHR', '2026-03-01T21:00', '2026-03-02T09:00'),
      flight('DL2', 'LHR-JFK', '2026-03-05T12:00', '2026-03-05T15:00'),
    ]
    for (const [early, late] of [
      [[stay], back],
      [[back], stay],
      [[out, back], stay],
      [[stay, out], back],
      [[stay, back], out],
    ] as Array<[Segment[], Segment]>) {
      const ann = traveller()
      ann.post(early)
      ann.post(late)
      t.equal(ann.trips().length, 1)
      t.match(ann.live().find((doc) => doc.type === 'Hotel')?.trip_id, ann.trips()[0]?.id)
    }
    const ann = traveller()
    ann.post([stay, back])
    t.equal(ann.trips()[0]?.begin_datetime_utc, '2026-03-01T15:00:00Z', 'in England')
    ann.post({ ...back, status: 'Cancelled' })
    t.equal(
      ann.trips()[0]?.begin_datetime_utc,
      '2026-03-01T20:00:00Z',
      'in Ontario, within driving distance of home',
    )
  },
)
