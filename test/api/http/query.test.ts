/** Unknown query parameters (contract.md 1). */
import t from 'tap'
import { startIngress } from '../../support/api/ingress.js'

t.test('unknown parameters are ignored, unless handling is strict', async (t) => {
  const ingress = await startIngress(t)
  const token = await ingress.appToken()
  const get = async (query: string, prefer: string) =>
    await ingress.request(`/v2/sources?${query}`, { token, headers: { prefer } })
  t.match(await get('limt=1', 'wait=1'), { status: 200 })
  t.match(await get('limit=1&classification=airline', 'handling=strict'), { status: 200 })
  t.match(await get('limt=1', 'handling=strict'), {
    status: 400,
    json: {
      error: 'invalid_request',
      error_description: 'Parameter "limt" is unknown; did you mean "limit"?',
    },
  })
  t.match(await get('utm_source=x', 'handling=strict'), {
    json: { error_description: 'Parameter "utm_source" is unknown; remove it.' },
  })
})
