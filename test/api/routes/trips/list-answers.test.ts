import t from 'tap'
import { listAnswers, tripListTag } from '../../../../api/routes/trips/list-answers.js'
import type { ListedTrip } from '../../../../schemas/itinerary/reads.js'

const BYTES = 2 ** 20
const trip = (id: string, revision: string | null, name: string | null): ListedTrip => ({
  id,
  version: 1,
  revision,
  at: 0,
  texts: name === null ? null : { doc: `{"id":"${id}","name":"${name}"}`, segments: `[{"of":"${id}"}]` },
})
const names = (body: Buffer | string): string[] =>
  (JSON.parse(body.toString()) as Array<{ name: string }>).map(({ name }) => name)

/** Reads as the route does: fetches no texts of revisions that an earlier answer has. */
function reader(answers = listAnswers(BYTES)) {
  return (trips: ListedTrip[], key = 'member /v2/trips'): { body: Buffer | string; fetched: string[] } => {
    const { revisions, answer } = answers.earlier(key)
    const rows = trips.map((row) =>
      row.revision !== null && revisions.includes(row.revision) ? { ...row, texts: null } : row,
    )
    const tag = tripListTag(rows, rows.length, true)
    const fetched = rows.filter(({ texts }) => texts !== null).map(({ id }) => id)
    return { body: answers.body(key, tag, rows, answer), fetched }
  }
}

t.test('an answer read twice without a change is neither fetched nor encoded again', async (t) => {
  const read = reader()
  const trips = [trip('1', '11', 'Zürich'), trip('2', '12', '東京')]
  t.type(read(trips).body, 'string', 'most answers are read once: no bytes are kept of them')
  const { body } = read(trips)
  t.same(names(body), ['Zürich', '東京'])
  const third = read(trips)
  t.same(third.fetched, [])
  t.equal(third.body, body, 'the same bytes')
})

t.test('only what has changed is fetched, in whatever order the trips are then', async (t) => {
  const read = reader()
  const before = [trip('1', '11', 'Zürich'), trip('2', '12', '東京'), trip('3', '13', 'Oslo')]
  for (let i = 0; i < 3; i++) read(before)
  const after = [trip('2', '12', '東京'), trip('3', '14', 'Bergen'), trip('1', '11', 'Zürich')]
  const { body, fetched } = read(after)
  t.same(fetched, ['3'])
  t.same(names(body), ['東京', 'Bergen', 'Zürich'])
})

t.test('members, addresses and trips without a revision are kept apart', async (t) => {
  const read = reader()
  const mine = [trip('1', null, 'Zürich')]
  for (let i = 0; i < 3; i++) t.same(read(mine).fetched, ['1'], 'its revision is not known')
  t.same(read([trip('4', '11', 'Rome')], 'other /v2/trips').fetched, ['4'])
})

t.test('nothing is kept without memory for it', async (t) => {
  const read = reader(listAnswers(0))
  for (let i = 0; i < 3; i++) t.same(read([trip('1', '11', 'Zürich')]).fetched, ['1'])
})
