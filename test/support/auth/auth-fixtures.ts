/** Members, applications and codes for tests of the authorization server. */
import { randomToken, tokenHash } from '../../../api/oauth/random-token.js'
import { createApplication, findOrCreateMember } from '../../../ops/wiring/provision.js'
import { idGenerator } from '../../../schemas/base/ids.js'
import type { Test } from 'tap'
import { authNode } from './auth-node.js'
import type { AuthNode, AuthNodeOptions } from './auth-node.js'
import type { Answer } from '../https-site.js'
import { visitor } from './visitor.js'
import type { Visitor } from './visitor.js'

export const PASSWORD = 'correct horse battery staple'
export const CALLBACK = 'https://partner.example/callback'

let ids: ReturnType<typeof idGenerator> | null = null
let people = 0

export interface TestApp {
  clientId: string
  clientSecret: string
  redirectUri: string
}
export interface TestMember {
  id: string
  email: string
}

/** A new application, without a developer unless one is given. */
export async function anApp(
  node: AuthNode,
  options: { name?: string; redirectUri?: string; developerId?: string } = {},
): Promise<TestApp> {
  const redirectUri = options.redirectUri ?? CALLBACK
  const made = await createApplication(node, {
    developerId: options.developerId ?? null,
    name: options.name ?? 'Trip Planner',
    environment: 'production',
    redirectUri,
  })
  return { ...made, redirectUri }
}

/** A new member with PASSWORD. */
export async function aMember(node: AuthNode): Promise<TestMember> {
  const email = `ann${++people}@mail.example`
  const names = { firstName: 'Ann', lastName: 'Example' }
  return {
    id: await findOrCreateMember(provisioning(node), { email, ...names, password: PASSWORD }),
    email,
  }
}

/** What makes accounts on the node. */
export function provisioning({ knex, auth: { deps, keys } }: AuthNode) {
  ids ??= idGenerator(63, Date.now)
  return { knex, ids, passwords: deps.passwords, keys, settings: deps.settings }
}

/** A visitor with a session of the member; signing in is tested elsewhere. */
export async function signedInMember(node: AuthNode, member: TestMember): Promise<Visitor> {
  return await withSession(node, 'member', member.id)
}

/** A visitor with a full session of the account. */
export async function withSession(
  node: AuthNode,
  kind: 'member' | 'developer',
  accountId: string,
): Promise<Visitor> {
  const who = visitor(node)
  const token = randomToken('')
  await node.auth.deps.sessions.open({
    kind,
    accountId,
    hash: tokenHash(token),
    secondFactor: kind === 'developer',
    address: '127.0.0.1',
    agent: 'test',
  })
  who.cookies.set(kind === 'member' ? '__Host-sid' : '__Host-dev', token)
  return who
}

/** A node with an application and a member, who is signed in. */
export async function signedInNode(t: Test, options: AuthNodeOptions = {}) {
  const node = await authNode(t, options)
  const app = await anApp(node)
  const member = await aMember(node)
  return { node, app, member, who: await signedInMember(node, member) }
}

/** Path of a valid authorization request with changes; null leaves a parameter out. */
export function authorizePath(app: TestApp, changes: Record<string, string | null> = {}): string {
  const query = {
    client_id: app.clientId,
    response_type: 'code',
    redirect_uri: app.redirectUri,
    state: 'xyz',
    ...changes,
  }
  const pairs = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== null)
  return `/oauth/authenticate?${new URLSearchParams(pairs).toString()}`
}

/** Opens the request and answers the consent page. */
export async function decide(who: Visitor, path: string, decision: 'allow' | 'cancel'): Promise<Answer> {
  const page = await who.get(path)
  return await who.submit(page, '/oauth/authenticate', { decision })
}

/** Parameters of a redirect's Location. */
export function location(answer: Answer): URLSearchParams {
  return new URL(String(answer.headers['location'])).searchParams
}

/** A fresh approved code. */
export async function freshCode(
  who: Visitor,
  app: TestApp,
  changes: Record<string, string> = {},
): Promise<string> {
  const answer = await decide(who, authorizePath(app, changes), 'allow')
  const code = answer.status === 303 ? location(answer).get('code') : null
  if (code === null) throw new Error(`no code: ${answer.status} ${answer.text.slice(0, 500)}`)
  return code
}

/** A token request with the application's credentials in the form. */
export async function tokenRequest(
  node: AuthNode,
  app: TestApp,
  form: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return await node.post(
    '/oauth/token',
    { client_id: app.clientId, client_secret: app.clientSecret, ...form },
    headers,
  )
}

/** Exchanges a refresh token. */
export async function refreshed(node: AuthNode, app: TestApp, token: string): Promise<Answer> {
  return await tokenRequest(node, app, { grant_type: 'refresh_token', refresh_token: token })
}

/** Asks for a token of the application itself. */
export async function appTokenRequest(node: AuthNode, app: TestApp): Promise<Answer> {
  return await tokenRequest(node, app, { grant_type: 'client_credentials' })
}

export interface Tokens {
  accessToken: string
  refreshToken: string
}

/** Tokens of the member for the application, through consent and code. */
export async function memberTokens(node: AuthNode, app: TestApp, who: Visitor): Promise<Tokens> {
  const answer = await tokenRequest(node, app, {
    grant_type: 'authorization_code',
    redirect_uri: app.redirectUri,
    code: await freshCode(who, app),
  })
  return tokensOf(answer)
}

/** The tokens of a successful response; throws for any other. */
export function tokensOf(answer: Answer): Tokens {
  const body = answer.json()
  if (answer.status !== 200) throw new Error(`no tokens: ${answer.status} ${answer.text}`)
  return { accessToken: String(body['access_token']), refreshToken: String(body['refresh_token']) }
}

/** GET /v2/me, or another path, with the token. */
export async function api(node: AuthNode, token: string, path = '/v2/me'): Promise<Answer> {
  return await node.call(path, { headers: { authorization: `Bearer ${token}` } })
}
