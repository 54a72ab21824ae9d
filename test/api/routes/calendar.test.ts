/** The calendar for calendar programs, and what reading it costs the others (contract.md 2 and 7.6). */
import t from 'tap'
import { startIngress } from '../../support/api/ingress.js'
import type { HttpAnswer } from '../../support/api/request.js'

t.setTimeout(240_000)

/** The server's clock stands still; each test begins two minutes later. */
let clock = Date.now()
const ingress = await startIngress(t, {
  settings: { perCalendar: 30, perNetwork: 2_400 },
  deps: { now: () => clock },
})
const { request } = ingress
const { pool } = ingress.database
await pool.query("insert into app (client_id, name) values ('app-one', 'One')")
t.beforeEach(() => {
  clock += 120_000
})

/** How often each member's segments were read to make a calendar. */
const made = new Map<string, number>()
const { segments } = ingress.deps.reads.calendar
/** Called when a member's segments were read, and their calendar remains to be made. */
let onRead = (_member: string): void => {}
ingress.deps.reads.calendar.segments = async (member, bounds) => {
  made.set(member, (made.get(member) ?? 0) + 1)
  const rows = await segments(member, bounds)
  onRead(member)
  return rows
}

/** A member with that many segments. */
async function traveller(count: number): Promise<string> {
  const member = await ingress.createMember()
  await pool.query("insert into oauth_grant (client_id, member_id) values ('app-one', $1)", [member])
  await pool.query(SEGMENTS, [member, count])
  return member
}

/** Path of a new calendar address of the member. */
async function addressOf(member: string): Promise<string> {
  const token = await ingress.token(member)
  const { json } = await request('/v2/calendar-feeds', { method: 'POST', token, body: {} })
  return (json as { url: string }).url.replace('https://tripfold.test', '')
}

/** Changes the first segment of the member, as a fold would. */
async function fold(member: string): Promise<void> {
  await pool.query(
    `with folded as (update member set last_seq = last_seq + 1 where id = $1)
    update segment set version = version + 1, doc = replace(doc, 'Table 1"', 'Terrace"')
    where member_id = $1 and id = 1`,
    [member],
  )
}

/** A table every four hours since 300 days ago, with the fields that a segment has. */
const SEGMENTS = `
  insert into segment (member_id, id, type, status, confirmation_nos, start_at, end_at, raw_ids, version,
    updated, doc, provenance, state)
  select $1::bigint, n, 'Restaurant', 'Active', '{}', begin, begin, '{}', 1, now(),
    json_build_object('id', n::text, 'type', 'Restaurant', 'status', 'Active',
    'restaurant_name', 'Table ' || n, 'start_time_zone_id', 'Europe/Zurich',
    'start_datetime', to_char(begin at time zone 'Europe/Zurich', 'YYYY-MM-DD"T"HH24:MI:SS'),
    'start_datetime_utc', to_char(begin at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS'),
    'notes', repeat('A table by the window. ', 20),
    'created', '2026-01-01T00:00:00Z', 'updated', '2026-01-01T00:00:00Z')::text, '{}', '{}'
  from generate_series(1, $2::int) n,
    lateral (select now() - interval '300 days' + n * interval '4 hours' as begin) b`

const ICS = { headers: { accept: 'text/calendar' } }

t.test('a calendar that is too long has the latest events, in order', async (t) => {
  const member = await traveller(2_005)
  const read = async (): Promise<number[]> => {
    const { text } = await request('/v2/trips.ics', { token: await ingress.token(member), ...ICS })
    return [...text.matchAll(/SUMMARY:Table (\d+)/g)].map((match) => Number(match[1]))
  }
  const numbers = await read()
  t.equal(numbers.length, 2_000)
  t.same([numbers[0], numbers.at(-1)], [6, 2_005], 'upcoming events are included')

  await pool.query(
    `with folded as (update member set last_seq = last_seq + 1 where id = $1)
    update segment set doc = replace(doc, 'A table', repeat('x', 100000)) where member_id = $1 and id > 2000`,
    [member],
  )
  const fewer = await read()
  t.equal(fewer.at(-1), 2_005)
  t.ok(fewer.length >= 1 && fewer.length < 2_000, `${fewer.length} events: documents of 8 MiB in all`)
  t.same(fewer, numbers.slice(-fewer.length), 'the latest ones again')
})

