/** Edits of trips that are made at once, and what is stored of refused ones (contract.md 2). */
import t from 'tap'
import { startIngress } from '../../../support/api/ingress.js'

t.setTimeout(100_000)

const ingress = await startIngress(t, { fold: true })
const token = await ingress.token(await ingress.createMember())
const ask = async (path: string, method = 'GET', body?: unknown, headers: Record<string, string> = {}) =>
  await ingress.request(path, { method, token, headers, ...(body === undefined ? {} : { body }) })

t.test('of several changes of one version, one is applied', async (t) => {
  const made = await ask('/v2/trips', 'POST', { headline: 'None' })
  const path = `/v2/trips/${(made.json as { id: string }).id}`
  const etag = made.headers.get('etag')!
  const answers = await Promise.all(
    ['One', 'Two', 'Three', 'Four'].map(
      async (headline) => await ask(path, 'PUT', { headline }, { 'if-match': etag }),
    ),
  )
  t.same(answers.map((one) => one.status).sort(), [200, 412, 412, 412])
  const { json } = answers.find((one) => one.status === 200)!
  t.same((await ask(path)).json, json, 'the change that was answered with 200')
})

t.test('the batch status of a rejected change is failed, with the reason', async (t) => {
  const { pool } = ingress.database
  t.equal((await ask('/v2/trips/4711', 'PUT', { headline: 'Nowhere' })).status, 404)
  const { rows } = await pool.query<{ id: string }>('select max(id)::text as id from raw_batch where refused')
  const { id } = rows[0]!
  const monitor = (await ask(`/v2/batches/${id}`)).json
  const reason = { error: 'invalid_request', error_description: 'There is no trip 4711.' }
  t.match(monitor, { id, status: 'failed', ...reason })
  await pool.query('update raw_batch set failed = false where id = $1', [id])
  t.same((await ask(`/v2/batches/${id}`)).json, monitor, 'also of an older one stored as processed')
})
