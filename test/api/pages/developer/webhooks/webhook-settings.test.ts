/** The settings of a webhook, test events and the overview in the console (webhooks.md 2). */
import t from 'tap'
import { verifyWebhook } from '../../../../../api/client/src/webhooks.js'
import { status } from '../../../../support/delivery/receiver.js'
import { until } from '../../../../support/until.js'
import { logSettled } from '../../../../support/log-settled.js'
import { webhookConsole } from '../../../../support/auth/webhook-console.js'

t.setTimeout(180_000)

const {
  node,
  hooks,
  who,
  app,
  partner,
  callbackChanges,
  appPath: home,
  hookPath: at,
} = await webhookConsole(t, 'Trip Planner')
const id = at.split('/').at(-1)!
const stored = async (): Promise<Record<string, unknown>> =>
  (await node.knex('callback').where({ id }).first()) as Record<string, unknown>

t.test('what the API can set is a form, and the workers are notified', async (t) => {
  const page = await who.get(`${at}/settings`)
  const saved = await who.submit(page, `${at}/settings`, {
    description: 'Our receiver',
    events: 'chosen',
    'event_trip.created': '1',
    'event_trip.updated': '1',
    ordered: 'member',
    max_in_flight: '3',
    rate_per_second: '0.5',
    timeout_ms: '2000',
  })
  t.equal(saved.headers['location'], `${at}/settings?m=saved`)
  t.match(await stored(), {
    description: 'Our receiver',
    events: ['trip.created', 'trip.updated'],
    ordered: 'member',
    max_in_flight: 3,
    rate_per_second: 0.5,
    timeout_ms: 2_000,
  })
  await until('notified', () => callbackChanges.some((change) => change.callback === id))
  const shown = await who.get(`${at}/settings`)
  t.match(shown.text, /id="event_trip.created"[^>]* checked>/)
  t.match(shown.text, /id="events_chosen"[^>]* checked>/)
  t.match((await who.get(at)).text, /3 at once, at most 0.5 a second, 2,000 ms to answer/)
  const again = await who.submit(shown, `${at}/settings`, { events: 'all', rate_per_second: '' })
  t.equal(again.status, 303)
  t.match(await stored(), { events: ['*'], rate_per_second: null })
})

t.test('with v1a, requests are also signed with the key whose public half the page shows', async (t) => {
  const path = `${at}/settings`
  t.notMatch((await who.get(path)).text, /whpk_/)
  t.equal((await who.fill(path, { signature: 'v1a' })).status, 303)
  const [key = ''] = /whpk_[A-Za-z0-9+/=]+/.exec((await who.get(path)).text) ?? []
  await who.fillAt(at, `${at}/ping`, {})
  const { body, headers } = partner.got.at(-1)!
  await t.resolves(verifyWebhook(body, headers, { secrets: key }))
  t.match((await who.get(at)).text, /v1a by the private key of the service/)
  t.equal((await who.fill(path, { signature: 'v1' })).status, 303)
})

t.test('values that the API refuses are named, and what was typed stays', async (t) => {
  const page = await who.get(`${at}/settings`)
  for (const [field, value, why] of [
    ['max_in_flight', '0', 'Enter 1 to 100 requests at once.'],
    ['max_in_flight', '1.5', 'Enter 1 to 100 requests at once.'],
    ['rate_per_second', '1e9', 'Enter 0.001 to 100,000 requests per second'],
    ['timeout_ms', '', 'Enter 100 to 30,000 milliseconds.'],
    ['description', 'x'.repeat(501), 'Use at most 500 characters'],
    ['url', 'ftp://partner.example/x', 'http'],
    ['url', '', 'Enter the webhook URL.'],
  ] as const) {
    const refused = await who.submit(page, `${at}/settings`, { [field]: value })
    t.equal(refused.status, 422, field)
    t.match(refused.text, why)
    t.match(refused.text, `href="#${field}"`)
    if (value !== '') t.match(refused.text, `value="${value}"`)
  }
  const none = await who.submit(page, `${at}/settings`, { events: 'chosen' })
  t.equal(none.status, 422)
  t.match(none.text, /href="#events_chosen">Choose at least one event/)
})

t.test('another URL is confirmed like a new webhook; other settings are not', async (t) => {
  await node.knex('web_session').update({ proven_at: new Date(0) })
  const page = await who.get(`${at}/settings`)
  t.equal((await who.submit(page, `${at}/settings`, { description: 'Same URL' })).status, 303)
  const asked = await who.submit(page, `${at}/settings`, { url: `${partner.url}/other`, events: 'all' })
  t.match(asked.text, /about to change the URL of a webhook of Trip Planner/)
  t.match(asked.text, `href="${at}/settings"`, 'the way back')
  t.match(await stored(), { url: partner.url })
  await node.knex('web_session').update({ proven_at: new Date() })
})

