/** What ends when an application is transferred (oauth.md 6.3); app-transfer.txt has the pages. */
import t from 'tap'
import type { CallbackChanged } from '../../../../schemas/webhooks/delivery.js'
import {
  aMember,
  api,
  freshCode,
  memberTokens,
  signedInMember,
  tokenRequest,
  tokensOf,
  appTokenRequest,
} from '../../../support/auth/auth-fixtures.js'
import { authNode } from '../../../support/auth/auth-node.js'
import type { AuthNode } from '../../../support/auth/auth-node.js'
import { aDeveloper, signedInDeveloper } from '../../../support/auth/developer-fixtures.js'
import type { TestDeveloper } from '../../../support/auth/developer-fixtures.js'
import { until } from '../../../support/until.js'
import { secretsOf } from '../../../support/auth/partner-console.js'
import type { Visitor } from '../../../support/auth/visitor.js'

const announced: CallbackChanged[] = []
const node = await authNode(t, {
  onCallbackChanged: (change) => {
    announced.push(change)
  },
})
const far = await authNode(t, { joins: node })
const developer = await aDeveloper(node)
const who = await signedInDeveloper(node, developer)

/** Creates an application through the pages; returns its credentials as shown. */
const make = async (
  by: Visitor,
  name = 'Trip Planner',
  redirectUri = 'https://partner.example/callback',
): Promise<{ clientId: string; clientSecret: string; redirectUri: string }> => {
  const answer = await by.fill('/console/apps/new', {
    name,
    environment: 'production',
    redirect_uri: redirectUri,
  })
  const [clientId = '', clientSecret = ''] = secretsOf(answer.text)
  return { clientId, clientSecret, redirectUri }
}

/** Offers an application to another developer; returns the path of the mailed link. */
const offer = async (app: { clientId: string }, to: TestDeveloper): Promise<string> => {
  const at = `/console/apps/${app.clientId}`
  await who.fillAt(`${at}/danger`, `${at}/transfer`, { transfer_email: to.email })
  return /https:\/\/\S+/
    .exec(node.mails.filter((mail) => mail.to === to.email).at(-1)!.text)![0]
    .slice(node.url.length)
}

t.test(
  "147 accepting an application ends the old owner's tokens, webhooks and addresses at once",
  async (t) => {
    const receiver = await aDeveloper(node)
    const mine = await make(who, 'Handed over')
    const at = `/console/apps/${mine.clientId}`
    const traveller = await signedInMember(node, await aMember(node))
    const tokens = await memberTokens(node, mine, traveller)
    const own = tokensOf(await appTokenRequest(node, mine))
    const made = await node.call('/v2/calendar-feeds', {
      method: 'POST',
      headers: { authorization: `Bearer ${tokens.accessToken}`, 'content-type': 'application/json' },
      body: '{}',
    })
    const address = String(made.json()['url'])
    await who.fillAt(`${at}/webhooks`, `${at}/webhook`, {
      webhook_url: 'https://hooks.partner.example/in',
    })
    const pending = await freshCode(traveller, mine)
    const statuses = async (one: AuthNode): Promise<number[]> => [
      (await api(one, tokens.accessToken)).status,
      (await api(one, own.accessToken, '/v2/sources')).status,
      (await one.call(address.slice(node.url.length))).status,
    ]
    for (const one of [node, far]) t.same(await statuses(one), [200, 200, 200])
    const [hook] = await node.knex('callback').where({ client_id: mine.clientId }).pluck<number[]>('id')

    const asReceiver = await signedInDeveloper(node, receiver)
    const page = await asReceiver.get(await offer(mine, receiver))
    t.match(page.text, /all its secrets and tokens end/, 'the page says so')
    t.equal((await asReceiver.submit(page, '/console/transfer', {})).headers['location'], `${at}?m=received`)
    for (const one of [node, far])
      await until(
        'everything has ended',
        async () => (await statuses(one)).join(' ') === '401 401 404',
        1_000,
      )
    t.notMatch(
      (await asReceiver.get(`${at}/webhooks`)).text,
      'hooks.partner.example',
      'nor is there a webhook of the old owner',
    )
    t.same(announced, [{ callback: String(hook), version: null }], 'which the delivery workers hear at once')
    t.notMatch((await traveller.get('/account/apps')).text, 'Handed over', 'its travellers connect again')

    const clientSecret = /tfs_[\w-]{43}/.exec(
      (await asReceiver.fillAt(`${at}/credentials`, `${at}/rotate`, {})).text,
    )![0]
    const now = { ...mine, clientSecret }
    const old: Array<Record<string, string>> = [
      { grant_type: 'refresh_token', refresh_token: tokens.refreshToken },
      { grant_type: 'refresh_token', refresh_token: own.refreshToken },
      { grant_type: 'authorization_code', redirect_uri: mine.redirectUri, code: pending },
    ]
    for (const form of old) t.match((await tokenRequest(node, now, form)).json(), { error: 'invalid_grant' })
    const again = await memberTokens(node, now, traveller)
    t.equal((await api(node, again.accessToken)).status, 200, 'the new owner can be authorised')
  },
)

t.test('an application is not transferred to a closed account', async (t) => {
  const receiver = await aDeveloper(node)
  const mine = await make(who, 'Kept')
  await node.auth.deps.developers.close(receiver.id)
  t.equal(await node.auth.deps.developerApps.transfer(mine.clientId, developer.id, receiver.id), false)
  t.equal((await who.get(`/console/apps/${mine.clientId}`)).status, 200)
})
