/** Actions of the console that ask for the second factor again (oauth.md 5.9, 131). */
import t from 'tap'
import type { Test } from 'tap'
import { PASSWORD, appTokenRequest } from '../../../support/auth/auth-fixtures.js'
import type { TestApp } from '../../../support/auth/auth-fixtures.js'
import { anApp } from '../../../support/auth/auth-fixtures.js'
import { authNode } from '../../../support/auth/auth-node.js'
import type { Answer } from '../../../support/auth/auth-node.js'
import { aDeveloper, signedInDeveloper } from '../../../support/auth/developer-fixtures.js'
import type { TestDeveloper } from '../../../support/auth/developer-fixtures.js'
import { formTo } from '../../../support/auth/visitor.js'
import type { Visitor } from '../../../support/auth/visitor.js'

const node = await authNode(t)
const NEW_URL = 'https://elsewhere.example/callback'

interface Owner {
  developer: TestDeveloper
  who: Visitor
  app: TestApp
  /** Path of the application's page. */
  at: string
}

/** A developer whose session is older than five minutes, with an application. */
async function owner(): Promise<Owner> {
  const developer = await aDeveloper(node)
  const who = await signedInDeveloper(node, developer)
  const app = await anApp(node, { developerId: developer.id, name: 'Trip Planner' })
  await forget(developer)
  return { developer, who, app, at: `/console/apps/${app.clientId}` }
}

/** Lets the last confirmation be six minutes ago. */
async function forget({ id }: TestDeveloper): Promise<void> {
  await node.knex.raw(
    "update web_session set proven_at = clock_timestamp() - interval '6 minutes' where account_id = ?",
    [id],
  )
}

const redirectUriOf = async (app: TestApp): Promise<unknown> =>
  (await node.knex('app').where({ client_id: app.clientId }).first('redirect_uri'))?.redirect_uri

/** What is asked for, with the form that led there. */
function isQuestion(t: Test, answer: Answer, what: RegExp): void {
  t.equal(answer.status, 200)
  t.match(answer.text, what)
  t.match(answer.text, /name="code"/)
}

t.test('131 a changed redirect URL, with everything else that was typed', async (t) => {
  const { developer, who, app, at } = await owner()
  const page = await who.get(`${at}/settings`)
  const typed = { redirect_uri: NEW_URL, description: 'A "new" <one>', pkce_required: '1' }
  const asked = await who.submit(page, `${at}/settings`, typed)
  isQuestion(t, asked, /You are about to change the redirect URL of Trip Planner\./)
  t.equal(await redirectUriOf(app), app.redirectUri, 'nothing is changed yet')
  t.equal((await who.submit(asked, `${at}/settings`, { code: '' })).status, 422)
  const wrong = await who.submit(asked, `${at}/settings`, { code: '000000' })
  t.equal(wrong.status, 422)
  t.equal(await redirectUriOf(app), app.redirectUri, 'nor with a wrong code')
  const saved = await who.submit(wrong, `${at}/settings`, { code: developer.code() })
  t.equal(saved.headers['location'], `${at}/settings?m=saved`)
  t.match(await node.knex('app').where({ client_id: app.clientId }).first(), {
    redirect_uri: NEW_URL,
    description: 'A "new" <one>',
    pkce_required: true,
  })
  const again = await who.fill(`${at}/settings`, {
    redirect_uri: `${NEW_URL}/2`,
  })
  t.equal(again.headers['location'], `${at}/settings?m=saved`, 'not asked again within five minutes')
})

t.test('131 other settings are saved without a question, a wrong URL is reported first', async (t) => {
  const { who, at } = await owner()
  const saved = await who.fill(`${at}/settings`, {
    description: 'Plans trips.',
  })
  t.equal(saved.headers['location'], `${at}/settings?m=saved`)
  const wrong = await who.fill(`${at}/settings`, {
    redirect_uri: 'ftp://x',
  })
  t.equal(wrong.status, 422)
  t.notMatch(wrong.text, /name="code"/)
})

