/** A partner in the console of a started product: a developer with a second factor, an application, a traveller. */
import type { Test } from 'tap'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { totpCode, totpStep } from '../../../api/pages/sign-in/totp.js'
import type { Site } from '../https-site.js'
import type { Receiver } from '../delivery/receiver.js'
import type { Stack } from '../stack.js'
import { until } from '../until.js'
import { keyOn } from './factors.js'
import { unescaped, visitor } from './visitor.js'
import type { Visitor } from './visitor.js'

const PASSWORD = 'a long and quiet password'

/** The product and the partner's own endpoint. */
export interface Partner {
  stack: Stack
  /** `{auth_url}`. */
  site: Site
  endpoint: Receiver
}

export interface PartnerApp {
  clientId: string
  clientSecret: string
  /** Path of its page in the console. */
  page: string
}

/** A console account with a second factor. */
export async function signUpDeveloper(t: Test, { stack, site }: Partner, email: string): Promise<Visitor> {
  const developer = visitor(site)
  const signedUp = await developer.fill('/console/signup', {
    name: 'Pat',
    organisation: 'Partner',
    email,
    password: PASSWORD,
  })
  t.equal(signedUp.status, 200)
  const link = await until('the mail', () => mailTo(stack.dir, email))
  const ready = await developer.fillAt(link.slice(site.url.length), '/console/confirm', {})
  t.match(ready.text, /Set up your second factor/)
  const setUp = await developer.get('/console/second-factor')
  const secret = keyOn(setUp)
  const confirmed = await developer.submit(setUp, '/console/second-factor', {
    code: totpCode(secret, totpStep(Date.now())),
  })
  t.match(confirmed.text, /Your recovery codes/)
  return developer
}

/** An application of the developer. */
export async function newPartnerApp(developer: Visitor, { endpoint }: Partner): Promise<PartnerApp> {
  const created = await developer.fill('/console/apps/new', {
    name: 'Trip Planner',
    environment: 'development',
    redirect_uri: redirectUri(endpoint),
  })
  const [clientId = '', clientSecret = ''] = secretsOf(created.text)
  return { clientId, clientSecret, page: `/console/apps/${clientId}` }
}

/** The stack's member authorises the application; the result is its access token. */
export async function connectTraveller(
  t: Test,
  { stack, site, endpoint }: Partner,
  app: PartnerApp,
): Promise<string> {
  const traveller = visitor(site)
  const query = new URLSearchParams({
    client_id: app.clientId,
    response_type: 'code',
    redirect_uri: redirectUri(endpoint),
    state: 's 1',
  })
  const signedIn = await traveller.fillAt(`/oauth/authenticate?${query.toString()}`, '/oauth/login', {
    email: stack.ready.member_email,
    password: stack.ready.member_password,
  })
  const allowed = await traveller.fillAt(String(signedIn.headers['location']), '/oauth/authenticate', {
    decision: 'allow',
  })
  const callback = new URL(String(allowed.headers['location']))
  t.equal(callback.searchParams.get('state'), 's 1')
  const tokens = await site.post('/oauth/token', {
    grant_type: 'authorization_code',
    client_id: app.clientId,
    client_secret: app.clientSecret,
    redirect_uri: redirectUri(endpoint),
    code: callback.searchParams.get('code') ?? '',
  })
  return String(tokens.json()['access_token'])
}

function redirectUri(endpoint: Receiver): string {
  return `http://127.0.0.1:${endpoint.port}/callback`
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

/** What a page shows once. */
export function secretsOf(html: string): string[] {
  return [...html.matchAll(/<span class="secret"[^>]*>([^<]*)<\/span>/g)].map((match) => unescaped(match[1]!))
}
