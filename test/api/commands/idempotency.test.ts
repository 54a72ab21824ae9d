/** Single writes under an Idempotency-Key (contract.md 5.1). */
import t from 'tap'
import { startIngress } from '../../support/api/ingress.js'
import type { HttpAnswer } from '../../support/api/request.js'

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
  t.match(await post('/v2/accounts', { headline: 'Rome', source: 'airline_dl', account_id: '1' }, 'one'), {
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

  const meeting = { activity_name: 'Review', start_datetime: '2027-05-01T09:00', confirmation_no: 'RVW123' }
  const answers = [
    await post('/v2/segments/meeting', meeting, 'three'),
    await post('/v2/segments/meeting', meeting, 'three'),
  ]
  t.match(answers, [{ status: 201 }, { status: 201 }])
  t.same(answers.map(replayed), [null, 'true'])
  t.same(
    (answers[1]!.json as { sources: unknown }).sources,
    (answers[0]!.json as { sources: unknown }).sources,
    'one statement',
  )
})
