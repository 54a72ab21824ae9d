/** The few tracks that a new one meets in a crowded cluster stand to it as all of them do. */
import t from 'tap'
import { Company } from '../../../actors/itinerary/company.js'
import { Raw } from '../../../actors/itinerary/raw.js'
import { statementOf } from '../../../actors/itinerary/statement.js'
import { relateTracks, tracksOf } from '../../../actors/itinerary/tracks.js'
import type { Track } from '../../../actors/itinerary/tracks.js'
import { places } from '../../support/world.js'

let last = 0
function train(source: string, number: string, locator: string | null): Track {
  const fields = {
    rail_line: 'Amtrak',
    train_number: number,
    origin: 'New York',
    destination: 'Boston',
    departure_datetime: '2026-03-01T10:00',
    arrival_datetime: '2026-03-01T14:00',
    ...(locator === null ? {} : { confirmation_no: locator }),
  }
  return tracksOf([
    statementOf(new Raw({ id: String(++last), type: 'Rail', source, at: last }, fields), places),
  ])[0] as Track
}

t.test('among many of one locator each, one that has none is met as well', async (t) => {
  const company = new Company()
  for (let n = 0; n < 20; n++) company.add(train('tmc', '170', `TRAIN${n}`))
  company.add(train('tmc', '170', null))
  for (const one of [
    train('ota', '9170', 'OTHER'),
    train('ota', '9170', 'TRAIN7'),
    train('ota', '9170', null),
    train('tmc', '170', 'TRAIN3'),
  ]) {
    const tiers = (tracks: readonly Track[]): number[] =>
      [...new Set(tracks.map((other) => relateTracks(one, other)))].sort((a, b) => a - b)
    t.same(tiers(company.met(one)), tiers(company.tracks))
    t.ok(company.met(one).length < 5)
  }
})
