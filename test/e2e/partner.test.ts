/** A partner's view, end to end, on the product as `npm start` brings it up: nothing here but HTTPS, mails and an endpoint of the partner's. */
import t from 'tap'
import type { Test } from 'tap'
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Webhook as Standard } from 'standardwebhooks'
import { Webhook as Svix } from 'svix'
import { totpCode, totpStep } from '../../api/pages/sign-in/totp.js'
import { firstBatch } from '../../ops/stack/first-request.js'
import { httpsSite } from '../support/https-site.js'
import { receiver, status } from '../support/delivery/receiver.js'
import type { Received } from '../support/delivery/receiver.js'
import { sharedStack } from '../support/shared-stack.js'
import { fromBase32 } from '../support/auth/totp-secret.js'
import { until } from '../support/until.js'
import { unescaped, visitor } from '../support/auth/visitor.js'

t.setTimeout(500_000)

const EMAIL = 'dev@partner.example'
const MONTHS_AHEAD_MS = 120 * 86_400_000
const PASSWORD = 'a long and quiet password'

t.test('register, authorise, post, receive and verify; break, look, mend, replay', async (t) => {
  const { dir, ready } = await sharedStack()
  const site = httpsSite(t, ready.auth_url, ready.ca_file)
  const api = httpsSite(t, ready.base_url, ready.ca_file)
  const endpoint = await receiver(t)
  const redirectUri = `http://127.0.0.1:${endpoint.port}/callback`

  // An account with a second factor.
  const developer = visitor(site)
  t.equal(
    (
      await developer.submit(await developer.get('/console/signup'), '/console/signup', {
        name: 'Pat',
        organisation: 'Partner',
        email: EMAIL,
        password: PASSWORD,
      })
    ).status,
    200,
  )
  const link = await until('the mail', () => mailTo(dir, EMAIL))
  t.equal(
    (await developer.submit(await developer.get(link.slice(site.url.length)), '/console/confirm', {})).status,
    303,
  )
  await developer.submit(await developer.get('/console/login'), '/console/login', {
    email: EMAIL,
    password: PASSWORD,
  })
  const setUp = await developer.get('/console/second-factor')
  const secret = fromBase32(
    /<span class="secret">([A-Z2-7 ]+)<\/span>/.exec(setUp.text)![1]!.replaceAll(' ', ''),
  )
  t.equal(
    (
      await developer.submit(setUp, '/console/second-factor', {
        code: totpCode(secret, totpStep(Date.now())),
      })
    ).status,
    303,
  )

  // An application, and its webhook.
  const made = await developer.submit(await developer.get('/console/apps/new'), '/console/apps/new', {
    name: 'Trip Planner',
    environment: 'development',
    redirect_uri: redirectUri,
  })
  const [clientId = '', clientSecret = ''] = secretsOf(made.text)
  const app = `/console/apps/${clientId}`
  const registered = await developer.submit(await developer.get(app), `${app}/webhook`, {
    webhook_url: endpoint.url,
  })
  const [signingSecret = ''] = secretsOf(registered.text)
  t.match(signingSecret, /^whsec_/)
  const hook = new RegExp(`href="(${app}/webhooks/\\d+)"`).exec((await developer.get(app)).text)![1]!

  // A traveller connects it.
  const traveller = visitor(site)
  const authorize = `/oauth/authenticate?${new URLSearchParams({ client_id: clientId, response_type: 'code', redirect_uri: redirectUri, state: 's 1' }).toString()}`
  const signedIn = await traveller.submit(await traveller.get(authorize), '/oauth/login', {
    email: ready.member_email,
    password: ready.member_password,
  })
  const allowed = await traveller.submit(
    await traveller.get(String(signedIn.headers['location'])),
    '/oauth/authenticate',
    { decision: 'allow' },
  )
  const back = new URL(String(allowed.headers['location']))
  t.equal(back.searchParams.get('state'), 's 1')
  const tokens = (
    await site.post('/oauth/token', {
      grant_type: 'authorization_code',
      client_id: clientId,
      client_secret: clientSecret,
      redirect_uri: redirectUri,
      code: back.searchParams.get('code') ?? '',
    })
  ).json()
  const submit = async (segments: unknown[]): Promise<number> =>
    (
      await api.call('/v2/segments', {
        method: 'POST',
        headers: {
          authorization: `Bearer ${String(tokens['access_token'])}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ segments }),
      })
    ).status

  // Segments in, webhooks out.
  // A trip of this test's own: the stack's member has others.
  const source = firstBatch('manual', Date.now() + MONTHS_AHEAD_MS).segments.map((segment) => ({
    ...segment,
    confirmation_no: 'TFPART',
  }))
  t.equal(await submit([source[0]]), 202)
  const trip = await until('trip.created', () =>
    endpoint.got.find((got) => got.event.type === 'trip.created'),
  )
  for (const got of endpoint.got) verify(t, got, signingSecret)
  t.equal(trip.event.member_id, ready.member_id)
  await until('segment.created', () => endpoint.got.some((got) => got.event.type === 'segment.created'))
  await until('batch.processed', () => endpoint.got.some((got) => got.event.type === 'batch.processed'))

  // The receiver breaks. Two attempts fail; the third would come in minutes.
  endpoint.reply((_got, response) => {
    response.writeHead(500).end('broken on purpose')
  })
  t.equal(await submit([source[1]]), 202)
  const failing = await until('a failure', () =>
    endpoint.got.find(
      (got) =>
        got.event.type === 'segment.created' &&
        got.event.id !== trip.event.id &&
        got.event.sequence! > trip.event.sequence!,
    ),
  )
  const { id } = failing.event
  await until('the second attempt', () => endpoint.ids().filter((one) => one === id).length === 2, 30_000)
  const page = await until('the log has it', async () => {
    const page = await developer.get(`${hook}?state=retrying`)
    return page.text.includes(id) ? page : null
  })
  t.match(page.text, /retrying/)
  const shown = await until('both attempts', async () => {
    const shown = await developer.get(`${hook}/deliveries/${id}`)
    return /Attempt 2: 500/.test(shown.text) ? shown : null
  })
  t.match(shown.text, /broken on purpose/)
  t.match(unescaped(shown.text), new RegExp(`webhook-id: ${id}`))

  // Mended, replayed, and every event has arrived.
  endpoint.reply(status(200))
  const before = endpoint.got.length
  const counted = await developer.submit(await developer.get(hook), `${hook}/replay`, {})
  const count = Number(/<strong>(\d+)<\/strong>/.exec(counted.text)?.[1])
  t.ok(count >= 2, `${count} events never delivered`)
  t.equal((await developer.submit(counted, `${hook}/replay`, {})).headers['location'], `${hook}?m=replayed`)
  const again = await until(
    'the event again',
    () => endpoint.got.slice(before).find((got) => got.event.id === id),
    30_000,
  )
  verify(t, again, signingSecret)
  t.same(JSON.parse(again.body), JSON.parse(failing.body), 'the same event')
  await until('all of them', async () => {
    const page = await developer.submit(await developer.get(hook), `${hook}/replay`, {})
    return /<strong>0<\/strong> events/.test(page.text)
  })
  t.match((await developer.get(`${hook}/deliveries/${id}`)).text, /Attempt 3: 200/)
  const log = await api.call('/v2/events?undelivered=1', {
    headers: { client_id: clientId, client_secret: clientSecret },
  })
  t.same(log.json(), [], 'the pulled log agrees')
})

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

/** The link in the newest mail to an address. */
function mailTo(dir: string, to: string): string | null {
  const folder = join(dir, 'mail')
  if (!existsSync(folder)) return null
  const mails = readdirSync(folder, { withFileTypes: true })
    .map((file) => readFileSync(join(folder, file.name), 'utf8'))
    .filter((text) => text.includes(`To: ${to}`))
  return /https:\/\/\S+/.exec(mails.at(-1) ?? '')?.[0] ?? null
}

function secretsOf(html: string): string[] {
  return [...html.matchAll(/<span class="secret">([^<]*)<\/span>/g)].map((match) => unescaped(match[1]!))
}
