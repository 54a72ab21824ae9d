/**
 * What holds for every page of the list (oauth.md 5.8 and 5.9), asked of each by its declaration: who is let in, that forged
 * forms and unknown ids change nothing, that nonsense is answered and never markup, that links lead somewhere.
 */
import t from 'tap'
import { ApiError } from '../../../schemas/base/errors.js'
import { csrfToken } from '../../../api/pages/lib/csrf-token.js'
import { allPages } from '../../../api/pages/routes.js'
import { includesRole, TEAM_ROLES } from '../../../schemas/oauth/team.js'
import {
  aMember,
  anApp,
  authorizePath,
  memberTokens,
  signedInMember,
} from '../../support/auth/auth-fixtures.js'
import { authNode } from '../../support/auth/auth-node.js'
import type { Answer } from '../../support/https-site.js'
import { aDeveloper, signedInDeveloper } from '../../support/auth/developer-fixtures.js'
import type { TestDeveloper } from '../../support/auth/developer-fixtures.js'
import { insertReadDocument } from '../../support/auth/read-document.js'
import { insertLoyaltyAccount, insertTrip } from '../../support/auth/sample-trip.js'
import { TOKYO_TRIP } from '../../support/auth/tokyo-trip.js'
import { unescaped, visitor } from '../../support/auth/visitor.js'
import type { Visitor } from '../../support/auth/visitor.js'

t.setTimeout(300_000)

/** Stands in every name that anybody can choose. */
const HOSTILE = `<b>&"'x`
/** A form without a mistake, which alone is confirmed. */
const SOUND = {
  transfer_email: 'other@mail.example',
  invite_email: 'other@mail.example',
  invite_role: 'viewer',
}
const NONSENSE = [HOSTILE, '\0', `${HOSTILE}@mail.example`, '9'.repeat(600)]
const EVENT = '018f0000-0000-7000-8000-000000000001'
const HEADERS = {
  'x-frame-options': /^DENY$/,
  'x-content-type-options': /^nosniff$/,
  'strict-transport-security': /^max-age=31536000; includeSubDomains$/,
  'cache-control': /^no-store$/,
  'content-security-policy': /^default-src 'none'.*base-uri 'none'.*frame-ancestors 'none'/,
}

/** What is right in a form goes no further than here. */
const node = await authNode(t, {
  publish: async () => await Promise.reject(new ApiError('payload_too_large', 'No writes here.')),
})
const { vault } = node.auth
const pages = allPages(node.auth.deps)
const team = await Promise.all([...TEAM_ROLES, 'stranger'].map(async () => await aDeveloper(node)))
const [viewer, developer, owner, stranger] = team as [
  TestDeveloper,
  TestDeveloper,
  TestDeveloper,
  TestDeveloper,
]
const traveller = await aMember(node)
await node.knex('developer').update({ name: `Dev ${HOSTILE}`, organisation: `Organisation ${HOSTILE}` })
await node
  .knex('member_login')
  .where({ member_id: traveller.id })
  .update({ first_name: `Ann ${HOSTILE}` })
const app = await anApp(node, { developerId: owner.id, name: `App ${HOSTILE}` })
await insertTrip(node.knex, traveller.id, TOKYO_TRIP)
await insertLoyaltyAccount(node.knex, traveller.id)
await insertReadDocument(node.databaseUrl, { member: traveller.id, id: '1', name: HOSTILE })
await memberTokens(node, app, await signedInMember(node, traveller))
const hookId = await addWebhook()

const VISITORS = {
  nobody: async () => await Promise.resolve(visitor(node)),
  member: async () => await signedInMember(node, traveller),
  stranger: async () => await signedInDeveloper(node, stranger),
  unproven: async () => {
    const who = await signedInDeveloper(node, stranger)
    await node.knex('web_session').where({ account_id: stranger.id }).update({ second_factor: false })
    return who
  },
  viewer: async () => await inTeam(viewer),
  developer: async () => await inTeam(developer),
  owner: async () => await inTeam(owner),
}
type Name = keyof typeof VISITORS
const NAMES = Object.keys(VISITORS) as Name[]
const VISITED =
  /^\/(?:$|signout|shared|docs|oauth\/(?!second-factor$)|account\/?(?:\*|$)|console\/?(?:\*|$)|console\/(?:login|signup|confirm|forgot|reset|new-address)$)/

