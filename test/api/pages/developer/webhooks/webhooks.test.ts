/** The console's pages about webhooks, on a real server with a real worker (webhooks.md 2). */
import t from 'tap'
import { healthChart } from '../../../../../api/pages/developer/webhooks/health-chart.js'
import { logSettled } from '../../../../support/log-settled.js'
import { status } from '../../../../support/delivery/receiver.js'
import { until } from '../../../../support/until.js'
import { formTo } from '../../../../support/auth/visitor.js'
import { aDeveloper, signedInDeveloper } from '../../../../support/auth/developer-fixtures.js'
import { webhookConsole } from '../../../../support/auth/webhook-console.js'

t.setTimeout(180_000)

const {
  node,
  hooks,
  who,
  app,
  partner,
  callbackChanges: announced,
  appPath: home,
  hookPath: at,
} = await webhookConsole(t, 'Trip <b>Planner', '?a=<b>')

/** Text of the table's cells, one line per row. */
const rows = (html: string, label: string): string[] => {
  const table = html.split(`aria-label="${label}"`)[1]?.split('</table>')[0] ?? ''
  return [...table.matchAll(/<tr>([\s\S]*?)<\/tr>/g)]
    .map((row) =>
      [...row[1]!.matchAll(/<t[dh][^>]*>([\s\S]*?)<\/t[dh]>/g)]
        .map((cell) => cell[1]!.replaceAll(/<[^>]+>/g, '').trim())
        .join(' | '),
    )
    .slice(1)
}

const deliveries = async (query = ''): Promise<string[]> =>
  rows((await who.get(at + query)).text, 'Deliveries')

t.test('a new webhook: nothing sent yet, its settings shown, its URL as text', async (t) => {
  const page = await who.get(at)
  t.equal(page.status, 200)
  t.match(page.text, /Nothing was sent\./)
  t.match(page.text, /No deliveries\./)
  t.match(page.text, /10 at once, any number a second, 15,000 ms to answer/)
  t.notMatch(page.text, /<b>|whsec_/)
})

t.test('a test event is sent at once, and its attempt is shown with the response', async (t) => {
  partner.reply((_got, response) => {
    response.writeHead(500).end('not <i>now</i>')
  })
  const sent = await who.fillAt(at, `${at}/ping`, {})
  t.equal(sent.status, 303)
  const page = await who.get(String(sent.headers['location']))
  const got = partner.got.at(-1)!
  t.equal(got.event.type, 'callback.ping')
  t.match(page.text, /Delivery of callback\.ping/)
  t.match(page.text, /Attempt 1: 500/)
  t.match(page.text, /not &lt;i>now|not &lt;i&gt;now/, 'the response is shown as text')
  t.match(page.text, /127\.0\.0\.1/)
  for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature', 'x-signature']) {
    t.ok(page.text.includes(`${name}: ${String(got.headers[name])}`), `${name} as it was sent`)
  }
  t.match(page.text, /&quot;type&quot;: &quot;callback\.ping&quot;/)
})

