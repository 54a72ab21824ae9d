/** Sign-in and sessions (oauth.md 5.7). The numbers are its rows. */
import t from 'tap'
import type { Test } from 'tap'
import { hash } from '@node-rs/argon2'
import { readFileSync } from 'node:fs'
import { returnPath } from '../../../../api/pages/lib/return-path.js'
import {
  aMember,
  anApp,
  api,
  authorizePath,
  decide,
  memberTokens,
  PASSWORD,
  signedInMember,
  tokenRequest,
} from '../../../support/auth/auth-fixtures.js'
import { authNode } from '../../../support/auth/auth-node.js'
import type { Answer, AuthNode } from '../../../support/auth/auth-node.js'
import { aDeveloper, signedInDeveloper } from '../../../support/auth/developer-fixtures.js'
import { until } from '../../../support/until.js'
import { formTo, visitor } from '../../../support/auth/visitor.js'
import type { Visitor } from '../../../support/auth/visitor.js'

const node = await authNode(t)
const member = await aMember(node)

const signIn = async (who: Visitor, email: string, password: string, q = '/account/trips'): Promise<Answer> =>
  await who.submit(await who.get(`/oauth/login?q=${encodeURIComponent(q)}`), '/oauth/login', {
    email,
    password,
  })
const isSignedOut = (t: Test, answer: Answer): void => {
  t.equal(answer.status, 303)
  t.match(answer.headers['location'], /^\/oauth\/login/)
}
const linkIn = (one: AuthNode, to: string): string => {
  const mail = one.mails.filter((each) => each.to === to).at(-1)
  return /https:\/\/\S+/.exec(mail?.text ?? '')![0].slice(one.url.length)
}
const signUp = async (who: Visitor, values: Record<string, string>): Promise<Answer> =>
  await who.submit(await who.get('/oauth/signup'), '/oauth/signup', {
    first_name: 'Bo',
    last_name: 'Example',
    email: 'bo@mail.example',
    password: 'a fine long password',
    ...values,
  })

t.test('101 the cookie', async (t) => {
  const who = visitor(node)
  const answer = await signIn(who, member.email, PASSWORD)
  t.equal(answer.status, 303)
  const cookies = [answer.headers['set-cookie']].flat()
  t.ok(
    cookies.some((line) =>
      /^__Host-sid=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/.test(String(line)),
    ),
    String(cookies),
  )
})

t.test('102 sign-in gives a new session id and ends the old one', async (t) => {
  const who = visitor(node)
  await signIn(who, member.email, PASSWORD)
  const old = who.cookies.get('__Host-sid')!
  await who.submit(await who.get('/oauth/login?switch=1'), '/oauth/login', {
    email: member.email,
    password: PASSWORD,
  })
  t.not(who.cookies.get('__Host-sid'), old)
  t.equal((await who.get('/account/trips')).status, 200)
  isSignedOut(t, await node.call('/account/trips', { headers: { cookie: `__Host-sid=${old}` } }))
})

t.test('103 signing out ends the session on the server', async (t) => {
  const who = await signedInMember(node, member)
  const kept = who.cookies.get('__Host-sid')!
  await who.submit(await who.get('/account/trips'), '/signout', {})
  t.equal(who.cookies.get('__Host-sid'), undefined)
  isSignedOut(t, await node.call('/account/trips', { headers: { cookie: `__Host-sid=${kept}` } }))
})

t.test('104 idle 30 minutes, 12 hours at most', async (t) => {
  for (const [column, within, beyond] of [
    ['seen_at', '29 minutes', '31 minutes'],
    ['created_at', '11 hours 59 minutes', '12 hours 1 minute'],
  ] as const) {
    const who = await signedInMember(node, member)
    const aged = async (by: string): Promise<Answer> => {
      await node.knex.raw(
        `update web_session set ${column} = clock_timestamp() - interval '${by}' where id = (select max(id) from web_session)`,
      )
      return await who.get('/account/trips')
    }
    t.equal((await aged(within)).status, 200, `${column} ${within} ago`)
    isSignedOut(t, await aged(beyond))
    isSignedOut(t, await aged(beyond))
  }
})