async function addWebhook(): Promise<string> {
  const added = await (
    await signedInDeveloper(node, owner)
  ).fillAt(`/console/apps/${app.clientId}/webhooks`, `/console/apps/${app.clientId}/webhook`, {
    webhook_url: `https://hooks.example/${encodeURIComponent(HOSTILE)}`,
  })
  if (added.status !== 200) throw new Error(added.text)
  await node.knex('callback').update({ description: `Note ${HOSTILE}` })
  return String((await node.knex('callback').first<{ id: string }>('id')).id)
}

/** A new session, after whatever its form before has done. */
async function inTeam(who: TestDeveloper): Promise<Visitor> {
  for (const [of, role] of [
    [viewer, 'viewer'],
    [developer, 'developer'],
  ] as const)
    await node
      .knex('app_team')
      .insert({ client_id: app.clientId, developer_id: of.id, role })
      .onConflict(['client_id', 'developer_id'])
      .merge(['role'])
  const by = await signedInDeveloper(node, who)
  await node
    .knex('web_session')
    .where({ account_id: who.id })
    .update({ proven_at: new Date(0) })
  return by
}

const IDS: Readonly<Record<string, string>> = {
  clientId: app.clientId,
  hookId,
  eventId: EVENT,
  requestId: 'x',
  trip_id: '1',
  day: '2026-11-20',
  document_id: '1',
  segment_id: '1',
  segment_type: 'air',
  batch_id: '1',
  id: '1',
  secret: 'x',
}
const pathOf = (route: string, ids: Readonly<Record<string, string>> = IDS): string =>
  route
    .split(' ')[1]!
    .replace(/:(\w+)/g, (_, name: string) => ids[name] ?? '')
    .replace('*', 'nowhere')

/** A token for the forms of the visitor's session. */
function tokenOf({ cookies }: Visitor): string {
  const binding = cookies.get('__Host-dev') ?? cookies.get('__Host-sid') ?? 'visitor'
  if (binding === 'visitor') cookies.set('__Host-visit', binding)
  return csrfToken(vault, binding)
}

async function ask(
  who: Visitor,
  route: string,
  form: Record<string, string> = {},
  path = pathOf(route),
): Promise<Answer> {
  if (route.startsWith('GET')) return await who.get(path)
  return await who.post(path, { form_token: tokenOf(who), ...form })
}

const locationOf = ({ headers }: Answer): string => String(headers['location'])

const ofMember = (route: string): boolean => / \/account\/| \/oauth\/second-factor$/.test(route)

/** Where the page sends who has no business there; null for those it lets in. */
function refusal(route: string, name: Name, role?: (typeof TEAM_ROLES)[number]): RegExp | number | null {
  const path = route.split(' ')[1]!
  if (VISITED.test(path)) return null
  const isMember = ofMember(route)
  if (isMember) return name === 'member' ? null : /^\/oauth\/login/
  if (name === 'nobody' || name === 'member') return /^\/console\/login/
  if (name === 'unproven') return path === '/console/second-factor' ? null : /^\/console\/second-factor/
  if (role === undefined) return null
  if (name === 'stranger') return 404
  return includesRole(name, role) ? null : 403
}

