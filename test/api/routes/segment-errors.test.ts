/** How many errors of one body are reported: 1,000 at most (contract.md 5). */
import t from 'tap'
import { startIngress } from '../../support/api/ingress.js'

interface Entry {
  type: string
  errors: Array<{ error: string; field: string | null; error_description: string }>
}

const MOST = 1_000
const WRONG = { type: 'Air', source: 1, airline: 1, flight_num: 1, origin: 1, destination: 1, notes: 1 }
const ingress = await startIngress(t)
const token = await ingress.token('77')
const post = async (path: string, body: unknown, strict = false) =>
  await ingress.request(path, {
    method: 'POST',
    token,
    body,
    headers: strict ? { prefer: 'handling=strict' } : {},
  })
const unknownFields = (count: number): Record<string, number> =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`x${at.toString(36)}`, 1]))

t.test('a batch with 50,000 wrong fields', async (t) => {
  const traveler = unknownFields(50_000)
  const { status, json, text } = await post(
    '/v2/segments',
    { segments: [{ ...WRONG, travelers: [traveler] }] },
    true,
  )
  t.equal(status, 400, text.slice(0, 200))
  const [entry] = json as Entry[]
  t.equal(entry!.errors.length, MOST)
  t.same(entry!.errors[0]!.field, 'source', 'in the order of the fields')
  t.match(entry!.errors.at(-1), { error: 'too_many_errors', field: null, error_description: /more errors/ })
  t.ok(text.length < 400_000, `${text.length} characters`)
})

t.test('of every wrong segment at least the first error is reported', async (t) => {
  const travelers = Array.from({ length: 40 }, () => ({ first_name: 1, last_name: 1 }))
  const segments = Array.from({ length: 500 }, (_, at) =>
    at === 499
      ? { type: 'Restaurant', source: 'manual', name: 'Chez', status: 'Cancelled', confirmation_no: 'ABC' }
      : { ...WRONG, travelers: at < 200 ? travelers : [] },
  )
  const { status, json } = await post('/v2/segments', { segments })
  t.equal(status, 400)
  const entries = json as Entry[]
  t.equal(entries.length, 500)
  const all = entries.flatMap(({ errors }) => errors)
  t.equal(all.length, MOST)
  t.equal(all.filter(({ error }) => error === 'too_many_errors').length, 1)
  t.ok(entries.slice(0, 499).every(({ errors }) => errors.length > 0))
  t.same(entries[499]?.errors, [], 'a valid sibling has none')
})

t.test('a thousand errors are reported without the note', async (t) => {
  const { json } = await post('/v2/segments', { segments: Array.from({ length: 500 }, () => ({})) })
  const all = (json as Entry[]).flatMap(({ errors }) => errors)
  t.equal(all.length, MOST)
  t.notOk(all.some(({ error }) => error === 'too_many_errors'))
})

t.test('a single segment', async (t) => {
  const body = { ...WRONG, travelers: [unknownFields(4_000)] }
  const { status, json } = await post('/v2/segments/air', body, true)
  t.equal(status, 400)
  const { errors } = json as Entry
  t.equal(errors.length, MOST)
  t.match(errors.at(-1), { error: 'too_many_errors' })
})
