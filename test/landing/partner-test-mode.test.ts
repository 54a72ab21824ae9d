/**
 * Test members of an application in the product as `npm start` starts it (webhooks.md 7): over random mixes of live and
 * test activity, its webhook for them receives every type of event, marked and signed, and nothing else; its live webhook
 * and its live lists receive none of it.
 */
import t from 'tap'
import type { Test } from 'tap'
import { Webhook } from 'standardwebhooks'
import { verifyWebhook } from '../../api/client/src/webhooks.js'
import { JOURNEYS } from '../../schemas/test-mode/journeys.js'
import { isTestMember } from '../../schemas/base/test-member.js'
import { EVENT_TYPES } from '../../schemas/webhooks/event.js'
import {
  connectTraveller,
  newPartnerApp,
  secretsOf,
  signUpDeveloper,
} from '../support/auth/partner-console.js'
import type { Partner, PartnerApp } from '../support/auth/partner-console.js'
import type { Visitor } from '../support/auth/visitor.js'
import { receiver } from '../support/delivery/receiver.js'
import type { Received, Receiver } from '../support/delivery/receiver.js'
import { httpsSite } from '../support/https-site.js'
import type { Site } from '../support/https-site.js'
import { seededRandom } from '../support/journeys.js'
import { sharedStack } from '../support/shared-stack.js'
import { until } from '../support/until.js'

t.setTimeout(500_000)

const LIVE_MONTHS_MS = 200 * 86_400_000
const LIVE_SUBMISSIONS = 5

interface World {
  api: Site
  developer: Visitor
  app: PartnerApp
  live: Receiver
  tests: Receiver
  secret: string
  callbacks: Array<{ id: string; test: boolean }>
  members: string[]
}

t.test('test events reach test webhooks alone, each type of them, marked and signed', async (t) => {
  const stack = await sharedStack()
  const partner: Partner = {
    stack,
    site: httpsSite(t, stack.ready.auth_url, stack.ready.ca_file),
    endpoint: await receiver(t),
  }
  const api = httpsSite(t, stack.ready.base_url, stack.ready.ca_file)
  const developer = await signUpDeveloper(t, partner, 'test-mode@partner.example')
  const app = await newPartnerApp(developer, partner)
  const liveToken = await connectTraveller(t, partner, app)
  const world = await prepare({ api, developer, app, live: partner.endpoint, tests: await receiver(t) })
  await mixActivity(t, world, liveToken)
  await sendNoticesAndDelete(t, world)
  await until(
    'every type',
    () => EVENT_TYPES.every((type) => world.tests.got.some(({ event }) => event.type === type)),
    60_000,
  )
  await submit(world, liveToken, LIVE_SUBMISSIONS)
  await until('the last live event', () =>
    world.live.got.some(({ body }) => body.includes(liveName(LIVE_SUBMISSIONS))),
  )
  await checkReceived(t, world)
  await checkLists(t, world)
  await checkSentAgain(t, world)
})

/** Two webhooks, of which one is for test members, and two of these. */
async function prepare(given: Omit<World, 'secret' | 'callbacks' | 'members'>): Promise<World> {
  const { developer, app, live, tests, api } = given
  await developer.fillAt(`${app.page}/webhooks`, `${app.page}/webhook`, { webhook_url: live.url })
  const registered = await developer.fillAt(`${app.page}/webhooks`, `${app.page}/webhook`, {
    webhook_url: tests.url,
    webhook_test: '1',
  })
  const [secret = ''] = secretsOf(registered.text)
  const listed = await api.call('/v2/callbacks', { headers: asApp(app) })
  const callbacks = listed.json() as unknown as World['callbacks']
  const test = callbacks.find((one) => one.test)!
  await api.call(`/v2/callbacks/${test.id}`, {
    method: 'PATCH',
    headers: { ...asApp(app), 'content-type': 'application/json' },
    body: JSON.stringify({ signature: 'v1a' }),
  })
  for (let n = 0; n < 2; n++) await developer.fillAt(`${app.page}/test`, `${app.page}/test/members`, {})
  const { text } = await developer.get(`${app.page}/test`)
  const members = [...new Set([...text.matchAll(/events\?member=(\d+)/g)].map(([, id]) => id!))]
  return { ...given, secret, callbacks, members }
}

const asApp = ({ clientId, clientSecret }: PartnerApp): Record<string, string> => ({
  client_id: clientId,
  client_secret: clientSecret,
})

const liveName = (n: number): string => `Live meeting ${n}`

async function submit({ api }: World, token: string, n: number): Promise<number> {
  const day = new Date(Date.now() + LIVE_MONTHS_MS).toISOString().slice(0, 10)
  const meeting = {
    type: 'Meeting',
    source: 'manual',
    activity_name: liveName(n),
    start_city_name: 'Lyon',
    start_datetime: `${day}T1${n}:00`,
    end_datetime: `${day}T1${n}:30`,
  }
  const { status } = await api.call('/v2/segments', {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ segments: [meeting] }),
  })
  return status
}

