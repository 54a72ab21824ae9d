/**
 * RULES N8 and 5.15: a trip begins when its traveller leaves home and ends at the return, whatever the hotel
 * times.
 */
import t from 'tap'
import { flight, hotel, traveller } from '../../../support/traveller.js'

const out = flight('DL1', 'JFK-ORD', '2026-03-01T18:00', '2026-03-01T20:00')
const stay = hotel('Lake Inn', 'Chicago', '2026-03-01', '2026-03-05')
const back = flight('DL2', 'ORD-JFK', '2026-03-05T04:30', '2026-03-05T07:30')

t.test('check-in and check-out times do not extend a trip while its guest is at home', async (t) => {
  const ann = traveller()
  ann.post([out, { ...stay, checkin_time: '15:00' }, back])
  t.match(ann.trips(), [
    {
      begin_datetime: '2026-03-01T18:00:00',
      begin_time_zone_id: 'America/New_York',
      end_datetime: '2026-03-05T07:30:00',
      end_time_zone_id: 'America/New_York',
    },
  ])
})

t.test('case 81: hotel hours at which the guest is at home, given or assumed, in any order', async (t) => {
  const given = { ...stay, checkin_time: '14:00', checkout_time: '12:00' }
  for (const legs of [
    [out, stay, back],
    [back, given, out],
    [given, out, back],
  ]) {
    const ann = traveller(['JFK'], { restoring: true })
    for (const leg of legs) ann.post(leg)
    t.match(ann.trips(), [{ begin_datetime: '2026-03-01T18:00:00', end_datetime: '2026-03-05T07:30:00' }])
  }
  const ann = traveller()
  ann.post([given, back])
  t.match(ann.trips(), [{ begin_datetime: '2026-03-01T14:00:00', end_datetime: '2026-03-05T07:30:00' }])
})

t.test('hotel times at home do not make two trips overlap', async (t) => {
  const ann = traveller()
  ann.post([
    out,
    stay,
    back,
    flight('DL3', 'JFK-BOS', '2026-03-05T11:45', '2026-03-05T12:50'),
    flight('DL4', 'BOS-JFK', '2026-03-05T20:00', '2026-03-05T21:10'),
  ])
  t.same(
    ann.trips().map((trip) => trip.overlaps_trip_ids),
    [[], []],
  )
})

t.test('hotel times count without a reported departure or return, and for a hotel at home', async (t) => {
  const ann = traveller()
  ann.post(stay)
  t.match(ann.trips(), [{ begin_datetime: '2026-03-01T15:00:00', end_datetime: '2026-03-05T11:00:00' }])
  ann.post(out)
  t.match(ann.trips(), [{ begin_datetime: '2026-03-01T18:00:00', end_datetime: '2026-03-05T11:00:00' }])
  ann.post(hotel('Runway Inn', 'New York', '2026-02-28', '2026-03-01'))
  t.match(ann.trips(), [{ begin_datetime: '2026-02-28T15:00:00' }])
})
