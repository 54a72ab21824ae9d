/** The number of loyalty accounts of a member (contract.md 1 and 2). */
import t from 'tap'
import { startIngress } from '../../support/api/ingress.js'

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
  t.match(await register(50), {
    status: 400,
    json: { error: 'invalid_request', error_description: /Field "account_id".*DELETE \/v2\/accounts/ },
  })
  await ingress.request(answers[0]?.headers.get('location') ?? '', { method: 'DELETE', token })
  t.equal((await register(50)).status, 201)
})
