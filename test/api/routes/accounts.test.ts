/** Loyalty accounts (contract.md 1 and 2). */
import t from 'tap'
import { startIngress } from '../../support/api/ingress.js'

t.setTimeout(100_000)

t.test('an account is removed only if it has not changed', async (t) => {
  const ingress = await startIngress(t, { fold: true })
  const token = await ingress.token(await ingress.createMember())
  const made = await ingress.request('/v2/accounts', {
    method: 'POST',
    token,
    body: { source: 'airline_dl', account_id: '4711' },
  })
  const remove = async (tag: string) =>
    await ingress.request(made.headers.get('location')!, {
      method: 'DELETE',
      token,
      headers: { 'if-match': tag },
    })
  const answers = await Promise.all([1, 2, 3, 4].map(async () => await remove(made.headers.get('etag')!)))
  t.same(answers.map((one) => one.status).sort(), [200, 412, 412, 412], 'once')
  t.equal((await remove('*')).status, 200)
})

t.test('an account needs a number', async (t) => {
  const ingress = await startIngress(t, { fold: true })
  const token = await ingress.token(await ingress.createMember())
  for (const account_id of ['---', 'N/A']) {
    const answer = await ingress.request('/v2/accounts', {
      method: 'POST',
      token,
      body: { source: 'airline_dl', account_id },
    })
    t.match(answer, {
      status: 400,
      json: {
        error: 'invalid_request',
        error_description:
          'Field "account_id" must be the number of an account, not a word or sign for none.',
      },
    })
  }
})

t.test('the fifty-first account is refused with the way to make room', async (t) => {
  const ingress = await startIngress(t, { fold: true })
  const token = await ingress.token(await ingress.createMember())
  const register = async (number: number) =>
    await ingress.request('/v2/accounts', {
      method: 'POST',
      token,
      body: { source: 'airline_dl', account_id: `DL${number}` },
    })
  const answers = await Promise.all(Array.from({ length: 50 }, async (_, at) => await register(at)))
  t.ok(answers.every((one) => one.status === 201))
  t.match(answers[0]?.json, { ownership: 'Unconfirmed' })
  const claim = { source: 'airline_dl', account_id: 'DL0', ownership: 'Vouched', vouched: true }
  t.match(
    await ingress.request('/v2/accounts', { method: 'POST', token, body: claim }),
    { status: 400, json: { errors: [{ field: 'ownership' }, { field: 'vouched' }] } },
    'an application cannot claim to be the source',
  )
  t.match(await register(50), {
    status: 400,
    json: { error: 'invalid_request', error_description: /Field "account_id".*DELETE \/v2\/accounts/ },
  })
  await ingress.request(answers[0]?.headers.get('location') ?? '', { method: 'DELETE', token })
  t.equal((await register(50)).status, 201)
})
