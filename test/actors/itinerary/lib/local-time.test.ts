/** Wall clocks, zones and the date line (RULES N6 and 8). */
import t from 'tap'
import { flight, traveller } from '../../../support/traveller.js'
import { zoneAbbreviation } from '../../../../actors/itinerary/lib/local-time.js'

t.test('case 20: an airstrip without a known zone', async (t) => {
  const ann = traveller()
  ann.post(flight('DL1', 'JFK-QZX', '2026-03-01T07:00', '2026-03-01T18:10', { confirmation_no: 'ABC234' }))
  const [segment] = ann.segments()
  t.match(segment, { arrival_datetime: '2026-03-01T18:10:00', arrival_datetime_utc: null })
  t.ok(segment?.warnings.some((w) => w.code === 'zone_unknown'))
  ann.post(
    flight('DL1', 'JFK-QZX', '2026-03-01T07:00', '2026-03-01T18:10', {
      confirmation_no: 'ABC234',
      arrival_time_zone_id: 'Africa/Lagos',
    }),
  )
  t.match(ann.segments(), [{ id: segment?.id, arrival_datetime_utc: '2026-03-01T17:10:00Z' }])
})

t.test('a zone has the abbreviation of its year, regardless of earlier lookups', async (t) => {
  const named = (year: number, month: number): string | null =>
    zoneAbbreviation('Europe/Lisbon', Date.UTC(year, month, 15))
  t.equal(named(1960, 0), 'GMT+0', 'CLDR knows no names from before 1970')
  t.equal(named(1985, 0), 'WET')
  t.equal(named(1995, 0), 'CET')
  t.equal(named(2026, 6), 'WEST')
  t.equal(named(2026, 0), 'WET')
})
