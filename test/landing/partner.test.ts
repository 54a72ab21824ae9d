/**
 * A partner uses the product as `npm start` starts it, through nothing but HTTPS, mail and the partner's own
 * endpoint.
 */
import t from 'tap'
import type { Test } from 'tap'
import { execFileSync } from 'node:child_process'
import { Webhook as Standard } from 'standardwebhooks'
import { Webhook as Svix } from 'svix'
import { firstBatch } from '../../ops/stack/first-request.js'
import { httpsSite } from '../support/https-site.js'
import type { Site } from '../support/https-site.js'
import { receiver, status } from '../support/delivery/receiver.js'
import type { Received } from '../support/delivery/receiver.js'
import { sharedStack } from '../support/shared-stack.js'
import { until } from '../support/until.js'
import {
  connectTraveller,
  newPartnerApp,
  secretsOf,
  signUpDeveloper,
} from '../support/auth/partner-console.js'
import type { Partner, PartnerApp } from '../support/auth/partner-console.js'
import { unescaped } from '../support/auth/visitor.js'
import type { Visitor } from '../support/auth/visitor.js'

t.setTimeout(500_000)

const EMAIL = 'dev@partner.example'
const MONTHS_AHEAD_MS = 120 * 86_400_000

interface ApiPartner extends Partner {
  api: Site
}

interface App extends PartnerApp {
  signingSecret: string
  /** The webhook's page in the console. */
  webhookPage: string
}

type Submit = (segments: unknown[]) => Promise<number>

t.test(
  'a partner registers, connects a member, receives webhooks, repairs its endpoint and replays',
  async (t) => {
    const stack = await sharedStack()
    const partner: ApiPartner = {
      stack,
      site: httpsSite(t, stack.ready.auth_url, stack.ready.ca_file),
      api: httpsSite(t, stack.ready.base_url, stack.ready.ca_file),
      endpoint: await receiver(t),
    }
    const developer = await signUpDeveloper(t, partner, EMAIL)
    const app = await registerApp(t, partner, developer)
    const submit = segmentsOf(partner, await connectTraveller(t, partner, app))
    // Its own confirmation number and date: the member of the stack has other trips.
    const [first, second] = firstBatch('manual', Date.now() + MONTHS_AHEAD_MS).segments.map((segment) => ({
      ...segment,
      confirmation_no: 'TFPART',
    }))
    const trip = await receiveFirstEvents(t, partner, { app, submit, segment: first })
    const failed = await failTwice(t, partner, { developer, app, submit, segment: second, trip })
    await replay(t, partner, { developer, app, failed })
  },
)

/** An application with a webhook. */
async function registerApp(t: Test, partner: ApiPartner, developer: Visitor): Promise<App> {
  const app = await newPartnerApp(developer, partner)
  const { page: appPage } = app
  const webhooks = `${appPage}/webhooks`
  const registered = await developer.fillAt(webhooks, `${appPage}/webhook`, {
    webhook_url: partner.endpoint.url,
  })
  const [signingSecret = ''] = secretsOf(registered.text)
  t.match(signingSecret, /^whsec_/)
  const link = new RegExp(`href="(${appPage}/webhooks/\\d+)"`).exec((await developer.get(webhooks)).text)
  return { ...app, signingSecret, webhookPage: link![1]! }
}

function segmentsOf({ api }: ApiPartner, accessToken: string): Submit {
  return async (segments) => {
    const answer = await api.call('/v2/segments', {
      method: 'POST',
      headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ segments }),
    })
    return answer.status
  }
}

/** Submits a segment and receives its signed events; resolves with `trip.created`. */
async function receiveFirstEvents(
  t: Test,
  { stack, endpoint }: ApiPartner,
  { app, submit, segment }: { app: App; submit: Submit; segment: unknown },
): Promise<Received> {
  t.equal(await submit([segment]), 202)
  const received = (type: string): Received | undefined => endpoint.got.find((got) => got.event.type === type)
  const trip = await until('trip.created', () => received('trip.created'))
  for (const got of endpoint.got) verify(t, got, app.signingSecret)
  t.equal(trip.event.member_id, stack.ready.member_id)
  await until('segment.created', () => received('segment.created'))
  await until('batch.processed', () => received('batch.processed'))
  return trip
}