t.test('105 known and unknown addresses get the same answer', async (t) => {
  const known = await signIn(visitor(node), member.email, 'not the password')
  const unknown = await signIn(visitor(node), 'who@mail.example', 'not the password')
  t.equal(known.status, 422)
  t.equal(unknown.status, known.status)
  const plain = (answer: Answer, email: string): string =>
    answer.text.replaceAll(email, 'ADDRESS').replace(/name="form_token" value="[^"]*"/, '')
  t.equal(plain(unknown, 'who@mail.example'), plain(known, member.email))
  const time = async (email: string): Promise<number> => {
    const who = visitor(node)
    const page = await who.get('/oauth/login')
    const begun = performance.now()
    await who.submit(page, '/oauth/login', { email, password: 'not the password' })
    return performance.now() - begun
  }
  const median = async (email: string): Promise<number> => {
    const times: number[] = []
    for (let i = 0; i < 5; i++) times.push(await time(email))
    return times.sort((a, b) => a - b)[2]!
  }
  const [ofKnown, ofUnknown] = [await median(member.email), await median('who@mail.example')]
  t.ok(
    ofUnknown > ofKnown / 4 && ofUnknown < ofKnown * 4,
    `${Math.round(ofKnown)} ms and ${Math.round(ofUnknown)} ms: both cost a hash`,
  )
})

t.test('106 throttled per account, others are not affected', async (t) => {
  const strict = await authNode(t, { joins: node, settings: { signInFailures: 10 } })
  const other = await aMember(node)
  const victim = await aMember(node)
  const who = visitor(strict)
  const page = await who.get('/oauth/login')
  const headers = { origin: node.url }
  for (let i = 0; i < 10; i++)
    t.equal(
      (await who.submit(page, '/oauth/login', { email: victim.email, password: `wrong ${i}` }, headers))
        .status,
      422,
    )
  const eleventh = await who.submit(
    page,
    '/oauth/login',
    { email: victim.email, password: PASSWORD },
    headers,
  )
  t.equal(eleventh.status, 429)
  t.ok(Number(eleventh.headers['retry-after']) > 0)
  t.ok(
    await node.knex('audit').where({ event: 'throttled', address: '127.0.0.1' }).first('at'),
    'and is logged',
  )
  t.equal(
    (await who.submit(page, '/oauth/login', { email: other.email, password: PASSWORD }, headers)).status,
    303,
  )
  await node.knex.raw("update throttle set until = clock_timestamp() - interval '1 second'")
  const after = visitor(strict)
  t.equal(
    (
      await after.submit(
        await after.get('/oauth/login'),
        '/oauth/login',
        { email: victim.email, password: PASSWORD },
        headers,
      )
    ).status,
    303,
    'the wait ends by itself',
  )
})

t.test('106 throttled per address: many accounts tried from one place', async (t) => {
  const strict = await authNode(t, { joins: node, settings: { signInFailures: 2 } })
  const fine = await aMember(node)
  const who = visitor(strict)
  const page = await who.get('/oauth/login')
  const headers = { origin: node.url }
  await node.knex.raw('delete from throttle')
  for (let i = 0; i < 20; i++)
    t.equal(
      (
        await who.submit(
          page,
          '/oauth/login',
          { email: `nobody${i}@mail.example`, password: 'a guess' },
          headers,
        )
      ).status,
      422,
    )
  t.equal(
    (await who.submit(page, '/oauth/login', { email: fine.email, password: PASSWORD }, headers)).status,
    429,
    'no account was tried twice',
  )
  await node.knex.raw('delete from throttle')
  t.equal(
    (await who.submit(page, '/oauth/login', { email: fine.email, password: PASSWORD }, headers)).status,
    303,
  )
})

t.test('107 a password can have 64 characters of any kind', async (t) => {
  const password = `${'é漢 😀'.repeat(16)}`
  t.equal([...password].length, 64)
  const who = visitor(node)
  t.equal((await signUp(who, { email: 'long@mail.example', password })).status, 200)
  const confirm = await who.get(linkIn(node, 'long@mail.example'))
  await who.submit(confirm, '/oauth/confirm', {})
  t.equal((await signIn(who, 'LONG@mail.example', password)).status, 303)
  t.equal(
    (await signIn(visitor(node), 'long@mail.example', password.slice(0, -2))).status,
    422,
    'nothing is cut',
  )
  t.equal((await signUp(visitor(node), { password: 'short7!' })).status, 422)
  t.equal(
    (await signUp(visitor(node), { email: 'eight@mail.example', password: ' \u00e9x8"<& ' })).status,
    200,
    'eight characters are enough, spaces included',
  )
  for (const path of ['/oauth/login', '/oauth/signup', '/console/login', '/console/signup']) {
    const inputs = [...(await visitor(node).get(path)).text.matchAll(/<input [^>]*type="password"[^>]*>/g)]
    t.ok(inputs.length > 0, path)
    for (const [input] of inputs) {
      t.match(input, /autocomplete="(current|new)-password"/, 'password managers work')
      t.notMatch(input, /maxlength|onpaste|pattern|autocomplete="off"/, 'so does pasting, at any length')
    }
  }
})

