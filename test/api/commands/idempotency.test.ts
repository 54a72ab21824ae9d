/** Single writes under an Idempotency-Key (contract.md 5.1). */
import t from 'tap'
import { rawExamples } from '../../../api/document/examples/raw-segments.js'
import { PublishError } from '../../../schemas/stream/publish-error.js'
import type { PublishErrorReason } from '../../../schemas/stream/publish-error.js'
import { startIngress } from '../../support/api/ingress.js'
import type { HttpAnswer } from '../../support/api/request.js'
import { until } from '../../support/until.js'

t.setTimeout(100_000)

t.test('a single write under a key is done once', async (t) => {
  const ingress = await startIngress(t, { fold: true })
  const token = await ingress.token(await ingress.createMember())
  const post = async (path: string, body: unknown, key: string): Promise<HttpAnswer> =>
    await ingress.request(path, { method: 'POST', token, body, headers: { 'idempotency-key': key } })
  const replayed = ({ headers }: HttpAnswer): string | null => headers.get('idempotent-replayed')
  const idOf = ({ json }: HttpAnswer): string => (json as { id: string }).id

  const first = await post('/v2/trips', { headline: 'Rome' }, 'one')
  t.match([first.status, replayed(first)], [201, null])
  const again = await post('/v2/trips', { headline: 'Rome' }, 'one')
  t.same(
    [again.status, replayed(again), again.json, again.headers.get('location'), again.headers.get('etag')],
    [201, 'true', first.json, first.headers.get('location'), first.headers.get('etag')],
  )
  await ingress.request(first.headers.get('location')!, {
    method: 'PUT',
    token,
    body: { headline: 'Rome, at last' },
  })
  t.match(
    (await post('/v2/trips', { headline: 'Rome' }, 'one')).json,
    { id: idOf(first), headline: 'Rome, at last' },
    'the resource as it is then',
  )
  t.not(idOf(await post('/v2/trips', { headline: 'Rome' }, 'two')), idOf(first), 'another key, another trip')

  const many = await Promise.all(
    [1, 2, 3, 4].map(async () => await post('/v2/trips', { headline: 'Oslo' }, 'at once')),
  )
  t.equal(new Set(many.filter((one) => one.status === 201).map(idOf)).size, 1)
  for (const one of many) t.match(one, one.status === 201 ? {} : { status: 409, json: { error: 'conflict' } })

  t.match(await post('/v2/trips', { headline: 'Bern' }, 'one'), {
    status: 422,
    json: { error: 'idempotency_key_reused' },
  })
  t.match(await post('/v2/accounts', { source: 'airline_dl', account_id: '1' }, 'one'), {
    status: 422,
  })
  const both = { segment_ids: ['1'] }
  const missing = [await post('/v2/trips', both, 'refused'), await post('/v2/trips', both, 'refused')]
  t.match(missing, [
    { status: 404, json: { error: 'not_found' } },
    { status: 404, json: { error: 'not_found' } },
  ])
  t.same(missing.map(replayed), [null, 'true'], 'a repeat of a refused request is refused again')
  t.match(
    await post(`/v2/trips/${idOf(first)}/split`, both, 'refused'),
    { status: 422 },
    'the same body on another path is another request',
  )
  t.match(await post('/v2/trips', {}, 'x'.repeat(256)), { status: 400, json: { error: 'invalid_request' } })
})

t.test('an answer that Postgres could not save at once is saved later', async (t) => {
  const ingress = await startIngress(t)
  const { pool } = ingress.database
  const token = await ingress.token(await ingress.createMember())
  const post = async (): Promise<HttpAnswer> =>
    await ingress.request('/v2/segments', {
      method: 'POST',
      token,
      body: { segments: [rawExamples['Hotel']] },
      headers: { 'idempotency-key': 'kept' },
    })
  await pool.query(`
    create function refuse () returns trigger language plpgsql as $$ begin raise 'no'; end $$;
    create trigger refuse before update on idempotency for each row execute function refuse()`)
  const first = await post()
  t.equal(first.status, 202, 'the batch is accepted all the same')
  await pool.query('drop trigger refuse on idempotency')
  const repeat = await until('the answer is saved', async () => {
    const answer = await post()
    if (answer.status !== 202) t.match(answer, { status: 409 })
    return answer.status === 202 && answer
  })
  t.same([repeat.json, repeat.headers.get('idempotent-replayed')], [first.json, 'true'])
})

t.test('a repeat that stores nothing keeps the ids of an attempt whose outcome is unknown', async (t) => {
  let reason: PublishErrorReason = 'outcome_unknown'
  const ingress = await startIngress(t, {
    deps: {
      publish: async () => {
        throw new PublishError(reason)
      },
    },
  })
  const token = await ingress.token(await ingress.createMember())
  const post = async (): Promise<number> =>
    (
      await ingress.request('/v2/segments', {
        method: 'POST',
        token,
        body: { segments: [rawExamples['Hotel']] },
        headers: { 'idempotency-key': 'unknown' },
      })
    ).status
  const stored = async (): Promise<unknown> =>
    (await ingress.database.pool.query('select status, batch_id, first_id from idempotency')).rows
  t.equal(await post(), 503)
  const unknown = await stored()
  t.match(unknown, [{ status: 0, batch_id: Number, first_id: Number }])
  reason = 'stream_full'
  t.equal(await post(), 503)
  t.same(await stored(), unknown)
})