t.test('filter, payload and custom headers are settings; values of headers are not shown', async (t) => {
  const path = `${at}/settings`
  const saved = await who.fill(path, {
    material: '1',
    changed_fields: 'departure_gate, status',
    segment_Air: '1',
    payload: 'thin',
    headers: 'X-Tenant: seven\r\nAuthorization: Bearer sesame',
  })
  t.equal(saved.status, 303)
  const page = await who.get(path)
  t.match(page.text, /name="material" value="1" checked/)
  t.match(page.text, /value="departure_gate, status"/)
  t.match(page.text, /name="segment_Air" value="1" checked/)
  t.match(page.text, /value="thin" checked/)
  t.match(page.text, /Now set: X-Tenant, Authorization\. Values are not shown/)
  t.notMatch(page.text, /seven|sesame/)
  const wrong = await who.submit(page, path, { changed_fields: 'A-b', headers: 'Host: a' })
  t.match(wrong.text, /Enter at most 50 field names/)
  t.match(wrong.text, /may not set (&quot;|")Host/)
  const unknown = await who.submit(page, path, { changed_fields: 'departure_gaet' })
  t.match(unknown.text, /has a field (&quot;|")departure_gaet.*Did you mean (&quot;|")departure_gate/)
  await who.fill(path, { headers: '', changed_fields: '' })
  t.match((await who.get(path)).text, /Now set: X-Tenant, Authorization\./, 'they stay')
  const form = await who.get(path)
  await who.submit(form, path, { remove_headers: '1', payload: 'full' })
  t.match((await who.get(path)).text, /One (&quot;|")Name: value/)
  const { rows: stored } = await hooks.database.pool.query('select filter, headers, payload from callback')
  t.match(stored, [{ headers: null, payload: 'full' }])
  await hooks.database.pool.query('update callback set filter = null')
})

t.test('deliveries by state, status code, event, resource and time', async (t) => {
  partner.reply(status(200))
  const [good] = await hooks.emit(['11'], 'trip.created')
  await until('the delivery', async () => (await hooks.count('attempt', "state = 'delivered'")) === 1)
  partner.reply(status(503))
  await hooks.emit(['11'], 'trip.updated')
  await until('a failure', async () => (await hooks.count('attempt', 'status = 503')) > 0)
  t.match(await deliveries('?state=delivered'), [
    /^trip\.created \| [0-9a-f]{8} Copy.* \| 77 \| delivered \| 1 \| \d+ \w+ [\d:]{8} \| 200$/,
  ])
  t.match(await deliveries('?type=trip.updated'), [
    /^trip\.updated \| \S+ Copy.* \| 77 \| (retrying|pending|exhausted) .* \| 503( \| |$)/,
  ])
  t.match(await deliveries('?status=500'), [/^callback\.ping \| .* \| \d+ \| failed/])
  t.equal((await deliveries('?resource=77')).length, 2)
  t.match((await who.get(`${at}?until=2020-01-01T00%3A00`)).text, /<p>No delivery matches these filters\.</)
  t.equal((await deliveries('?since=2020-01-01T00%3A00')).length, 3)
  t.equal(
    (await deliveries('?state=nonsense&type=x&status=9&since=yesterday&place=1&event=2')).length,
    3,
    'an invalid filter is ignored',
  )
  const filtered = await who.get(`${at}?state=delivered&status=200&since=2020-01-01T00%3A00`)
  t.match(filtered.text, /<option value="delivered" selected>/)
  t.match(filtered.text, /name="status"[^>]* value="200"/)
  t.match(filtered.text, /value="2020-01-01T00:00"/)
  t.equal((await who.get(`${at}/deliveries/${good!.id}`)).status, 200)
  partner.reply(status(200))
  await until('replayed', async () => (await hooks.count('delivery')) === 0)
})

t.test('the last 24 hours as a chart and as a table: deliveries, failures, median time', async (t) => {
  const page = await who.get(at)
  const [, delivered, failed] =
    /aria-label="(\d+) attempts delivered and (\d+) failed in the last 24 hours/.exec(page.text)!
  t.equal(Number(delivered), await hooks.count('attempt', "state = 'delivered'"))
  t.equal(Number(failed), await hooks.count('attempt', "state <> 'delivered'"))
  const overview = (await who.get(home)).text
  t.ok(
    overview.includes(`<a class="bad" href="${at}#health">${failed} failed</a>`),
    'the overview links to it',
  )
  t.match(page.text, /<rect class="plot-good"/)
  t.match(page.text, /<rect class="plot-bad"/)
  t.match(page.text, /<text class="plot-y"[^>]*>0<\/text>/, 'the axis begins at zero')
  t.match(page.text, /<text class="plot-x"[^>]*>now<\/text>/)
  t.match(
    rows(page.text, 'Attempts per hour').at(-1),
    new RegExp(`^(this hour|1 h ago) \\| \\d+ \\| \\d+ \\| \\d+$`),
  )

  const plot = healthChart([
    { hoursAgo: 23, delivered: 90, failed: 10, medianMs: 40 },
    { hoursAgo: 0, delivered: 0, failed: 1, medianMs: 80 },
  ])!
  t.match(plot.bars[0], { goodHeight: 99, badHeight: 11, badY: 10 }, 'the busiest hour fills the height')
  t.match(plot.bars[23], { goodHeight: 0, badHeight: 3 }, 'one failure among many is visible')
  t.same(
    plot.attemptTicks.map((tick) => tick.label),
    ['0', '50', '100'],
    'round numbers',
  )
  t.same(
    plot.timeTicks.map((tick) => tick.label),
    ['0', '20', '40', '60', '80'],
  )
  t.equal(plot.slowestMs, 80)
  t.equal(plot.dots.length, 2)
  t.equal(healthChart([]), null)
})

t.test(
  'while disabled, events are kept; once enabled, they are counted and replayed, each once',
  async (t) => {
    const off = await who.fillAt(at, `${at}/status`, {})
    t.equal(off.headers['location'], `${at}?m=disabled`)
    await until('the workers notified', () =>
      announced.some((one) => one.callback === at.split('/').at(-1) && one.version === 2),
    )
    t.match((await who.get(at)).text, /Disabled<\/span> \(by the developer\)/)
    const before = partner.got.length
    const missed = await hooks.emit(['11', '11', '11'], 'segment.created')
    await until('kept', async () => (await hooks.count('delivery', 'due_at is null')) === 3)
    t.equal((await deliveries('?state=skipped_disabled')).length, 3)
    const early = await who.fillAt(at, `${at}/replay`, {})
    t.equal(early.status, 422)
    t.match(early.text, /Enable the webhook first/)

    t.equal((await who.fillAt(at, `${at}/status`, {})).headers['location'], `${at}?m=enabled`)
    const mistyped = await who.fillAt(at, `${at}/replay`, {
      only: 'all',
      since: '2020-01-01',
      sure: '1',
    })
    t.equal(mistyped.status, 422, 'an invalid time is not taken for an absent one')
    t.match(
      mistyped.text,
      /href="#replay_since">Enter an existing date and time[\s\S]*id="replay_since"[^>]*value="2020-01-01"/,
    )
    const only = { only: 'undelivered', type: 'segment.created', since: '2020-01-01T00:00:30' }
    const counted = await who.fillAt(at, `${at}/replay`, only)
    t.match(
      counted.text,
      /<strong>3<\/strong> events never delivered, segment\.created only, from 2020-01-01 00:00:30 UTC\./,
    )
    t.equal(partner.got.length, before, 'counting sends nothing')
    t.match(formTo(counted.text, `${at}/replay`).fields, { ...only, sure: '1' })
    t.equal((await who.submit(counted, `${at}/replay`, {})).headers['location'], `${at}?m=replayed`)
    await until('the replay', () => partner.got.length === before + 3)
    t.same(new Set(partner.ids().slice(before)), new Set(missed.map((one) => one.id)))
    await until('the attempts recorded', async () => (await hooks.count('delivery')) === 0)
    t.match((await who.fillAt(at, `${at}/replay`, only)).text, /<strong>0<\/strong>/)
  },
)

t.test('one delivery can be sent again', async (t) => {
  const id = partner.got.at(-1)!.event.id
  const before = partner.got.length
  const page = await who.get(`${at}/deliveries/${id}`)
  t.equal(
    (await who.submit(page, `${at}/deliveries/${id}/redeliver`, {})).headers['location'],
    `${at}/deliveries/${id}?m=again`,
  )
  await until('it comes again', () => partner.got.length === before + 1)
  t.equal(partner.got.at(-1)?.event.id, id)
  await until('the attempt is written', async () =>
    /Attempt 2: 200/.test((await who.get(`${at}/deliveries/${id}`)).text),
  )
})

t.test('all that a filter selects is sent again, once it is counted', async (t) => {
  await logSettled(hooks.count)
  const before = partner.got.length
  const filter = '?state=delivered&type=segment.created'
  t.notMatch((await who.get(at)).text, /Send all of these again/, 'a filter has to be set')
  const page = await who.get(at + filter)
  t.match(page.text, /<summary>Filter: <strong>state delivered, event segment\.created</)
  const counted = await who.submit(page, `${at}/deliveries/retry`, {})
  t.match(counted.text, /<strong>3<\/strong> deliveries with state delivered, event segment\.created\./)
  t.equal(partner.got.length, before, 'counting sends nothing')
  const sent = await who.submit(counted, `${at}/deliveries/retry`, {})
  t.equal(sent.headers['location'], `${at}?m=replayed`)
  await until('again', () => partner.got.length === before + 3)
  t.same(new Set(partner.got.slice(before).map(({ event }) => event.type)), new Set(['segment.created']))
})

t.test('paused: why, when it is tried next, what waits for it, and Resume now', async (t) => {
  partner.reply(status(503))
  await hooks.emit(
    Array.from({ length: 50 }, () => '11'),
    'trip.updated',
  )
  const isPaused = "worker is null and state::jsonb #>> '{breaker,is}' = 'open'"
  await until('paused', async () => (await hooks.count('callback_due', isPaused)) === 1)
  await hooks.database.pool.query(
    `update callback_due set worker = null, claim = claim + 1, ready_at = now() + interval '1 hour', not_before = now() + interval '1 hour'`,
  )
  await hooks.database.pool.query("update delivery set due_at = now() - interval '1 second'")
  const page = await who.get(at)
  t.match(page.text, /Paused since \d+ \w+ at [\d:]{8} UTC/)
  t.match(page.text, /\d+ of \d+ attempts within 5 minutes failed\. Next attempt: <strong>\d+ \w+ at/)
  t.match((await who.get(`${home}/webhooks`)).text, /<span class="badge bad">paused</)
  const [first] = await deliveries('?state=retrying')
  t.match(first, / \| endpoint, \d+ \w+ [\d:]{8}$/)
  const id = /deliveries\/([0-9a-f-]{36})"/.exec((await who.get(`${at}?state=retrying`)).text)![1]!
  const one = await who.get(`${at}/deliveries/${id}`)
  t.match(one.text, /waits for the endpoint to answer; next attempt: \d+ \w+ at/)
  partner.reply(status(200))
  t.equal((await who.submit(page, `${at}/resume`, {})).headers['location'], `${at}?m=resumed`)
  await until('all delivered', async () => (await hooks.count('delivery')) === 0)
  await until('healthy', async () => /badge good">healthy/.test((await who.get(at)).text))
})

t.test('the event log: filters, one event with its deliveries, resending to all', async (t) => {
  await logSettled(hooks.count)
  const events = async (query = ''): Promise<string[]> =>
    rows((await who.get(`${home}/events${query}`)).text, 'Events')
  t.equal((await events('?type=segment.created')).length, 3)
  t.match(await events('?type=trip.created'), [/^trip\.created \| .* \| 77 \| 11 \| \d+ \w+ [\d:]{8}$/])
  t.match((await who.get(`${home}/events?member=12`)).text, /<p>No event matches these filters\.</)
  t.ok((await events('?member=11&resource=77')).length >= 5)
  t.match(await events('?type=callback.ping'), [/^callback\.ping \| \S+ Copy.* \| \d+ \|  \| /])
  t.ok(
    (await who.get(`${home}/events?type=callback.ping`)).text.includes(`<a href="${at}">`),
    'linked to the webhook',
  )
  const all = (await events()).length
  const moment = (ms: number): string => encodeURIComponent(new Date(ms).toISOString().slice(0, 16))
  t.equal((await events(`?since=${moment(Date.now() - 3_600_000)}`)).length, all)
  t.same(await events(`?since=${moment(Date.now() + 120_000)}`), [], 'from a future time')
  t.same(await events(`?until=${moment(Date.now() - 3_600_000)}`), [], 'before an hour ago')
  t.equal(
    (await events(`?until=${moment(Date.now() + 120_000)}&type=segment.created`)).length,
    3,
    'next to another filter',
  )
  t.equal(
    (await events('?since=yesterday&until=2026-13-01T00%3A00')).length,
    all,
    'an invalid time is ignored',
  )
  t.match(
    (await who.get(`${home}/events?since=2020-01-01T00%3A00&until=2020-02-01T00%3A00`)).text,
    /name="since"[^>]* value="2020-01-01T00:00"[\s\S]*name="until"[^>]* value="2020-02-01T00:00"/,
  )
  const page = await who.get(`${home}/events?type=trip.created`)
  const link = /href="(\/console\/apps\/[^"]+\/events\/[^"?]+)"/.exec(page.text)![1]!
  const shown = await who.get(link)
  t.match(shown.text, /&quot;member_id&quot;: &quot;11&quot;/)
  t.match(shown.text, /delivered<\/span>/)
  const before = partner.got.length
  t.equal((await who.submit(shown, `${link}/redeliver`, {})).headers['location'], `${link}?m=again`)
  await until('it comes again', () => partner.got.length === before + 1)
})

t.test('long lists have pages', async (t) => {
  partner.reply(status(200))
  await hooks.member('13', app.clientId)
  await hooks.emit(
    Array.from({ length: 60 }, () => '13'),
    'account.updated',
  )
  await until('delivered', async () => (await hooks.count('attempt', "type = 'account.updated'")) === 60)
  await logSettled(hooks.count)
  for (const [first, label, sizes] of [
    [`${at}?type=account.updated`, 'Deliveries', [20, 20, 20]],
    [`${home}/events?type=account.updated&member=13&since=2020-01-01T00%3A00`, 'Events', [50, 10]],
  ] as const) {
    const links = new Set<string>()
    const found: number[] = []
    for (let next: string | undefined = first; next !== undefined;) {
      t.match(next, /type=account\.updated/, 'the filter stays')
      const { text } = await who.get(next)
      found.push(rows(text, label).length)
      for (const [, id = ''] of text.matchAll(/(?:deliveries|events)\/([0-9a-f-]{36})"/g)) links.add(id)
      next = /<a href="([^"]+place=[^"]+)">Older/.exec(text)?.[1]?.replaceAll('&amp;', '&')
    }
    t.same(found, sizes, label)
    t.equal(links.size, 60, 'each once')
  }
})

t.test('the owner is notified of exhausted events and of disabling', async (t) => {
  const sent = partner.got.at(-1)!.event.id
  const event = await who.get(`${home}/events/${sent}`)
  partner.reply(status(410))
  await hooks.emit(['11'])
  await until('disabled', async () => (await hooks.count('callback', "status = 'Disabled'")) === 1)
  const page = await until('the notice', async () => {
    const page = await who.get(at)
    return /Notices/.test(page.text) ? page : null
  })
  t.match(page.text, /We disabled it\. The event says why/)
  const link = new RegExp(`href="(${home}/events/[^"]+)"`).exec(page.text.split('Notices')[1]!)![1]!
  await logSettled(hooks.count)
  const notice = (await who.get(link)).text
  t.match(notice, /callback\.disabled/)
  t.ok(notice.includes(`<dt>About</dt><dd><a href="${at}">http`), 'with a link to the webhook')
  const { id } = partner.got.at(-1)!.event
  t.match((await who.get(`${at}/deliveries/${id}`)).text, /Enable the webhook to send it again/)
  t.equal(
    (await who.submit(event, `${home}/events/${sent}/redeliver`, {})).headers['location'],
    `${home}/events/${sent}?m=nobody`,
  )
  const { text } = await who.get(`${home}/events/${sent}`)
  t.match(text, /No active webhook is set to receive this event/)
  t.notMatch(text, /Send it again/)
})

t.test('a thin delivery shows the body as it was sent', async (t) => {
  const path = `${at}/settings`
  const thin = await who.fill(path, { payload: 'thin' })
  t.equal(thin.status, 303)
  const pinged = await who.fillAt(at, `${at}/ping`, { type: 'trip.updated' })
  const delivery = await who.get(String(pinged.headers['location']))
  t.match(delivery.text, /Request body, without the data/)
  t.match(delivery.text, /The whole event/)
  const { url } = JSON.parse(partner.got.at(-1)!.body) as { url: string }
  t.ok(delivery.text.includes(url), 'the body as it was sent')
})

t.test('151 a viewer sees that events arrived, and nothing that they say of travellers', async (t) => {
  const watcher = await aDeveloper(node)
  await node.knex('app_team').insert({ client_id: app.clientId, developer_id: watcher.id, role: 'viewer' })
  const viewer = await signedInDeveloper(node, watcher)
  partner.reply((_got, response) => {
    response.writeHead(500).end('Ada Byron is unknown here')
  })
  await who.fill(`${at}/settings`, { payload: 'full' })
  const pinged = await who.fillAt(at, `${at}/ping`, { type: 'segment.created' })
  const delivery = String(pinged.headers['location']).replace(/\?.*/, '')
  const { data } = JSON.parse(partner.got.at(-1)!.body) as { data: { object: Record<string, unknown> } }
  const harmless = /^(id|type|status|created|updated|version|(member|trip)_id)$/
  const said = Object.entries(data.object)
    .filter(([name, value]) => !harmless.test(name) && typeof value === 'string' && value.length > 2)
    .map(([, value]) => value)
  const { id, status } = data.object
  t.ok(said.length > 5, 'an event says much')
  const bodyOf = async (by: typeof who, path: string): Promise<string> =>
    (await by.get(path)).text.split('id="event_body"')[1]?.split('</pre>')[0] ?? ''
  const [shown, hidden] = [await bodyOf(who, delivery), await bodyOf(viewer, delivery)]
  for (const value of said) t.ok(shown.includes(String(value)), `a developer sees ${String(value)}`)
  for (const value of [id, status]) t.ok(hidden.includes(String(value)), `a viewer sees ${String(value)}`)
  for (const value of said)
    t.notOk(hidden.includes(`: &quot;${String(value)}&quot;`), `hidden: ${String(value)}`)
  t.match((await who.get(delivery)).text, 'Ada Byron is unknown')
  t.notMatch((await viewer.get(delivery)).text, 'Ada Byron')

  const logged = /href="(\/console\/apps\/[^"]+\/events\/[^"?]+)"/.exec(
    (await who.get(`${home}/events?type=trip.created`)).text,
  )![1]!
  t.match(await bodyOf(viewer, logged), /&quot;type&quot;: &quot;trip\.created&quot;/)
  for (const path of [home, at, `${home}/events`]) t.equal((await viewer.get(path)).status, 200, path)
})