/**
 * Two attempts of an event fail; the third would come minutes later. The console shows both. Other events are answered:
 * the endpoint would be paused if all of them failed.
 */
async function failTwice(
  t: Test,
  { endpoint }: ApiPartner,
  {
    developer,
    app,
    submit,
    segment,
    trip,
  }: { developer: Visitor; app: App; submit: Submit; segment: unknown; trip: Received },
): Promise<Received> {
  // Others may add to the itinerary of the same member.
  const answered = new Set(endpoint.ids())
  const isItsOwn = ({ event, body }: Received): boolean =>
    event.type === 'segment.created' &&
    !answered.has(event.id) &&
    event.sequence! > trip.event.sequence! &&
    body.toString().includes('TFPART')
  endpoint.reply((got, response) => {
    if (isItsOwn(got)) response.writeHead(500).end('broken on purpose')
    else response.writeHead(204).end()
  })
  t.equal(await submit([segment]), 202)
  const failed = await until('a failed attempt', () => endpoint.got.find(isItsOwn))
  const { id } = failed.event
  await until('the second attempt', () => endpoint.ids().filter((one) => one === id).length === 2, 30_000)
  const list = await until('the delivery log lists the event', async () => {
    const page = await developer.get(`${app.webhookPage}?state=retrying`)
    return page.text.includes(id) ? page : null
  })
  t.match(list.text, /retrying/)
  const delivery = await until('the delivery page shows both attempts', async () => {
    const page = await developer.get(`${app.webhookPage}/deliveries/${id}`)
    return /Attempt 2: 500/.test(page.text) ? page : null
  })
  t.match(delivery.text, /broken on purpose/)
  t.match(unescaped(delivery.text), new RegExp(`webhook-id: ${id}`))
  return failed
}

/** The endpoint works again: a replay delivers every event that was never delivered. */
async function replay(
  t: Test,
  { endpoint, api }: ApiPartner,
  { developer, app, failed }: { developer: Visitor; app: App; failed: Received },
): Promise<void> {
  const { webhookPage } = app
  const { id } = failed.event
  endpoint.reply(status(200))
  const before = endpoint.got.length
  const preview = await developer.fillAt(webhookPage, `${webhookPage}/replay`, {})
  const count = Number(/<strong>(\d+)<\/strong>/.exec(preview.text)?.[1])
  t.ok(count >= 2, `${count} events were never delivered`)
  t.equal(
    (await developer.submit(preview, `${webhookPage}/replay`, {})).headers['location'],
    `${webhookPage}?m=replayed`,
  )
  const redelivered = await until(
    'the failed event arrives',
    () => endpoint.got.slice(before).find((got) => got.event.id === id),
    30_000,
  )
  verify(t, redelivered, app.signingSecret)
  t.same(JSON.parse(redelivered.body), JSON.parse(failed.body), 'the same event')
  await until('all events are delivered', async () => {
    const page = await developer.fillAt(webhookPage, `${webhookPage}/replay`, {})
    return /<strong>0<\/strong> events/.test(page.text)
  })
  t.match((await developer.get(`${webhookPage}/deliveries/${id}`)).text, /Attempt 3: 200/)
  const log = await api.call('/v2/events?undelivered=1', {
    headers: { client_id: app.clientId, client_secret: app.clientSecret },
  })
  t.same(log.json(), [], 'the event log agrees')
}

function verify(t: Test, got: Received, secret: string): void {
  const headers = got.headers as Record<string, string>
  t.same(new Standard(secret).verify(got.body, headers), JSON.parse(got.body))
  t.same(new Svix(secret).verify(got.body, headers), JSON.parse(got.body))
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64').toString('hex')
  const hmac = execFileSync(
    'openssl',
    ['dgst', '-sha256', '-mac', 'HMAC', '-macopt', `hexkey:${key}`, '-r'],
    { input: `${headers['webhook-id']}.${headers['webhook-timestamp']}.${got.body}`, encoding: 'utf8' },
  )
  t.equal(
    headers['webhook-signature'],
    `v1,${Buffer.from(hmac.split(' ')[0] ?? '', 'hex').toString('base64')}`,
    'openssl agrees',
  )
}