t.test('108 the commonest passwords are refused', async (t) => {
  const answer = await signUp(visitor(node), { password: 'password123' })
  t.equal(answer.status, 422)
  t.match(answer.text, /role="alert"/)
  t.equal((await signUp(visitor(node), { password: 'PassWord123' })).status, 422, 'whatever their case')
  const listed = readFileSync(
    new URL('../../../../api/pages/sign-in/common-passwords.txt', import.meta.url),
    'utf8',
  )
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  t.ok(new Set(listed).size >= 3_000, `${new Set(listed).size} of them are known`)
  for (const one of listed) if (!node.auth.deps.passwords.isCommon(one)) t.fail(one)
})

t.test('109 a foreign sign-in form is refused', async (t) => {
  const who = visitor(node)
  await who.get('/oauth/login')
  const values = { email: member.email, password: PASSWORD }
  t.equal((await who.post('/oauth/login', values)).status, 403, 'no token')
  const other = visitor(node)
  const theirs = /name="form_token" value="([^"]+)"/.exec((await other.get('/oauth/login')).text)![1]!
  t.equal(
    (await who.post('/oauth/login', { ...values, form_token: theirs })).status,
    403,
    'the token of another visitor',
  )
  t.equal(
    (await visitor(node).post('/oauth/login', { ...values, form_token: theirs })).status,
    403,
    'no cookie',
  )
  t.equal(
    (
      await who.submit(await who.get('/oauth/login'), '/oauth/login', values, {
        origin: 'https://evil.example',
      })
    ).status,
    403,
    'from another site',
  )
  t.equal(who.cookies.get('__Host-sid'), undefined, 'nobody is signed in')
  t.equal((await visitor(node).post('/console/login', values)).status, 403, 'the same at the console')
})

t.test('110 a reset link works once, within an hour, and reveals nothing about accounts', async (t) => {
  const forgetful = await aMember(node)
  const app = await anApp(node)
  const elsewhere = await signedInMember(node, forgetful)
  const tokens = await memberTokens(node, app, elsewhere)
  const who = visitor(node)
  const ask = async (email: string): Promise<Answer> =>
    await who.submit(await who.get('/oauth/forgot'), '/oauth/forgot', { email })
  const known = await ask(forgetful.email)
  const unknown = await ask('who@mail.example')
  t.equal(unknown.status, known.status)
  t.equal(
    unknown.text.replaceAll('who@mail.example', 'ADDRESS'),
    known.text.replaceAll(forgetful.email, 'ADDRESS'),
  )
  t.notOk(node.mails.some((mail) => mail.to === 'who@mail.example'))

  const link = linkIn(node, forgetful.email)
  const form = await who.get(link)
  t.equal(
    (await who.submit(form, '/oauth/reset', { password: 'password123' })).status,
    422,
    'a poor password does not use the link up',
  )
  const done = await who.submit(form, '/oauth/reset', { password: 'a new and better one', end_sessions: '1' })
  t.equal(done.status, 303)
  t.equal((await who.submit(form, '/oauth/reset', { password: 'a new and better one' })).status, 400)
  t.equal((await who.get(link)).status, 400)
  isSignedOut(t, await elsewhere.get('/account/trips'))
  t.equal((await signIn(visitor(node), forgetful.email, 'a new and better one')).status, 303)
  await until(
    'the applications are disconnected',
    async () => (await api(node, tokens.accessToken)).status === 401,
    1_000,
  )
  t.equal(
    (await tokenRequest(node, app, { grant_type: 'refresh_token', refresh_token: tokens.refreshToken }))
      .status,
    400,
  )

  const kept = await signedInMember(node, forgetful)
  await ask(forgetful.email)
  const again = formTo((await who.get(linkIn(node, forgetful.email))).text, '/oauth/reset')
  const { end_sessions: ticked, ...unticked } = again.fields
  t.equal(ticked, '1', 'other sessions end unless the box is cleared')
  t.equal((await who.post(again.action, { ...unticked, password: 'a third and better one' })).status, 303)
  t.equal((await kept.get('/account/trips')).status, 200, 'and stay when it is')

  await ask(forgetful.email)
  const late = linkIn(node, forgetful.email)
  await node.knex.raw(
    "update mail_link set expires_at = expires_at - interval '61 minutes' where purpose = 'member_reset'",
  )
  t.equal((await who.get(late)).status, 400)
})

