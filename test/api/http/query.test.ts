/** Unknown and invalid query parameters (contract.md 1 and 6.1). */
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

t.test('an invalid parameter: what was found, and what was probably meant', async (t) => {
  const ingress = await startIngress(t)
  const token = await ingress.token('11')
  const problem = async (query: string): Promise<unknown> => (await ingress.request(query, { token })).json
  t.match(await problem('/v2/trips?status=active'), {
    error_description: /one of Active, Cancelled, .*, or several separated by commas; it is "active"\.$/,
    hint: 'Did you mean "Active"?',
  })
  t.match(await problem('/v2/trips?limit=many'), { error_description: /at least 1; it is "many"\.$/ })
  t.match(await problem('/v2/trips?segments=true'), { error_description: /must be 0 or 1; it is "true"\.$/ })
  t.match(await problem('/v2/trips?offset=20000'), { error_description: /at most 10000; it is 20000\.$/ })
  t.match(await problem('/v2/trips?since=2027-01-01T00:00:00+02:00'), {
    error_description: 'Parameter "since" must be in UTC; send 2026-12-31T22:00:00Z.',
  })
  t.match(await problem('/v2/trips?start=2027-02-30'), {
    error_description:
      /Parameter "start" names a day that does not exist, 2027-02-30: February 2027 has 28 days/,
  })
  t.match(await problem('/v2/trips?start=soon'), { error_description: /or tomorrow; it is "soon"\.$/ })
  t.match(await problem('/v2/trips/upcomming'), { hint: 'Did you mean /v2/trips/upcoming?' })
})
