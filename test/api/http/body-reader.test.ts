/** Bodies other than raw segments (contract.md 1). */
import t from 'tap'
import type { Test } from 'tap'
import { startWebhookIngress } from '../../support/api/webhook-ingress.js'
import { sharing } from '../../support/sharing.js'

t.setTimeout(100_000)

async function setup(t: Test) {
  const { ingress } = await startWebhookIngress(t, { fold: true })
  const member = await ingress.token(await ingress.createMember(), 'partner')
  const app = await ingress.appToken('partner')
  const json = { 'content-type': 'application/json' }
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const ask = async (path: string, method: string, body: unknown, headers: Record<string, string> = {}) =>
    await ingress.request(path, {
      method,
      token: path.startsWith('/v2/callbacks') ? app : member,
      raw: typeof body === 'string' ? body : JSON.stringify(body),
      headers: { ...(typeof body === 'string' ? form : json), ...headers },
    })
  return { json, ask }
}

const check = sharing(t, setup)

check('null is the same as omitting the field', async (t, { ask }) => {
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
})

check('an error names the field and what it must be', async (t, { ask }) => {
  const errorOf = async (path: string, method: string, body: unknown): Promise<string> =>
    ((await ask(path, method, body)).json as { error_description: string }).error_description
  t.match(
    await errorOf('/v2/callbacks', 'POST', { url: 'https://a.example/', events: ['trip.made'] }),
    /^Field "events\[0\]" must be one of \*, trip\.created, trip\.updated, /,
  )
  t.equal(
    await errorOf('/v2/me', 'PUT', { home_airports: ['ZRH', 'gva'] }),
    'Field "home_airports[1]" must look like ZRH; it is "gva".',
  )
  t.equal(
    await errorOf('/v2/me', 'PUT', { home_city: 'Bern', from: '1.9.2026' }),
    'Field "from" must look like 2026-09-01; it is "1.9.2026".',
  )
  t.equal(
    await errorOf('/v2/trips', 'POST', { segment_ids: ['A1'] }),
    'Field "segment_ids[0]" must look like 58241077248001; it is "A1".',
  )
  t.equal(
    await errorOf('/v2/trips', 'POST', { personal: 'yes' }),
    'Field "personal" must be a boolean; it is a string.',
  )
})

check('unknown fields are refused, with the one that was meant', async (t, { ask }) => {
  const url = 'https://a.example/'
  const unknown = {
    status: 400,
    json: {
      error: 'invalid_request',
      error_description: 'Field "evnts" is unknown; did you mean "events"?',
      hint: /^The fields are url, events, /,
      errors: [{ error: 'unknown_field', field: 'evnts' }],
    },
  }
  t.match(await ask('/v2/callbacks', 'POST', { url, evnts: ['*'] }), unknown)
  t.match(await ask('/v2/callbacks', 'POST', `url=${encodeURIComponent(url)}&evnts=*`), unknown, 'a form')
  t.match(await ask('/v2/trips', 'POST', { headline: 'Rome', 'no such field': 1 }), {
    json: { error_description: 'Field "no such field" is unknown; remove it.' },
  })
  t.match(await ask('/v2/me', 'PUT', { homeCity: 'Bern' }), {
    json: { error_description: 'Field "homeCity" is unknown; did you mean "home_city"?' },
  })
})

check('fields that the service sets', async (t, { ask }) => {
  const made = await ask('/v2/trips', 'POST', { headline: 'Rome' })
  const trip = made.json as Record<string, unknown>
  const path = `/v2/trips/${String(trip['id'])}`
  t.match(await ask(path, 'PUT', { ...trip, headline: 'Paris' }), {
    status: 200,
    json: { headline: 'Paris' },
  })
  const strict = await ask(
    path,
    'PUT',
    { headline: 'Oslo', created: trip['created'] },
    { prefer: 'handling=strict' },
  )
  t.match(strict, {
    status: 400,
    json: { error_description: 'Field "created" cannot be set here; remove it.' },
  })
  t.match(await ask('/v2/trips', 'POST', { id: '1', headline: 'Rome' }), {
    status: 400,
    json: { error_description: 'Field "id" cannot be set here; remove it.' },
  })
  t.match(await ask('/v2/trips', 'POST', 'id=1&headline=Rome'), { status: 201 }, 'a form')
})

check('all errors at once', async (t, { ask }) => {
  const wrong = { first_name: 7, home_airports: ['gva', 'ZRH', 1], time_zone_id: 'Mars', form: '2026-09-01' }
  t.match(await ask('/v2/me', 'PUT', { ...wrong, home_city_lat: '91' }), {
    status: 400,
    json: {
      errors: [
        { error: 'unknown_field', field: 'form', error_description: /did you mean "from"/ },
        { field: 'first_name' },
        { field: 'home_airports[0]', error_description: /must look like ZRH; it is "gva"/ },
        { field: 'home_airports[2]' },
        { field: 'time_zone_id' },
        { field: 'home_city_lat', error_description: /from -90 to 90/ },
        { field: 'home_city_lat', error_description: /together with home_city_lon/ },
      ],
    },
  })
  t.match(await ask('/v2/callbacks', 'POST', { url: 'a.example', events: ['trip.creatd'] }), {
    json: {
      errors: [
        { field: 'events[0]', hint: 'Did you mean "trip.created"?' },
        { field: 'url', error_description: /^Field "url" is not accepted\. / },
      ],
    },
  })
})

check('JSON that cannot be read', async (t, { ask, json }) => {
  t.match(await ask('/v2/callbacks', 'POST', '{\n  "url": "https://a.example/",\n}', json), {
    status: 400,
    json: {
      error: 'invalid_request',
      error_description:
        'The body is not valid JSON: line 3, column 1: expected a field name in double quotes, found "}".',
      hint: 'Remove the comma before "}".',
    },
  })
})
