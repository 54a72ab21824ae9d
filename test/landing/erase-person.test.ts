/** A person with a mark in every field that takes one is erased, and no mark is found anywhere afterwards. */
import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import t from 'tap'
import { OTHER_TABLES } from '../../db/person/person-tables.js'
import { ROOT } from '../../ops/config/paths.js'
import { readRunConfig } from '../../ops/stack/ready-file.js'
import { receiver } from '../support/delivery/receiver.js'
import { httpsSite } from '../support/https-site.js'
import { sharedStack } from '../support/shared-stack.js'
import { stackEnvironment } from '../support/stack.js'
import { until } from '../support/until.js'
import { visitor } from '../support/auth/visitor.js'

t.setTimeout(300_000)

const COMMAND_MS = 150_000
const DAY_MS = 86_400_000
const PASSWORD = 'a long and quiet password'
const day = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)

/** Words that nothing else in the test has, numbered; `all` are those given out. */
function markers(word: string): { next: () => string; all: string[] } {
  const all: string[] = []
  return {
    all,
    next: () => {
      const marker = `${word}${String(all.length + 10)}q`
      all.push(marker)
      return marker
    },
  }
}

t.test('nothing of an erased person is left, and everything of another is', async (t) => {
  const stack = await sharedStack()
  const passwords = t.testdir({ password: `${PASSWORD}\n` })
  const { ready, dir } = stack
  const config = readRunConfig(dir)!
  const pool = new pg.Pool({ connectionString: config.DATABASE_URL, max: 2 })
  t.teardown(async () => {
    await pool.end()
  })
  const front = httpsSite(t, ready.base_url, ready.ca_file)
  const api = {
    request: async (
      path: string,
      { method, headers, body }: { method?: string; headers: Record<string, string>; body?: unknown },
    ) =>
      await front.call(path, {
        method: method ?? (body === undefined ? 'GET' : 'POST'),
        headers: { ...headers, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
  }
  const site = httpsSite(t, ready.auth_url, ready.ca_file)
  const endpoint = await receiver(t)
  const cli = async (...args: string[]): Promise<string> => {
    const { stdout } = await promisify(execFile)(process.execPath, ['ops/bootstrap.mjs', 'cli', ...args], {
      cwd: ROOT,
      env: stackEnvironment(dir, { OPERATOR: 'Erasing Officer' }),
      timeout: COMMAND_MS,
    })
    return stdout
  }
  const app = await cli('app', 'add', '--name', 'Knows people', '--redirect', 'https://partner.example/cb')
  const [clientId, clientSecret] = ['client_id', 'client_secret'].map(
    (name) => new RegExp(`${name} +(\\S+)`).exec(app)![1]!,
  )
  const asApp = { client_id: clientId!, client_secret: clientSecret! }
  t.equal(
    (await api.request('/v2/callbacks', { headers: asApp, body: { url: endpoint.url, events: ['*'] } }))
      .status,
    201,
  )

  /** Signs a person up and lets the partner and the person write marks wherever they can. */
  const person = async (
    word: string,
  ): Promise<{ id: string; email: string; token: string; marks: string[] }> => {
    const { next, all } = markers(word)
    const firstEmail = `${next()}@mail.example`
    const added = await cli(
      'member',
      'add',
      '--email',
      firstEmail,
      '--first-name',
      next(),
      '--last-name',
      next(),
      '--password-from',
      join(passwords, 'password'),
    )
    const id = /member +(\d+)/.exec(added)![1]!
    const token = /access_token +(\S+)/.exec(await cli('token', 'issue', clientId!, '--member', id))![1]!
    const headers = { authorization: `Bearer ${token}` }
    const send = async (path: string, body: unknown, method = 'POST'): Promise<Record<string, unknown>> => {
      const answer = await api.request(path, { method, headers: { ...headers, prefer: 'wait=5' }, body })
      t.ok(answer.status < 300, `${method} ${path}: ${String(answer.status)} ${answer.text.slice(0, 300)}`)
      return JSON.parse(answer.text) as Record<string, unknown>
    }
    const traveller = { first_name: next(), last_name: next() }
    await send('/v2/segments', {
      segments: [
        {
          type: 'Air',
          source: 'airline_ba',
          airline: 'BA',
          flight_num: '304',
          origin: 'LHR',
          destination: 'CDG',
          departure_datetime: `${day(30)}T07:30`,
          confirmation_no: next(),
          ticket_number: next(),
          seat_assignment: next(),
          notes: `Passport ${next()}`,
          metadata: { private: next() },
          travelers: [{ ...traveller, loyalty_no: next(), ticket_number: next() }],
          booking_agent: next(),
          phone: `+41 ${next()} 1`,
          support_url: `https://example.com/${next()}`,
        },
        {
          type: 'Hotel',
          source: 'manual',
          hotel_name: next(),
          address1: next(),
          city_name: 'Paris',
          country: 'FR',
          checkin_date: day(30),
          checkout_date: day(32),
          confirmation_no: next(),
          room_description: next(),
          notes: next(),
        },
        {
          type: 'Car',
          source: 'manual',
          car_company: next(),
          pickup_datetime: `${day(30)}T10:00`,
          pickup_name: next(),
          confirmation_no: next(),
          license_plate: next(),
        },
        {
          type: 'Meeting',
          source: 'manual',
          activity_name: next(),
          venue: next(),
          organizer: next(),
          start_datetime: `${day(31)}T10:00`,
          meeting_instructions: next(),
        },
        {
          type: 'Restaurant',
          source: 'manual',
          restaurant_name: next(),
          start_datetime: `${day(31)}T20:00`,
          dress_code: next(),
          city_name: 'Paris',
          country: 'FR',
        },
      ],
    })
    let trips: Array<{ id: string }> = []
    const readable = async (): Promise<boolean> => {
      trips = JSON.parse((await api.request('/v2/trips/upcoming', { headers })).text) as typeof trips
      return trips.length > 0
    }
    await until('the trip is readable', readable)
    await send(`/v2/trips/${trips[0]!.id}`, { headline: next(), notes: [next()] }, 'PUT')
    await send('/v2/me', { gender: next(), zip: next() }, 'PUT')
    await send('/v2/accounts', { source: 'airline_dl', account_id: `${next()}7`, program_name: next() })
    await send('/v2/calendar-feeds', { name: next() })
    await api.request(`/v2/segments?confirmation_no=${next()}`, { headers })
    const signedIn = visitor(site)
    await signedIn.fill('/oauth/login', {
      email: firstEmail,
      password: PASSWORD,
    })
    const forgetful = visitor(site)
    await forgetful.fill('/oauth/forgot', { email: firstEmail })
    await until(
      'the mail is written',
      () =>
        existsSync(join(dir, 'mail')) &&
        filesIn(join(dir, 'mail')).some((file) => readFileSync(file, 'utf8').includes(firstEmail)),
    )
    const security = await signedIn.get('/account/security')
    await signedIn.submit(security, '/account/address', {
      new_email: `${next()}@mail.example`,
      address_password: PASSWORD,
    })
    const email = `${next()}@mail.example`
    t.match(await cli('member', 'address', id, email), `signs in with ${email}`)
    t.equal((await signedIn.get('/account/security')).status, 303, 'the session has ended')
    const hasEmail = async (): Promise<boolean> =>
      (await api.request('/v2/me', { headers })).text.includes(`"email":"${email}"`)
    await until('the record has the address', hasEmail)
    writeFileSync(join(dir, 'mail', `${word}.txt`), `To: ${email}\nSubject: x\n\n${next()}\n`)
    await pool.query(
      "insert into audit (event, actor_kind, actor_id, member_id, address, detail) values ('signed_in', 'member', $1::text, $1::bigint, $2, $3)",
      [id, next(), { agent: next() }],
    )
    await pool.query("update account set ownership = 'Vouched' where member_id = $1", [id])
    await pool.query(
      "insert into held_line (source, number_key, client_id, names, needs_proof, envelope, body) select source, loyalty_key(account_id), 'gds', array[$2], true, '{}', $3 from account where member_id = $1",
      [id, next(), next()],
    )
    await pool.query(
      "insert into parked_member (member_id, partition, since_seq, reason, error, attempts, version, announced) values ($1, 3, 1, 'fold', $2, 1, '1', true)",
      [id, next()],
    )
    await pool.query(
      "insert into parked_message (member_id, seq, subject, bytes, reason) values ($1, 1, $2, $3, 'fold')",
      [id, `seg.3.${id}`, Buffer.from(next())],
    )
    await pool.query(
      "insert into operator_command (partition, member_id, command, requested_by, reason, completed_at) values (3, $1, 'drop', 'x', $2, now())",
      [id, next()],
    )
    return { id, email, token, marks: all }
  }

  const stays = await person('remain')
  const gone = await person('vanish')
  t.ok(gone.marks.length >= 40, `${String(gone.marks.length)} marks`)
  await until(
    'the events are delivered',
    () => endpoint.got.some(({ body }) => body.includes(gone.marks.at(-20)!)) || endpoint.got.length > 20,
  )
  const before = await findings(pool, dir, gone.marks)
  t.ok(before.length >= 15, `the marks are in ${String(before.length)} places before: ${before.join(', ')}`)

  const kept = await findings(pool, dir, stays.marks)
  const printed = await cli('member', 'erase', gone.email)
  t.match(printed, /receipt \d+, requested by Erasing Officer/)
  t.match(printed, /segment +5/)
  t.notMatch(printed, new RegExp(gone.marks.join('|')))
  const recorded = await pool.query(
    "select o.created < e.requested_at as before from operator_command o join erasure e on e.member_id = $1 where o.command = 'member erase' and o.args ->> 'member' = $1::text",
    [gone.id],
  )
  t.same(recorded.rows, [{ before: true }], 'the command is recorded beforehand')
  const refused = await api.request('/v2/segments', {
    headers: { authorization: `Bearer ${gone.token}` },
    body: {
      segments: [
        {
          type: 'Hotel',
          source: 'manual',
          hotel_name: gone.marks[0],
          city_name: 'Paris',
          country: 'FR',
          checkin_date: day(40),
          checkout_date: day(41),
        },
      ],
    },
  })
  t.equal(refused.status, 401)

  const receipt = /receipt (\d+)/.exec(printed)![1]!
  await pool.query("update erasure set erased_at = now() - interval '20 minutes' where id = $1", [receipt])
  const doneAt = async (): Promise<boolean> =>
    (await pool.query('select from erasure where id = $1 and done_at is not null', [receipt])).rowCount === 1
  await until('the second pass', doneAt, 60_000)
  t.match(await cli('member', 'receipt', receipt), /second pass +\d{4}-/)
  t.same(await findings(pool, dir, gone.marks), [], 'no mark is left')
  const remaining = await pool.query('select member_id::text, email from erasure where id = $1', [receipt])
  t.same(remaining.rows, [{ member_id: gone.id, email: null }], 'the receipt has the id alone')

  const notices = endpoint.got.filter(({ event }) => event.member_id === gone.id && event.sequence === null)
  await until('the partner has the event', () =>
    endpoint.got.some(({ event }) => event.type === 'member.deleted'),
  )
  t.ok(notices.some(({ event }) => event.type === 'member.deauthorized'))
  const [deleted] = endpoint.got.filter(({ event }) => event.type === 'member.deleted')
  t.match(JSON.parse(deleted!.body), {
    member_id: gone.id,
    resource_id: gone.id,
    data: { object: { id: gone.id } },
  })

  const other = { authorization: `Bearer ${stays.token}` }
  const trips = (await api.request('/v2/trips/upcoming?segments=1', { headers: other })).text
  t.ok(stays.marks.filter((mark) => trips.includes(mark)).length > 20, 'the other person has everything')
  t.same(await findings(pool, dir, stays.marks), kept, 'in the same places as before')

  await pool.query(
    "insert into parked_message (member_id, seq, subject, bytes, reason) values ($1, 1, $2, $3, 'fold')",
    [gone.id, `seg.3.${gone.id}`, Buffer.from(gone.marks[0]!)],
  )
  t.match(await cli('member', 'erase', gone.id), /no member \d+ any more[^]*parked_message +2/)
  t.same(await findings(pool, dir, gone.marks), [], 'what came back is erased by the id alone')
  t.notMatch(
    readFileSync(join(dir, 'tripfold.log'), 'utf8'),
    /permission denied/,
    'each process as its own user of Postgres',
  )
})

/** Where a mark is found: columns of tables, files of streams, mails and logs. */
async function findings(pool: pg.Pool, dir: string, marks: string[]): Promise<string[]> {
  const pattern = marks.join('|')
  const inHex = marks.map((mark) => Buffer.from(mark).toString('hex')).join('|')
  const { rows: tables } = await pool.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition",
  )
  const found: string[] = []
  for (const { name } of tables) {
    if (OTHER_TABLES[name] === 'reference data') continue
    const { rows } = await pool.query<{ n: number }>(
      `select count(*)::int as n from "${name}" r where row_to_json(r)::text ~* $1`,
      [`${pattern}|${inHex}`],
    )
    if (rows[0]!.n > 0) found.push(name)
  }
  const files = [...filesIn(join(dir, 'nats')), ...filesIn(join(dir, 'mail')), join(dir, 'tripfold.log')]
  const text = new RegExp(pattern, 'i')
  for (const file of files)
    if (text.test(readFileSync(file, 'latin1'))) found.push(file.slice(dir.length + 1))
  return found
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((path) => statSync(path).isFile())
}
