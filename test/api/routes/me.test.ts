/** The member record (contract.md 1 and 2). */
import t from 'tap'
import { startIngress } from '../../support/api/ingress.js'

t.setTimeout(100_000)

t.test('of several changes with one If-Match, one is applied', async (t) => {
  const ingress = await startIngress(t, { fold: true })
  const token = await ingress.token(await ingress.createMember())
  const etag = (await ingress.request('/v2/me', { token })).headers.get('etag')!
  const put = async (first_name: string, tag: string) =>
    await ingress.request('/v2/me', {
      method: 'PUT',
      token,
      body: { first_name },
      headers: { 'if-match': tag },
    })
  const answers = await Promise.all(
    ['One', 'Two', 'Three', 'Four'].map(async (name) => await put(name, etag)),
  )
  t.same(answers.map((one) => one.status).sort(), [200, 412, 412, 412])
  t.match(answers.find((one) => one.status === 412)?.json, { error: 'precondition_failed' })
  const now = await ingress.request('/v2/me', { token })
  t.same(now.json, answers.find((one) => one.status === 200)?.json, 'the change that was answered with 200')
  t.equal((await put('Five', now.headers.get('etag')!)).status, 200)
  t.equal((await put('Six', '*')).status, 200)

  await t.test('a state or province has two names with one value', async (t) => {
    const change = async (body: object) => await ingress.request('/v2/me', { method: 'PUT', token, body })
    t.match((await change({ admin_code: 'NJ' })).json, { state: 'NJ', admin_code: 'NJ' })
    t.match((await change({ state: 'NY', admin_code: 'NY' })).json, { state: 'NY', admin_code: 'NY' })
    t.match(await change({ state: 'NY', admin_code: 'NJ' }), {
      status: 400,
      json: { error: 'invalid_request', error_description: /"admin_code" is another name of "state"/ },
    })
  })
})
