/** Invalid characters in parameters of the pages and the token endpoint are refused like any wrong value. */
import t from 'tap'
import { readParameters } from '../../../api/oauth/parameters.js'
import {
  aMember,
  anApp,
  memberTokens,
  api,
  PASSWORD,
  signedInMember,
} from '../../support/auth/auth-fixtures.js'
import { authNode } from '../../support/auth/auth-node.js'
import { aDeveloper, signedInDeveloper } from '../../support/auth/developer-fixtures.js'
import { formTo, visitor } from '../../support/auth/visitor.js'

const node = await authNode(t)
const app = await anApp(node)

t.test('a NUL is invalid, not absent', async (t) => {
  const read = readParameters('a=x%00y&b=%00&c=&d=%F0%9F%98%80')
  t.same(
    ['a', 'b', 'c', 'd'].map((name) => read.get(name)),
    ['x\ufffdy', '\ufffd', null, '😀'],
  )
})

t.test('a request posted without a session is kept whatever it holds', async (t) => {
  for (const text of ['a=😀', 'a=é&b=\ud83d', 'a=\0', 'a= "<>']) {
    const answer = await visitor(node).post('/oauth/authenticate', { query: text })
    t.equal(answer.status, 303, JSON.stringify(text))
    t.match(answer.headers['location'], /^\/oauth\/authenticate\?a=[\x21-\x7e]+$/)
  }
  t.equal(
    (await visitor(node).post('/oauth/authenticate', { query: 'a=😀' })).headers['location'],
    '/oauth/authenticate?a=%F0%9F%98%80',
  )
})

t.test('forms for sign-in, sign-up and password reset', async (t) => {
  for (const base of ['/oauth', '/console']) {
    const who = visitor(node)
    for (const email of ['a\0@mail.example', 'a\0b@mail.example', 'a@mail\0.example', '\0']) {
      const values = {
        email,
        password: 'a fine long password',
        first_name: 'Bo',
        last_name: 'Example',
        name: 'Bo',
        organisation: 'Example',
      }
      for (const path of ['login', 'signup', 'forgot']) {
        t.equal(
          (await who.fill(`${base}/${path}`, values)).status,
          422,
          `${base}/${path} ${JSON.stringify(email)}`,
        )
      }
    }
    for (const path of ['reset', 'confirm']) t.equal((await who.get(`${base}/${path}?token=%00`)).status, 400)
  }
  t.equal(node.mails.length, 0, 'nothing is sent to such an address')
})

t.test('the return path after sign-in', async (t) => {
  const { email } = await aMember(node)
  for (const q of ['/account/\0', '/account/😀', '/account/apps?m=é', '/oauth/authenticate?client_id=\0😀']) {
    const who = visitor(node)
    const page = await who.get(`/oauth/login?q=${encodeURIComponent(q)}`)
    const answer = await who.submit(page, '/oauth/login', { email, password: PASSWORD })
    t.equal(answer.status, 303, JSON.stringify(q))
    t.match(answer.headers['location'], /^\/[\x21-\x7e]+$/)
  }
})

t.test('pages of an account find nothing of that name, and end nothing', async (t) => {
  const member = await aMember(node)
  const who = await signedInMember(node, member)
  const { accessToken } = await memberTokens(node, app, who)
  const form = formTo((await who.get('/account/apps/disconnect')).text, '/account/apps/disconnect')
  for (const odd of ['\0', 'a\0b']) {
    t.equal((await who.get(`/account/report?app=${encodeURIComponent(odd)}`)).status, 404)
    t.equal((await who.get(`/account/apps/disconnect?app=${encodeURIComponent(odd)}`)).status, 404)
    t.equal((await who.post('/account/report', { ...form.fields, app: odd, words: 'Bad' })).status, 404)
    t.equal((await who.post('/account/apps/disconnect', { ...form.fields, app: odd })).status, 303)
    t.equal((await who.post('/account/sessions/end', { ...form.fields, session: odd })).status, 303)
  }
  t.equal((await api(node, accessToken)).status, 200, 'an invalid name does not mean all of them')

  const developer = await aDeveloper(node)
  const dev = await signedInDeveloper(node, developer)
  const owned = await anApp(node, { developerId: developer.id })
  const home = `/console/apps/${owned.clientId}`
  t.equal((await dev.get('/console/apps/%00')).status, 404)
  t.equal((await dev.get('/console/apps/a%00b/events')).status, 404)
  t.equal((await dev.get(`${home}/events?resource=%00&member=%00&type=%00&since=%00`)).status, 200)
  t.equal(
    (
      await dev.fillAt(`${home}/danger`, `${home}/transfer`, {
        transfer_email: 'a\0b@mail.example',
      })
    ).status,
    422,
  )
  t.equal((await dev.fill(`${home}/settings`, { description: 'a\0b' })).status, 303)
  t.match((await dev.get(`${home}/settings`)).text, 'a\ufffdb')
})