/** Journeys, requests with a test token and live submissions, in a random order. */
async function mixActivity(t: Test, world: World, liveToken: string): Promise<void> {
  const { developer, app, members, api } = world
  const seed = Date.now() % 1_000_000
  const random = seededRandom(seed)
  const journeys = members.flatMap((member) =>
    Object.keys(JOURNEYS).map((journey) => async (): Promise<void> => {
      const ran = await developer.fillAt(`${app.page}/test`, `${app.page}/test/journey`, { member, journey })
      t.equal(ran.headers['location'], `${app.page}/test?m=ran`, `${journey}: ${ran.text.slice(0, 2_000)}`)
    }),
  )
  const withToken = members.map((member) => async (): Promise<void> => {
    const [token = ''] = secretsOf((await developer.post(...(await tokenForm(world, member)))).text)
    t.equal(await submit(world, token, 9), 202, 'a test token is an ordinary one')
    const me = await api.call('/v2/me', { headers: { authorization: `Bearer ${token}` } })
    t.equal(me.json()['id'], member)
  })
  const submissions = Array.from({ length: LIVE_SUBMISSIONS }, (_, n) => async (): Promise<void> => {
    t.equal(await submit(world, liveToken, n), 202)
  })
  const actions = [...journeys, ...withToken, ...submissions]
    .map((run) => ({ run, at: random(1_000_000) }))
    .toSorted((a, b) => a.at - b.at)
  t.comment(`seed ${seed}`)
  for (const { run } of actions) await run()
}

/** The form for a token of one member: the page has one for each. */
async function tokenForm(
  { developer, app }: World,
  member: string,
): Promise<[string, Record<string, string>]> {
  const { text } = await developer.get(`${app.page}/test`)
  const token = /name="form_token" value="([^"]+)"/.exec(text)![1]!
  return [`${app.page}/test/token`, { form_token: token, member }]
}

async function sendNoticesAndDelete(t: Test, world: World): Promise<void> {
  const { developer, app } = world
  const page = `${app.page}/test`
  t.equal((await developer.fillAt(page, `${page}/notices`, {})).headers['location'], `${page}?m=sent`)
  // The first form is that of the first member.
  const deleted = await developer.fillAt(page, `${page}/delete`, {})
  t.equal(deleted.headers['location'], `${page}?m=deleted`)
  const { text } = await developer.get(page)
  t.notMatch(text, world.members[0], 'it is gone at once')
}

const isMarked = ({ body }: Received): boolean => (JSON.parse(body) as { test?: boolean }).test === true

async function checkReceived(t: Test, { live, tests, secret, members, api }: World): Promise<void> {
  const keys = (await api.call('/.well-known/webhook-keys')).json() as { keys: Array<{ whpk: string }> }
  const standard = new Webhook(secret)
  for (const got of tests.got) {
    const { type, member_id: member } = got.event
    t.ok(isMarked(got), `${type} is marked`)
    if (!type.startsWith('callback.')) t.ok(members.includes(String(member)), `${type} is of a test member`)
    const headers = got.headers as Record<string, string>
    t.same(standard.verify(got.body, headers), JSON.parse(got.body), 'v1')
    await t.resolves(verifyWebhook(got.body, headers, { secrets: keys.keys.map(({ whpk }) => whpk) }), 'v1a')
  }
  t.ok(live.got.length > LIVE_SUBMISSIONS)
  t.same(
    live.got.filter((got) => isMarked(got) || isTestMember(got.event.member_id)),
    [],
    'nothing of it is live',
  )
}

async function checkLists(t: Test, { api, app, members, developer }: World): Promise<void> {
  const [, member = ''] = members
  const read = async (
    query: string,
  ): Promise<{ count: number; events: Array<{ member_id: string; test?: true }> }> => {
    const answer = await api.call(`/v2/events?limit=500${query}`, { headers: asApp(app) })
    return { count: Number(answer.headers['x-total-count']), events: answer.json() as never }
  }
  const all = await until('the log is settled', async () => {
    const page = await read('')
    return page.events.length === page.count && page.count > LIVE_SUBMISSIONS ? page : null
  })
  t.same(
    all.events.filter(({ member_id: id, test }) => test === true || isTestMember(id)),
    [],
  )
  const own = await read(`&member_id=${member}`)
  t.ok(
    own.count > 10 && own.events.every(({ test }) => test === true),
    'those of a test member, if they are asked for',
  )
  for (const path of ['', '/events'])
    t.notMatch((await developer.get(`${app.page}${path}`)).text, member, `the console at ${path}`)
  t.match((await developer.get(`${app.page}/events?member=${member}`)).text, member)
  t.match((await developer.get(`${app.page}/danger`)).text, /The one connected traveller/)
}

/** Replays and redeliveries keep to it as well. */
async function checkSentAgain(t: Test, { api, app, callbacks, live, tests }: World): Promise<void> {
  const post = async (path: string, body: object): ReturnType<Site['call']> =>
    await api.call(path, {
      method: 'POST',
      headers: { ...asApp(app), 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const before = live.got.length
  const kept = tests.got.find(({ event }) => event.type === 'trip.created')!.event
  const liveOne = callbacks.find(({ test }) => !test)!
  const refused = await post(`/v2/events/${kept.id}/redeliver`, { callback_id: liveOne.id })
  t.not(refused.status, 202, 'a live webhook cannot ask for it')
  for (const { id } of callbacks) {
    const replayed = await post(`/v2/callbacks/${id}/replay`, {})
    t.ok(Number(replayed.json()['count']) > 0, replayed.text)
  }
  await until('replayed', () => live.got.length >= before + LIVE_SUBMISSIONS)
  t.same(live.got.filter((got) => isMarked(got) || isTestMember(got.event.member_id)).length, 0)
  t.ok(tests.got.every((got) => isMarked(got)))
}
