/** Bodies other than raw segments (contract.md 1). */
import t from 'tap'
import type { Test } from 'tap'
import { startWebhookIngress } from '../../support/api/webhook-ingress.js'

t.setTimeout(100_000)

async function setup(t: Test) {
  const { ingress } = await startWebhookIngress(t, { fold: true })
  const member = await ingress.token(await ingress.createMember(), 'partner')
  const app = await ingress.appToken('partner')
  const json = { 'content-type': 'application/json' }
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const ask = async (path: string, method: string, body: unknown) =>
    await ingress.request(path, {
      method,
      token: path.startsWith('/v2/callbacks') ? app : member,
      raw: typeof body === 'string' ? body : JSON.stringify(body),
      headers: typeof body === 'string' ? form : json,
    })
  return { json, ask }
}
type Context = Awaited<ReturnType<typeof setup>>

t.test('absent and invalid fields', async (t) => {
  const context = await setup(t)
  await t.test('null is the same as omitting the field', async (t) => {
    await nullMeansOmitted(t, context)
  })
  await t.test('an error names the field and what it must be', async (t) => {
    await errorNamesTheField(t, context)
  })
})

async function nullMeansOmitted(t: Test, { ask }: Context): Promise<void> {
  const made = await ask('/v2/callbacks', 'POST', {
    url: 'https://a.example/',
    events: null,
    description: null,
    status: null,
    ordered: null,
    max_in_flight: null,
    rate_per_second: null,
    timeout_ms: null,
  })
  const defaults = {
    status: 'Active',
    events: ['*'],
    ordered: 'none',
    max_in_flight: 10,
    timeout_ms: 5_000,
  }
  t.match(made, { status: 201, json: defaults })
  const { id } = made.json as { id: string }
  t.match(await ask(`/v2/callbacks/${id}`, 'PATCH', 'description=Ours&status=&timeout_ms='), {
    status: 200,
    json: { ...defaults, description: 'Ours' },
  })
  t.match(
    await ask(`/v2/callbacks/${id}/replay`, 'POST', {
      since: null,
      until: null,
      types: null,
      only: null,
      dry_run: null,
    }),
    { status: 202 },
  )
  t.match(await ask(`/v2/callbacks/${id}/rotate`, 'POST', { overlap_seconds: null }), { status: 200 })
  t.match(await ask('/v2/callbacks', 'POST', { url: null }), {
    status: 400,
    json: { error_description: 'Field "url" is required; it must not be empty.' },
  })
  t.match(await ask('/v2/trips', 'POST', { headline: 'Rome', segment_ids: null }), { status: 201 })
  t.match(await ask('/v2/me', 'PUT', 'home_city=London&country=GB&from='), {
    status: 200,
    json: { home_city: 'London' },
  })
  t.match(await ask('/v2/me', 'PUT', { home_airports: ['LHR', 'LGW'] }), {
    status: 200,
    json: { home_airports: ['LHR', 'LGW'] },
  })
  t.match(await ask('/v2/me', 'PUT', { home_airports: null }), { status: 200, json: { home_airports: [] } })
}

async function errorNamesTheField(t: Test, { ask }: Context): Promise<void> {
  const errorOf = async (path: string, method: string, body: unknown): Promise<string> =>
    ((await ask(path, method, body)).json as { error_description: string }).error_description
  t.match(
    await errorOf('/v2/callbacks', 'POST', { url: 'https://a.example/', events: ['trip.made'] }),
    /^Field "events\.0" must be one of \*, trip\.created, trip\.updated, /,
  )
  t.equal(
    await errorOf('/v2/me', 'PUT', { home_airports: ['ZRH', 'gva'] }),
    'Field "home_airports.1" must look like ZRH.',
  )
  t.equal(
    await errorOf('/v2/me', 'PUT', { home_city: 'Bern', from: '1.9.2026' }),
    'Field "from" must look like 2026-09-01.',
  )
  t.equal(
    await errorOf('/v2/trips', 'POST', { segment_ids: ['A1'] }),
    'Field "segment_ids.0" must look like 58241077248001.',
  )
  t.equal(await errorOf('/v2/trips', 'POST', { personal: 'yes' }), 'Field "personal" must be a boolean.')
}
