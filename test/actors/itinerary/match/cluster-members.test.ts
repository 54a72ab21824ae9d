/** In a large cluster, the histories a new one is compared with relate to it as all of them do. */
import t from 'tap'
import { ClusterMembers } from '../../../../actors/itinerary/match/cluster-members.js'
import { FieldValues } from '../../../../actors/itinerary/statement/field-values.js'
import { RawSegment } from '../../../../actors/itinerary/statement/raw-segment.js'
import { statementOf } from '../../../../actors/itinerary/statement/statement.js'
import { relateHistories, buildHistories } from '../../../../actors/itinerary/match/statement-history.js'
import type { StatementHistory } from '../../../../actors/itinerary/match/statement-history.js'
import { places } from '../../../support/world.js'

let last = 0
function train(source: string, number: string, locator: string | null): StatementHistory {
  const fields = {
    rail_line: 'Amtrak',
    train_number: number,
    origin: 'New York',
    destination: 'Boston',
    departure_datetime: '2026-03-01T10:00',
    arrival_datetime: '2026-03-01T14:00',
    ...(locator === null ? {} : { confirmation_no: locator }),
  }
  return buildHistories([
    statementOf(
      new RawSegment(
        { id: String(++last), type: 'Rail', source, receivedAt: last },
        FieldValues.of('Rail', fields),
      ),
      places,
    ),
  ])[0] as StatementHistory
}

t.test('among many with a locator each, one without a locator is compared too', async (t) => {
  const company = new ClusterMembers()
  for (let n = 0; n < 20; n++) company.add(train('tmc', '170', `TRAIN${n}`))
  company.add(train('tmc', '170', null))
  for (const one of [
    train('ota', '9170', 'OTHER'),
    train('ota', '9170', 'TRAIN7'),
    train('ota', '9170', null),
    train('tmc', '170', 'TRAIN3'),
  ]) {
    const answers = (histories: readonly StatementHistory[]): string[] =>
      [...new Set(histories.map((other) => relateHistories(one, other)))].sort()
    t.same(answers(company.candidates(one)), answers(company.histories))
    t.ok(company.candidates(one).length < 5)
  }
})
