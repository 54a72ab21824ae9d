import t from 'tap'
import { startIngress } from '../../support/api/ingress.js'

t.test('the most specific range decides', async (t) => {
  const ingress = await startIngress(t)
  const token = await ingress.appToken()
  for (const [accept, status] of [
    ['application/json', 200],
    ['APPLICATION/JSON; q=0.5', 200],
    ['application/*', 200],
    ['*/*', 200],
    ['text/html, */*;q=0.1', 200],
    ['application/problem+json', 200],
    ['text/html;q=0, */*', 200],
    ['application/json, */*;q=0', 200],
    ['application/problem+json;q=0, */*', 200],
    ['text/html', 406],
    ['application/json;q=0, */*', 406],
    ['application/json;q=0.000, application/*', 406],
    ['application/*;q=0, */*', 406],
    ['*/*;q=0', 406],
    ['application/json;q=0, application/problem+json', 406],
  ] as const)
    t.equal(
      (await ingress.request('/v2/sources?limit=1', { token, headers: { accept } })).status,
      status,
      accept,
    )
})