/** What is wrong with an answer, whatever was asked: each as `what: fault`. */
function faultsOf({ status, headers, text }: Answer, path: string, what: string): string[] {
  const isPage = String(headers['content-type']).startsWith('text/html')
  const policy = String(headers['content-security-policy'])
  const isOauth = path.startsWith('/oauth/')
  const isOpen = /^\/oauth\/(?:authenticate|login|passkey$|second-factor)/.test(path)
  const hasPasskeys = text.includes('data-passkey=')
  const scripts = (isOauth ? 0 : 1) + (hasPasskeys ? 2 : 0)
  const has = (id: string): boolean => text.includes(`id="${id}"`)
  const lost = [
    ...[...text.matchAll(/href="#([^"]+)"/g)].filter(([, id]) => !has(id!)),
    ...[...text.matchAll(/<(?:input|select|textarea) id="([^"]+)"/g)].filter(
      ([, id]) => !text.includes(`for="${id!}"`),
    ),
  ]
  const checks: Array<[isWrong: boolean, fault: string]> = [
    [status >= 500, `status ${status}`],
    ...Object.entries(HEADERS).map(([name, right]): [boolean, string] => [
      !right.test(String(headers[name])),
      name,
    ]),
    [policy.includes("script-src 'self'") === (isOauth && !hasPasskeys), 'script-src'],
    [policy.includes("connect-src 'self'") !== hasPasskeys, 'connect-src'],
    [policy.includes("form-action 'self'") === isOpen, 'form-action'],
    [(headers['cross-origin-opener-policy'] === undefined) !== isOauth, 'opener'],
    [isPage && /<b>|javascript:|\son\w+=|style="/i.test(text), 'markup from outside, or an inline script'],
    [isPage && !/<html lang="en">[^]*<main id="main"/.test(text), 'no document'],
    [isPage && text.match(/<h1[ >]/g)?.length !== 1, 'headings'],
    [isPage && (text.match(/<script/g)?.length ?? 0) !== scripts, 'scripts'],
    [isPage && lost.length > 0, `lost ids or labels: ${lost.join()}`],
    [/<input[^>]*type="password" value="[^"]/.test(text), 'a password is shown'],
    [status === 422 && !/<title>Error: [^]*role="alert"[^]*<a href="#/.test(text), 'no summary'],
  ]
  return checks.filter(([isWrong]) => isWrong).map(([, fault]) => `${what}: ${fault}`)
}

t.test('who is let in', async (t) => {
  const faults: string[] = []
  for (const { route, role, isConfirmed } of pages) {
    for (const name of NAMES) {
      const answer = await ask(await VISITORS[name](), route, SOUND)
      const what = `${route} by ${name}`
      const refused = refusal(route, name, role)
      const location = locationOf(answer)
      const isAsked =
        isConfirmed !== true ||
        /(?:disable|delete)$/.test(route) ||
        /You are about to [^<]* App &lt;b&gt;/.test(answer.text)
      if (!pathOf(route).startsWith('/shared')) faults.push(...faultsOf(answer, pathOf(route), what))
      if (refused === null) {
        if (/\/login\?q=/.test(location)) faults.push(`${what} is not let in`)
        if (!isAsked) faults.push(`${what} is not asked again`)
      } else if (refused instanceof RegExp) {
        if (!refused.test(location)) faults.push(`${what} is sent to ${location}, not ${refused.source}`)
      } else if (answer.status !== refused || answer.text.includes('App &lt;b&gt;'))
        faults.push(`${what}: ${answer.status}, not ${refused}, and nothing about the application`)
    }
  }
  t.same(faults, [])
})

t.test('a forged form changes nothing', async (t) => {
  const forms = pages.filter(({ route }) => route.startsWith('POST') && !/signout|authenticate/.test(route))
  const audited = async (): Promise<unknown> => await node.knex('audit').count().first()
  const before = await audited()
  const accepted: string[] = []
  for (const { route } of forms) {
    const who = await VISITORS[ofMember(route) ? 'member' : 'owner']()
    const foreign = tokenOf(await VISITORS.stranger())
    const own = tokenOf(who)
    const forged: Array<[form: Record<string, string>, headers: Record<string, string>]> = [
      [{}, {}],
      [{ form_token: foreign }, {}],
      [{ form_token: own }, { origin: 'https://evil.example' }],
      [{ form_token: own }, { origin: 'null' }],
      [{ form_token: own }, { 'sec-fetch-site': 'cross-site' }],
    ]
    for (const [form, headers] of forged) {
      const answer = await who.post(pathOf(route), form, headers)
      if (answer.status !== 403 || !answer.text.includes('no longer valid'))
        accepted.push(`${route} ${JSON.stringify([form, headers])}`)
    }
  }
  t.same(accepted, [])
  t.same(await audited(), before)
})