t.test('111 changing the password needs the current one and sends a mail', async (t) => {
  const changing = await aMember(node)
  const who = await signedInMember(node, changing)
  const page = await who.get('/account/security')
  t.equal(
    (await who.submit(page, '/account/password', { current: 'wrong', password: 'a new and better one' }))
      .status,
    422,
  )
  t.equal(
    (await who.submit(page, '/account/password', { current: PASSWORD, password: 'a new and better one' }))
      .status,
    303,
  )
  t.ok(node.mails.some((mail) => mail.to === changing.email && /was changed/.test(mail.subject)))
  t.equal((await signIn(visitor(node), changing.email, 'a new and better one')).status, 303)
})

t.test('112 members see and end their sessions', async (t) => {
  const mine = await aMember(node)
  const here = await signedInMember(node, mine)
  const there = await signedInMember(node, mine)
  const page = await here.get('/account/security')
  t.match(page.text, /End this session/)
  t.equal((await here.submit(page, '/account/sessions/end', {})).status, 303)
  isSignedOut(t, await there.get('/account/trips'))
  t.equal((await here.get('/account/trips')).status, 200)
})

t.test('113 the return path stays on this host', async (t) => {
  for (const q of [
    '//evil.example',
    'https://evil.example',
    '/\\evil.example',
    '/account/../\\evil',
    'javascript:alert(1)',
    '/account//evil.example',
    '\t//evil.example',
  ]) {
    const answer = await signIn(visitor(node), member.email, PASSWORD, q)
    t.match(answer.headers['location'], /^\/[a-z]/, q)
    t.notMatch(String(answer.headers['location']), /evil/)
  }
  const inside = await signedInMember(node, member)
  for (const q of ['//evil.example', 'https://evil.example']) {
    const answer = await inside.get(`/oauth/login?q=${encodeURIComponent(q)}`)
    t.equal(answer.headers['location'], '/account/trips', 'nor for who is signed in')
    const page = await visitor(node).get(`/console/login?q=${encodeURIComponent(q)}`)
    t.notMatch(page.text, /evil/, 'nor at the console')
  }
  t.equal(returnPath('/oauth/authenticate?a=1', '/'), '/oauth/authenticate?a=1')
})