t.test('131 switching PKCE off, and not switching it on', async (t) => {
  const { developer, who, app, at } = await owner()
  t.equal(
    (await who.fill(`${at}/settings`, { pkce_required: '1' })).headers['location'],
    `${at}/settings?m=saved`,
  )
  const page = await who.get(`${at}/settings`)
  const { action, fields } = formTo(page.text, `${at}/settings`)
  const { pkce_required: _on, ...without } = fields
  const asked = await who.post(action, without)
  isQuestion(t, asked, /You are about to stop requiring PKCE of Trip Planner\./)
  const required = async (): Promise<unknown> =>
    (await node.knex('app').where({ client_id: app.clientId }).first('pkce_required'))?.pkce_required
  t.equal(await required(), true, 'nothing is changed yet')
  t.equal((await who.submit(asked, `${at}/settings`, { code: developer.code() })).status, 303)
  t.equal(await required(), false)
})

t.test('131 a new webhook, disabling and deleting', async (t) => {
  const { developer, who, app, at } = await owner()
  const steps: Array<[action: string, form: Record<string, string>, what: RegExp]> = [
    ['webhook', { webhook_url: 'https://hooks.example/in' }, /about to add a webhook to Trip Planner/],
    ['disable', { disable_name: 'Trip Planner' }, /about to disable Trip Planner/],
    ['delete', { delete_name: 'Trip Planner' }, /about to delete Trip Planner/],
  ]
  const asked = new Map<string, Answer>()
  for (const [action, form, what] of steps) {
    const answer = await who.fillAt(
      `${at}/${action === 'webhook' ? 'webhooks' : 'danger'}`,
      `${at}/${action}`,
      form,
    )
    isQuestion(t, answer, what)
    asked.set(action, answer)
  }
  t.same(await node.knex('callback').where({ client_id: app.clientId }), [], 'no webhook yet')
  t.equal((await appTokenRequest(node, app)).status, 200, 'still enabled')
  const misspelt = await who.fillAt(`${at}/danger`, `${at}/delete`, { delete_name: 'Trip' })
  t.equal(misspelt.status, 422, 'the name is asked for first')

  const added = await who.submit(asked.get('webhook')!, `${at}/webhook`, { code: developer.code() })
  t.match(added.text, /whsec_/)
  await forget(developer)
  const used = await who.submit(asked.get('disable')!, `${at}/disable`, { code: developer.code() })
  t.equal(used.status, 422, 'a code works once')
  const disabled = await who.submit(used, `${at}/disable`, { code: developer.code(1) })
  t.equal(disabled.headers['location'], `${at}/danger?m=disabled`)
  const deleted = await who.submit(asked.get('delete')!, `${at}/delete`, {})
  t.equal(deleted.headers['location'], '/console/apps?m=deleted', 'asked once for both')
  const events = await node.knex('audit').where({ actor_id: developer.id }).orderBy('id').pluck('event')
  t.same(events.filter((event) => event === 'proved_again').length, 2, events.join(' '))
})

t.test('131 the form with the code is checked like any other', async (t) => {
  const { developer, who, app, at } = await owner()
  const asked = await who.fillAt(`${at}/danger`, `${at}/disable`, {
    disable_name: 'Trip Planner',
  })
  const { fields } = formTo(asked.text, `${at}/disable`)
  const code = developer.code()
  const foreign = await who.post(`${at}/disable`, { ...fields, code }, { origin: 'https://evil.example' })
  t.equal(foreign.status, 403)
  t.equal((await who.post(`${at}/disable`, { ...fields, form_token: 'x', code })).status, 403)
  const other = await owner()
  t.equal((await other.who.post(`${at}/disable`, { ...fields, code })).status, 403, 'of another session')
  t.equal((await appTokenRequest(node, app)).status, 200)
})

t.test('131 without a second factor the password is asked for', async (t) => {
  const { developer, who, at } = await owner()
  await node.knex('developer').where({ id: developer.id }).update({ totp: null })
  const asked = await who.fillAt(`${at}/danger`, `${at}/disable`, {
    disable_name: 'Trip Planner',
  })
  t.match(asked.text, /Enter your password/)
  const wrong = await who.submit(asked, `${at}/disable`, { own_password: 'not the password' })
  t.equal(wrong.status, 422)
  t.notMatch(wrong.text, 'not the password')
  const done = await who.submit(wrong, `${at}/disable`, { own_password: PASSWORD })
  t.equal(done.headers['location'], `${at}/danger?m=disabled`)
})