t.test('an unknown id is not found, nor is that of somebody else', async (t) => {
  const theirs = await anApp(node, { developerId: stranger.id })
  const found: string[] = []
  for (const { route } of pages) {
    const names = [...route.matchAll(/:(\w+)/g)].map((match) => match[1]!)
    const who = await VISITORS[ofMember(route) ? 'member' : 'owner']()
    for (const name of names) {
      for (const id of ['x', '999', '%00', '018f0000-0000-7000-8000-000000000002', theirs.clientId]) {
        const path = pathOf(route, { ...IDS, [name]: id })
        if (![400, 404].includes((await ask(who, route, {}, path)).status)) found.push(`${route}: ${path}`)
      }
    }
    // What is ours is not found below an application of somebody else either.
    if (!names.includes('hookId') && !names.includes('eventId')) continue
    const elsewhere = pathOf(route, { ...IDS, clientId: theirs.clientId })
    if ((await ask(await VISITORS.stranger(), route, {}, elsewhere)).status !== 404) found.push(elsewhere)
  }
  t.same(found, [])
})

t.test('nonsense in a form is answered, and shown as text', async (t) => {
  const faults: string[] = []
  for (const { route, form = {} } of pages.filter((page) => page.route.startsWith('POST'))) {
    const path = pathOf(route)
    const inside = ofMember(route) ? 'member' : 'owner'
    for (const nonsense of NONSENSE) {
      const who = await VISITORS[VISITED.test(path) ? 'nobody' : inside]()
      const values = Object.fromEntries(Object.keys(form).map((field) => [field, nonsense]))
      faults.push(...faultsOf(await ask(who, route, values), path, `${route} ${nonsense.slice(0, 30)}`))
    }
  }
  t.same(faults, [])
})

t.test('every link and form of every page leads somewhere', async (t) => {
  const targets = pages.filter(({ route }) => route.startsWith('POST'))
  const roleOf = (name: Name) => TEAM_ROLES.find((role) => role === name)
  const isSendable = (action: string, name: Name): boolean => {
    const target = targets.find(({ route }) =>
      new RegExp(`^${route.slice(5).replace(/:\w+/g, '[^/]+')}$`).test(action),
    )
    const [role, needed] = [roleOf(name), target?.role]
    return target !== undefined && (role === undefined || needed === undefined || includesRole(role, needed))
  }
  const faults: string[] = []
  for (const name of NAMES) {
    const who = await VISITORS[name]()
    const seen = new Map<string, number>()
    for (const { route, role } of pages) {
      if (!route.startsWith('GET') || refusal(route, name, role) !== null || route.includes('*')) continue
      const path = route === 'GET /oauth/authenticate' ? authorizePath(app) : pathOf(route)
      const answer = await who.get(path)
      for (const [, action] of answer.text.matchAll(/<form method="post" action="([^"#]+)/g))
        if (!isSendable(unescaped(action!), name)) faults.push(`${path} by ${name}: form to ${action!}`)
      for (const [, link] of answer.text.matchAll(/href="(\/[^"#]*)/g)) {
        const to = unescaped(link!)
        if (/^\/(?:assets|docs)/.test(to)) continue
        if (!seen.has(to)) seen.set(to, (await who.get(to)).status)
        if (seen.get(to)! >= 400) faults.push(`${path} by ${name}: link to ${to}: ${seen.get(to)!}`)
      }
    }
  }
  t.same(faults, [])
})