t.test('115 every security event is recorded', async (t) => {
  const logged = await aMember(node)
  const app = await anApp(node)
  const who = visitor(node)
  await signIn(who, logged.email, 'wrong one')
  await signIn(who, logged.email, PASSWORD)
  await decide(who, authorizePath(app), 'cancel')
  const { accessToken } = await memberTokens(node, app, who)
  await node.post('/oauth/revoke', {
    client_id: app.clientId,
    client_secret: app.clientSecret,
    token: accessToken,
  })
  await who.submit(
    await who.get(`/account/apps/disconnect?app=${app.clientId}`),
    '/account/apps/disconnect',
    {},
  )
  const rows = await node
    .knex('audit')
    .where('actor_id', logged.id)
    .orWhere({ client_id: app.clientId })
    .orderBy('id')
    .select<
      Array<{
        event: string
        address: string
        at: Date
        client_id: string | null
        actor_kind: string
        actor_id: string | null
        member_id: number | null
      }>
    >('event', 'address', 'at', 'client_id', 'actor_kind', 'actor_id', 'member_id')
  t.same(
    rows.map((row) => row.event),
    [
      'sign_in_failed',
      'signed_in',
      'consent_refused',
      'consent_given',
      'token_granted',
      'token_revoked',
      'app_disconnected',
    ],
  )
  for (const row of rows) {
    t.equal(row.address, '127.0.0.1', `${row.event}: from where`)
    t.ok(Math.abs(Date.now() - row.at.getTime()) < 60_000, `${row.event}: when`)
    const byApp = ['token_granted', 'token_revoked'].includes(row.event)
    t.equal(
      `${row.actor_kind} ${row.actor_id!}`,
      byApp ? `app ${app.clientId}` : `member ${logged.id}`,
      `${row.event}: who`,
    )
    t.equal(
      row.client_id,
      row.event.startsWith('sign') ? null : app.clientId,
      `${row.event}: which application`,
    )
  }
  const granted = rows.find((row) => row.event === 'token_granted')!
  t.equal(String(granted.member_id), logged.id, 'for whom')

  const developer = await aDeveloper(node)
  const dev = await signedInDeveloper(node, developer)
  const owned = await anApp(node, { developerId: developer.id })
  const home = `/console/apps/${owned.clientId}`
  t.equal((await dev.submit(await dev.get(home), `${home}/rotate`, { overlap: '0' })).status, 200)
  const strict = await authNode(t, { joins: node, settings: { clientFailures: 2 } })
  for (let i = 0; i < 3; i++)
    await tokenRequest(strict, { ...owned, clientSecret: 'x' }, { grant_type: 'client_credentials' })
  const more = await node
    .knex('audit')
    .where({ client_id: owned.clientId })
    .orWhere({ actor_kind: 'app', actor_id: owned.clientId })
    .orderBy('id')
    .select('event', 'actor_kind', 'actor_id', 'address')
  t.same(more, [
    { event: 'secret_rotated', actor_kind: 'developer', actor_id: developer.id, address: '127.0.0.1' },
    { event: 'token_refused', actor_kind: 'nobody', actor_id: null, address: '127.0.0.1' },
    { event: 'token_refused', actor_kind: 'nobody', actor_id: null, address: '127.0.0.1' },
    { event: 'throttled', actor_kind: 'app', actor_id: owned.clientId, address: '127.0.0.1' },
  ])
})

t.test('96 a hash with weaker parameters is renewed at sign-in', async (t) => {
  const old = await aMember(node)
  await node.auth.deps.members.setPassword(
    old.id,
    await hash(PASSWORD, { memoryCost: 19_456, timeCost: 2, parallelism: 1 }),
  )
  t.equal((await signIn(visitor(node), old.email, PASSWORD)).status, 303)
  t.match((await node.auth.deps.members.byId(old.id))!.passwordHash, /^\$argon2id\$v=19\$m=47104,/)
})

t.test(
  "sign-up through a partner's link ends at the consent page, and does not reveal a taken address",
  async (t) => {
    const app = await anApp(node, { name: 'First Contact' })
    const who = visitor(node)
    const start = await who.get(authorizePath(app))
    t.match(start.text, /to continue to <strong>First Contact/)
    const wrong = await who.submit(start, '/oauth/login', { email: member.email, password: 'wrong one' })
    t.match(wrong.text, /to continue to <strong>First Contact/, 'also after a wrong password')
    const elsewhere = await who.get(
      `/oauth/login?q=${encodeURIComponent(authorizePath(app, { redirect_uri: 'https://elsewhere.example/' }))}`,
    )
    t.notMatch(elsewhere.text, /First Contact/, 'not for a request that is refused')
    const form = await who.get(/href="(\/oauth\/signup[^"]*)"/.exec(start.text)![1]!)
    const fresh = await who.submit(form, '/oauth/signup', {
      first_name: 'Cleo',
      last_name: 'Example',
      email: 'cleo@mail.example',
      password: 'a fine long password',
    })
    t.equal(fresh.status, 200)
    const taken = await signUp(visitor(node), { email: member.email })
    t.equal(taken.status, fresh.status)
    t.equal(
      taken.text.replaceAll(member.email, 'ADDRESS'),
      fresh.text.replaceAll('cleo@mail.example', 'ADDRESS'),
    )
    const confirmed = await who.submit(await who.get(linkIn(node, 'cleo@mail.example')), '/oauth/confirm', {})
    const login = await who.get(String(confirmed.headers['location']))
    const back = await who.submit(login, '/oauth/login', {
      email: 'cleo@mail.example',
      password: 'a fine long password',
    })
    const consent = await who.get(String(back.headers['location']))
    t.match(consent.text, /Connect First Contact/)
    const allowed = await who.submit(consent, '/oauth/authenticate', { decision: 'allow' })
    t.match(allowed.headers['location'], /code=/)
  },
)