t.test('a calendar is made once for a version of the itinerary', async (t) => {
  const member = await traveller(3)
  const path = await addressOf(member)
  const many = await Promise.all(Array.from({ length: 20 }, async () => await request(path)))
  t.same([...new Set(many.map((one) => one.status))], [200])
  t.equal(made.get(member), 1, 'however many ask at once')
  const first = many[0]!
  const tag = first.headers.get('etag')!
  const same = await request(path, { headers: { 'if-none-match': tag } })
  t.same([same.status, same.text, same.headers.get('etag')], [304, '', tag])
  const byToken = await request('/v2/trips.ics', { token: await ingress.token(member), ...ICS })
  t.equal(byToken.text, first.text, 'with a token as well')
  const plain = await request(path, { headers: { 'accept-encoding': 'identity' } })
  t.equal(plain.headers.get('content-encoding'), null)
  t.equal(plain.text, first.text)
  t.equal(made.get(member), 1)

  await fold(member)
  const changed = await request(path, { headers: { 'if-none-match': tag } })
  t.equal(changed.status, 200)
  t.match(changed.text, 'SUMMARY:Terrace')
  t.not(changed.headers.get('etag'), tag)
  t.equal(made.get(member), 2)
  const other = await request(await addressOf(await traveller(3)))
  t.notMatch(other.text, 'Terrace', 'another member has another calendar')
})

t.test('while a calendar of thousands of segments is made, others are answered', async (t) => {
  const innocent = await traveller(1)
  const bearer = await ingress.token(innocent)
  t.equal((await request(await addressOf(innocent))).status, 200, 'the thread has started')
  const many = await traveller(2_000)
  const path = await addressOf(many)
  let answered = 0
  let isRead = false
  onRead = (member) => {
    isRead ||= member === many
  }
  let isDone = false
  // Without compression, for which the process would wait as well.
  const calendar = request(path, { headers: { 'accept-encoding': 'identity' } }).finally(() => {
    isDone = true
  })
  while (!isDone) {
    const { status } = await request('/v2/segments', { token: bearer })
    if (status !== 200) t.equal(status, 200)
    if (isRead) answered += 1
  }
  t.equal((await calendar).status, 200)
  t.ok(answered >= 10, `${answered} reads were answered once its segments were read`)
})

t.test('an address that is read a thousand times is refused alone', async (t) => {
  const [hostile, innocent] = [await traveller(500), await traveller(5)]
  const bearer = await ingress.token(innocent)
  const [flooded, second, mine] = [
    await addressOf(hostile),
    await addressOf(hostile),
    await addressOf(innocent),
  ]
  const innocents: HttpAnswer[] = []
  let isDone = false
  const flood = Promise.all(
    Array.from({ length: 50 }, async () => {
      const answers: HttpAnswer[] = []
      for (let i = 0; i < 20; i += 1) answers.push(await request(flooded))
      return answers
    }),
  ).finally(() => {
    isDone = true
  })
  for (let i = 0; !isDone; i += 1)
    innocents.push(i < 20 ? await request(mine) : await request('/v2/segments', { token: bearer }))
  const answers = (await flood).flat()
  t.equal(answers.length, 1_000)
  const refused = answers.filter((one) => one.status === 429)
  t.equal(refused.length, 970)
  t.equal(answers.filter((one) => one.status === 200).length, 30)
  t.ok(Number(refused[0]!.headers.get('retry-after')) >= 1)
  t.match(refused[0]!.headers.get('ratelimit'), /^"calendar";r=0;t=\d+$/)
  t.match(refused[0]!.json, { error_description: /30 per minute for this calendar\./ })
  t.equal(made.get(hostile), 1)
  t.same([...new Set(innocents.map((one) => one.status))], [200], `${innocents.length} reads of others`)
  t.equal((await request(second)).status, 200, 'another address of the same member')
})

t.test('all addresses of a member and its tokens have a limit together', async (t) => {
  const member = await traveller(1)
  const byToken = { token: await ingress.token(member), ...ICS }
  const read = async (path: string, count: number): Promise<number> => {
    const answers = Array.from({ length: count }, async () =>
      path.includes('feed') ? await request(path) : await request(path, byToken),
    )
    return (await Promise.all(answers)).filter((one) => one.status === 200).length
  }
  let byTokens = 0
  for (let i = 0; i < 35; i += 1) byTokens += await read('/v2/trips.ics', 1)
  t.equal(byTokens, 30)
  const [second, third, fourth, fifth] = [
    await addressOf(member),
    await addressOf(member),
    await addressOf(member),
    await addressOf(member),
  ]
  t.same([await read(second, 30), await read(third, 30), await read(fourth, 20)], [30, 30, 20])
  t.equal(await read(fifth, 20), 10, '120 in all')
  t.equal(await read(fourth, 5), 0)
  clock += 120_000
  t.equal(await read(fifth, 20), 20, 'until later')
})

t.test('guessed addresses are not looked up without end, and known ones still open', async (t) => {
  const path = await addressOf(await traveller(1))
  t.equal((await request(path)).status, 200)
  const statuses: number[] = []
  for (let i = 0; i < 650; i += 50)
    statuses.push(
      ...(await Promise.all(
        Array.from({ length: 50 }, async (_, k) => {
          const secret = `cal_${String(i + k).padStart(43, 'x')}`
          return (await request(`/v2/trips.ics?feed=${secret}`)).status
        }),
      )),
    )
  t.equal(statuses.filter((status) => status === 404).length, 600)
  t.equal(statuses.filter((status) => status === 429).length, 50)
  t.equal((await request(path)).status, 200)
})
