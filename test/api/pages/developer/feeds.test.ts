/** The feeds of an application in the console (contract.md 8.4). */
import t from 'tap'
import { feedReportStore } from '../../../../db/feeds/feed-reports.js'
import { connect } from '../../../../db/pg/connect.js'
import { anApp } from '../../../support/auth/auth-fixtures.js'
import { authNode } from '../../../support/auth/auth-node.js'
import { aDeveloper, signedInDeveloper } from '../../../support/auth/developer-fixtures.js'
import { sentFeeds } from '../../../support/auth/sent-feeds.js'
import { silentLog } from '../../../support/silent-log.js'

const node = await authNode(t)
const developer = await aDeveloper(node)
const who = await signedInDeveloper(node, developer)
const app = await anApp(node, { developerId: developer.id })
const home = `/console/apps/${app.clientId}`
const today = new Date().toISOString().slice(0, 10)
const { pool, close } = connect({ url: node.databaseUrl, name: 'test', log: silentLog() })
t.teardown(close)
const store = feedReportStore(pool)

const textOf = (html: string): string =>
  html
    .slice(html.indexOf('<h1>'))
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')

t.test('without feeds: what an application that may send none is missing', async (t) => {
  t.match(textOf((await who.get(`${home}/feeds`)).text), /Ask the operator of the service/)
  await node.knex('app').where({ client_id: app.clientId }).update({ feed: true })
  t.match(textOf((await who.get(`${home}/feeds`)).text), /No feeds in the last 30 days/)
})

t.test('the day has the sums of its feeds, and the feeds their rejected lines', async (t) => {
  await store.save([...sentFeeds(app.clientId), ...sentFeeds('other')])
  const days = textOf((await who.get(`${home}/feeds`)).text)
  t.match(days, '1 open now')
  t.match(days, '1,206 feeds')
  t.match(days, /21,204 21,184 38,000 for accounts 13 documents 20 invalid_source 17 access_denied 2/)
  const feeds = textOf((await who.get(`${home}/feeds/${today}`)).text)
  t.match(feeds, 'invalid_source 17: lines 17, 902, 3001, 3002, 14003 ...')
  t.match(feeds, 'temporarily_unavailable 1: line 20000 ')
  t.match(feeds, '1,204 further feeds')
  t.notMatch(days + feeds, /held|4,?321|8,?642|12,?963/, 'who has a number is not shown')
})

t.test('a page has 50 feeds', async (t) => {
  const [one] = sentFeeds(app.clientId)
  await store.save(
    Array.from({ length: 60 }, (_, n) => ({ ...one!, feed: `${100 + n}`, request: `many-${n}` })),
  )
  const first = (await who.get(`${home}/feeds/${today}`)).text
  t.match(first, /many-59/)
  t.match(first, /many-10/)
  t.notMatch(first, /many-9"/)
  const older = /href="[^"]*(\/feeds\/[^"]*before=\d+)"/.exec(first)![1]!
  t.match((await who.get(home + older)).text, /many-9"/)
})

t.test('a path that is no day is not found', async (t) => {
  t.equal((await who.get(`${home}/feeds/yesterday`)).status, 404)
})