t.test('a test event of a type shows what the receiver answered', async (t) => {
  partner.reply(status(503))
  const sent = await who.fillAt(at, `${at}/ping`, { type: 'segment.cancelled' })
  const page = await who.get(String(sent.headers['location']))
  t.match(partner.got.at(-1)!.event, { type: 'segment.cancelled', test: true })
  t.match(page.text, /Delivery of segment\.cancelled/)
  t.match(page.text, />test<\/span>/)
  t.match(page.text, /Attempt 1: 503/)
  t.match((await who.get(at)).text, />segment\.cancelled<\/a> <span class="badge plain">test</)
  partner.reply(status(200))
  await who.fillAt(at, `${at}/ping`, { type: 'nonsense' })
  t.equal(partner.got.at(-1)!.event.type, 'callback.ping', 'an unknown type is the plain one')
})

t.test('lists name the trip of an event, and of a segment, unless the member withdrew', async (t) => {
  const row = { member_id: '11', status: 'Active', version: 1, updated: new Date(), state: '{}' }
  await node.knex('trip').insert({
    ...row,
    id: '77',
    privacy: 'Private',
    personal: true,
    business: false,
    doc: JSON.stringify({ display_name: 'A <week> in Paris' }),
  })
  await hooks.emit(['11'], 'trip.updated')
  await until('delivered', async () => (await hooks.count('attempt', "type = 'trip.updated'")) === 1)
  await logSettled(hooks.count)
  for (const path of [at, `${home}/events`, home])
    t.match((await who.get(path)).text, /A &lt;week(&gt;|>) in Paris/, path)
  await node
    .knex('oauth_grant')
    .where({ client_id: app.clientId })
    .update({ scope: ['accounts'] })
  t.notMatch((await who.get(at)).text, /in Paris/)
  await node.knex('oauth_grant').where({ client_id: app.clientId }).update({ scope: null })
})

t.test('the overview says what fails and what is next', async (t) => {
  t.notMatch((await who.get(home)).text, /Needs your attention/)
  await node.knex('callback').where({ id }).update({ status: 'Disabled' })
  const page = await who.get(home)
  t.match(page.text, /Needs your attention[\s\S]*is disabled: events are kept, not sent\./)
  t.match(page.text, `href="${at}"`)
  t.match(page.text, /Submit the first segment<\/a> <span class="badge plain">next</)
  t.match(page.text, /<li class="done"><span class="hidden">Done: <\/span>Add a webhook</)
})

t.test('the page of a webhook shows filter, payload and header names', async (t) => {
  const plain = (await who.get(at)).text
  t.match(plain, /Filter<\/dt><dd>none</)
  t.match(plain, /Payload<\/dt><dd>full/)
  const change = { material: '1', segment_Air: '1', payload: 'thin', headers: 'X-Key: very-secret' }
  t.equal((await who.fill(`${at}/settings`, change)).status, 303)
  const { text } = await who.get(at)
  t.match(text, /Events<\/dt><dd>all types, as far as they pass the filter</)
  t.match(text, /updates only if they are material[\s\S]*segment events only of these types: Air/)
  t.match(text, /Payload<\/dt><dd>thin/)
  t.match(text, /<code>X-Key<\/code>/i)
  t.notMatch(text, /very-secret/)
})

t.test('the audit log names the webhook and the settings that changed, without values', async (t) => {
  const settings = await who.get(`${at}/settings`)
  const change = { description: 'Not in the log', max_in_flight: '7', headers: 'X-Other: very-secret' }
  await who.submit(settings, `${at}/settings`, change)
  const name = partner.url.split('?')[0]!
  const audit = (await who.get('/console/audit')).text
  t.match(audit, `Webhook ${name} added`)
  t.match(audit, `Webhook ${name} changed: description, requests at once, custom headers`)
  t.notMatch(audit, /very-secret|Not in the log/)
  const entries = async (): Promise<number> =>
    (await node.knex('audit').where({ event: 'app_changed' })).length
  const before = await entries()
  await who.fill(`${at}/settings`, {})
  t.equal(await entries(), before, 'nothing changed')
})

t.test('a disabled webhook says who disabled it', async (t) => {
  await who.fillAt(at, `${at}/status`, { status: 'Active' })
  await who.fillAt(at, `${at}/status`, { status: 'Disabled' })
  t.match((await who.get(at)).text, /Disabled<\/span> \(by the developer\)/)
  t.match((await who.get('/console/audit')).text, /Webhook http:\S+ disabled/)
  await node.knex('callback').where({ id }).update({ disabled_reason: 'by the application' })
  t.match((await who.get(at)).text, /Disabled<\/span> \(by the application\)/)
  await who.fillAt(at, `${at}/status`, { status: 'Active' })
  t.notMatch((await who.get(at)).text, /by the application/)
})
