/**
 * Erases a person with a mark in every field and on every surface that accepts one. Afterwards, marks remain only in the
 * places listed in personal-data.md.
 */
import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import t from 'tap'
import type { Test } from 'tap'
import { PERSON_TABLES } from '../../db/person/person-tables.js'
import { ROOT } from '../../ops/config/paths.js'
import { readRunConfig } from '../../ops/stack/ready-file.js'
import { authorizePath, decide, location } from '../support/auth/auth-fixtures.js'
import { addPasskey, setUpFactor } from '../support/auth/factors.js'
import { SoftwareAuthenticator } from '../support/auth/software-authenticator.js'
import { visitor } from '../support/auth/visitor.js'
import type { Visitor } from '../support/auth/visitor.js'
import { receiver } from '../support/delivery/receiver.js'
import { findMarks, markedSegments, marksOf } from '../support/erasure-marks.js'
import { flightMail, pipeMail } from '../support/pipe-mail.js'
import { httpsSite } from '../support/https-site.js'
import { sharedStack } from '../support/shared-stack.js'
import { stackEnvironment } from '../support/stack.js'
import { until } from '../support/until.js'

t.setTimeout(300_000)

const COMMAND_MS = 150_000
const DAY_MS = 86_400_000
const PASSWORD = 'a long and quiet password'
const CALLBACK = 'https://partner.example/cb'
const day = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)

const DOCUMENT = readFileSync(join(ROOT, 'ops/docs/personal-data.md'), 'utf8')

/** Places of `findMarks` that keep marks, and the row of personal-data.md that says for how long. */
const REMAINS: Readonly<Record<string, string>> = {
  'postgres/base': 'Deleted rows in the files of Postgres',
  'postgres/pg_wal': 'The write-ahead log of Postgres',
  pg_statistic: 'Values in the samples of the planner',
  account_registration: 'The line of a loyalty number that nobody proved',
  held_line: "Feed lines held for a loyalty number that nobody proved to be the member's",
}
/** Tables of a person that hold only ids, times and hashes. */
const WORDLESS = new Set(
  'background_job delivery fan_out_progress member_recovery_code oauth_grant shared_trip test_member'.split(
    ' ',
  ),
)

t.test(
  'nothing of an erased person is left but what is declared, and everything of another is',
  async (t) => {
    const stack = await sharedStack()
    const { ready, dir } = stack
    const config = readRunConfig(dir)!
    const pool = new pg.Pool({ connectionString: config.DATABASE_URL, max: 2 })
    t.teardown(async () => {
      await pool.end()
    })
    const front = httpsSite(t, ready.base_url, ready.ca_file)
    const site = httpsSite(t, ready.auth_url, ready.ca_file)
    const endpoint = await receiver(t)
    endpoint.reply(({ body }, response) => {
      response.end(body)
    })
    const ask = async (
      path: string,
      headers: Record<string, string>,
      { method, body }: { method?: string; body?: unknown } = {},
    ): ReturnType<typeof front.call> =>
      await front.call(path, {
        method: method ?? (body === undefined ? 'GET' : 'POST'),
        headers: { ...headers, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
    const cli = async (...args: string[]): Promise<string> => {
      const { stdout } = await promisify(execFile)(process.execPath, ['ops/bootstrap.mjs', 'cli', ...args], {
        cwd: ROOT,
        env: stackEnvironment(dir, { OPERATOR: 'Erasing Officer' }),
        timeout: COMMAND_MS,
      })
      return stdout
    }
    const added = await cli('app', 'add', '--name', 'Knows people', '--redirect', CALLBACK)
    const [clientId = '', clientSecret = ''] = ['client_id', 'client_secret'].map(
      (name) => new RegExp(`${name} +(\\S+)`).exec(added)![1]!,
    )
    const asApp = { client_id: clientId, client_secret: clientSecret }
    const made = await ask('/v2/callbacks', asApp, { body: { url: endpoint.url, events: ['*'] } })
    t.equal(made.status, 201)

    const mailFolder = join(dir, 'mail')
    const mailsTo = (email: string): string[] =>
      (existsSync(mailFolder) ? readdirSync(mailFolder).sort() : [])
        .map((name) => readFileSync(join(mailFolder, name), 'utf8'))
        .filter((text) => text.startsWith(`To: ${email}\n`))

    /** Signs a person up, connects the application, and writes marks wherever the two can. */
    const person = async (word: string) => {
      const marks = marksOf(word)
      const { next } = marks
      const odd = (): Record<string, string> => ({ 'x-request-id': next(), 'user-agent': next() })
      const firstEmail = `${next()}@mail.example`
      for (const email of [firstEmail.toUpperCase(), firstEmail]) {
        const browser = visitor(site)
        const form = { email, first_name: next(), last_name: next(), password: PASSWORD }
        t.equal((await browser.fill('/oauth/signup', form, odd())).status, 200)
        const mail = await until('a link', () => mailsTo(email)[0])
        const link = await browser.get(/https:\/\/\S+/.exec(mail)![0].slice(ready.auth_url.length))
        if (email === firstEmail)
          t.match(await browser.submit(link, '/oauth/confirm', {}, odd()), { status: 200 })
      }
      const links = await pool.query('select payload::text from mail_link where payload::text ~ $1', [word])
      t.same(links.rows, [], 'a sign-up is forgotten when it is confirmed, with the others for the address')

      const signedIn = visitor(site)
      await signedIn.fill('/oauth/login', { email: firstEmail, password: PASSWORD }, odd())
      const app = { clientId, clientSecret, redirectUri: CALLBACK }
      const consent = await decide(signedIn, authorizePath(app as never, { state: next() }), 'allow')
      const tokens = await site.post(
        '/oauth/token',
        {
          ...asApp,
          grant_type: 'authorization_code',
          redirect_uri: CALLBACK,
          code: location(consent).get('code')!,
        },
        odd(),
      )
      const token = String(tokens.json()['access_token'])
      const headers = { authorization: `Bearer ${token}` }
      const id = String((await ask('/v2/me', headers)).json()['id'])
      const send = async (path: string, body: unknown, method = 'POST'): Promise<Record<string, unknown>> => {
        const keys = {
          ...odd(),
          prefer: 'wait=5',
          ...(method === 'POST' ? { 'idempotency-key': next() } : {}),
        }
        const answer = await ask(path, { ...headers, ...keys }, { method, body })
        t.ok(answer.status < 300, `${method} ${path}: ${String(answer.status)} ${answer.text.slice(0, 300)}`)
        return answer.json()
      }
      const segments = markedSegments(marks, day(30))
      await send('/v2/segments', { segments })
      const trips = await until('a trip is readable', async () => {
        const found = JSON.parse((await ask('/v2/trips/upcoming', headers)).text) as Array<{ id: string }>
        return found.length > 0 && found
      })
      const trip = trips[0]!.id
      await send(`/v2/trips/${trip}`, { headline: next(), notes: [next()] }, 'PUT')
      const words = [
        'first_name',
        'last_name',
        'gender',
        'home_city',
        'state',
        'zip',
        'country',
        'url',
        'profile_image_url',
      ]
      await send('/v2/me', Object.fromEntries(words.map((name) => [name, next()])), 'PUT')
      const unproven = new Set<string>()
      for (const source of ['airline_dl', 'airline_ba']) {
        const number = next()
        if (source === 'airline_ba') unproven.add(number)
        await send('/v2/accounts', { source, account_id: number, program_name: next() })
      }
      await send('/v2/calendar-feeds', { name: next() })
      const document = await send('/v2/documents?dry_run=1', {
        '@context': 'https://schema.org',
        '@type': 'FoodEstablishmentReservation',
        reservationNumber: next(),
        startTime: `${day(40)}T19:00`,
        underName: { '@type': 'Person', name: next() },
        reservationFor: { '@type': 'Restaurant', name: next(), address: { addressLocality: next() } },
      })
      await until('the document is read', async () =>
        (await ask(`/v2/documents/${String(document['id'])}`, headers)).text.includes('"status":"read"'),
      )
      await mailToMember(t, signedIn, config.DATABASE_URL, next)
      for (const path of [
        `segments?confirmation_no=${next()}`,
        `trips/${next()}`,
        `batches/${next()}?${next()}=1`,
      ])
        await ask(`/v2/${path}`, { ...headers, ...odd() })
      await ask(
        '/v2/segments',
        { ...headers, ...odd() },
        { body: { segments: [{ type: next(), [next()]: next() }] } },
      )

      await signedIn.fillAt(`/account/report?app=${clientId}`, '/account/report', { words: next() }, odd())
      await signedIn.fillAt(
        `/account/trips/${trip}`,
        `/account/trips/${trip}/share`,
        { expiry: 'never' },
        odd(),
      )
      await visitor(site).fill('/oauth/forgot', { email: firstEmail }, odd())
      await visitor(site).fill('/oauth/login', { email: firstEmail, password: next() }, odd())
      const asked = `${next()}@mail.example`
      const form = { new_email: asked, address_password: PASSWORD }
      await signedIn.fillAt('/account/security', '/account/address', form, odd())
      await until('the mails are written', () => mailsTo(asked).length > 0)
      const email = `${next()}@mail.example`
      t.match(await cli('member', 'address', id, email), `signs in with ${email}`)
      t.equal((await signedIn.get('/account/security')).status, 303, 'the session has ended')
      await until('the record has the address', async () =>
        (await ask('/v2/me', headers)).text.includes(email),
      )
      await visitor(site).fill('/oauth/forgot', { email }, odd())
      await until('its mail is written', () => mailsTo(email).length > 0)
      await signedIn.fill('/oauth/login', { email, password: PASSWORD }, odd())
      const another = { new_email: `${next()}@mail.example`, address_password: PASSWORD }
      await signedIn.fillAt('/account/security', '/account/address', another, odd())
      t.equal((await addPasskey(signedIn, new SoftwareAuthenticator(ready.auth_url), {}, next())).status, 303)
      t.match((await setUpFactor(signedIn, Date.now())).answer.text, /Your recovery codes/)
      await visitor(site).fill('/oauth/login', { email, password: PASSWORD }, odd())
      await until('its mail is written', () => mailsTo(another.new_email).length > 0)
      await setAside(pool, id, next, unproven)
      return { id, email, token, marks, unproven }
    }

    const stays = await person('remain')
    const gone = await person('vanish')
    const remaining = async ({ marks }: typeof gone): ReturnType<typeof findMarks> =>
      await findMarks(marks, config.DATABASE_URL, dir)
    await until('the events are delivered', () =>
      endpoint.got.some(({ event }) => event.type === 'trip.updated' && event.member_id === gone.id),
    )
    const before = await remaining(gone)
    const found = new Set([...before].flatMap(([, marks]) => [...marks]))
    t.comment(
      `${gone.marks.all.length} marks, ${found.size} of them in ${before.size} places: ${[...before.keys()].join(', ')}`,
    )
    t.ok(found.size > 250)
    for (const { table } of PERSON_TABLES)
      t.ok(before.has(table) || WORDLESS.has(table), `${table} has marks before, so that it would be noticed`)

    const kept = await remaining(stays)
    const printed = await cli('member', 'erase', gone.email)
    t.match(printed, /receipt \d+, requested by Erasing Officer/)
    t.match(printed, /segment +13/)
    t.notMatch(printed, new RegExp(gone.marks.word))
    const recorded = await pool.query(
      "select o.created < e.requested_at as before from operator_command o join erasure e on e.member_id = $1 where o.command = 'member erase' and o.args ->> 'member' = $1::text",
      [gone.id],
    )
    t.same(recorded.rows, [{ before: true }], 'the command is recorded beforehand')
    const refused = await ask(
      '/v2/segments',
      { authorization: `Bearer ${gone.token}`, 'x-request-id': gone.marks.next() },
      { body: { segments: [{ type: gone.marks.next() }] } },
    )
    t.equal(refused.status, 401)
    const isLogged = async (): Promise<boolean> =>
      (await pool.query('select from request_log where status = 401 and member_id = $1', [gone.id]))
        .rowCount === 1
    await until('its request is logged', isLogged)

    const receipt = /receipt (\d+)/.exec(printed)![1]!
    await pool.query("update erasure set erased_at = now() - interval '20 minutes' where id = $1", [receipt])
    const doneAt = async (): Promise<boolean> =>
      (await pool.query('select from erasure where id = $1 and done_at is not null', [receipt])).rowCount ===
      1
    await until('the second pass', doneAt, 60_000)
    t.match(await cli('member', 'receipt', receipt), /second pass +\d{4}-/)
    const rewrite = /```sql\n *(vacuum[^;]+);/.exec(DOCUMENT)![1]!
    let left = await remaining(gone)
    const inFiles = (): string[] =>
      [...(left.get('postgres/base') ?? []), ...(left.get('pg_statistic') ?? [])].filter(
        (mark) => !gone.unproven.has(mark),
      )
    // A row that an open transaction may still see outlives a rewrite.
    for (let rewrites = 0; rewrites === 0 || (rewrites < 10 && inFiles().length > 0); rewrites += 1) {
      await pool.query(rewrite)
      await pool.query('checkpoint')
      left = await remaining(gone)
    }
    t.same(undeclared(left, gone.unproven), [], 'no mark is left but where it is declared')
    t.same(inFiles(), [], 'nor in tables and samples after the command of the document')
    const receipts = await pool.query('select member_id::text, email from erasure where id = $1', [receipt])
    t.same(receipts.rows, [{ member_id: gone.id, email: null }], 'the receipt has the id alone')

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

    t.same(ofService(await remaining(stays)), ofService(kept), 'the other person has everything where it was')

    await pool.query(
      "insert into parked_message (member_id, seq, subject, bytes, reason) values ($1, 1, $2, $3, 'fold')",
      [gone.id, `seg.3.${gone.id}`, Buffer.from(gone.marks.next())],
    )
    t.match(await cli('member', 'erase', gone.id), /no member \d+ any more[^]*parked_message +2/)
    t.same(undeclared(await remaining(gone), gone.unproven), [], 'what came back is erased by the id alone')
  },
)

t.test('personal-data.md says of everything that remains for how long', (t) => {
  const rows = [...DOCUMENT.matchAll(/^\| ([^|]+) \| ([^|]+) \|$/gm)].map(([, what = '', long = '']) => ({
    what,
    long,
  }))
  for (const says of Object.values(REMAINS))
    t.ok(
      rows.some(({ what, long }) => what.startsWith(says) && long.length > 3),
      says,
    )
  t.end()
})

type Found = Awaited<ReturnType<typeof findMarks>>

/** Places with marks, other than declared ones; of those for a number that nobody proved, only with its own marks. */
function undeclared(found: Found, unproven: ReadonlySet<string>): string[] {
  return [...found].flatMap(([place, marks]) => {
    if (!(place in REMAINS)) return [`${place}: ${[...marks].slice(0, 5).join(' ')}`]
    const others = /^(postgres\/|pg_)/.test(place) ? [] : [...marks].filter((mark) => !unproven.has(mark))
    return others.map((mark) => `${place}: ${mark}`)
  })
}

/** What the service itself stores, sorted; without Postgres' own files and statistics, and rows that jobs end. */
function ofService(found: Found): Array<[place: string, marks: string[]]> {
  return [...found]
    .filter(([place]) => !/^(postgres\/|pg_|account_registration$)/.test(place))
    .map(([place, marks]): [string, string[]] => [place, [...marks].sort()])
    .sort(([a], [b]) => (a < b ? -1 : 1))
}

/** Makes an address for mails and sends one to it; it waits. */
async function mailToMember(t: Test, who: Visitor, url: string, next: () => string): Promise<void> {
  const made = await who.fill('/account/mail', { name: next() })
  const address = /id="link">([^<]+)</.exec(made.text)![1]!
  const marked = { from: `${next()} <${next()}@mail.example>`, passenger: next(), locator: next() }
  const { code, output } = await pipeMail(url, address, flightMail({ day: day(50), ...marked }))
  t.match([code, output], [0, /waits for the member/])
  const document = /\d{6,}/.exec(output)![0]
  await until('the mail is read', async () =>
    (await who.get(`/account/documents/${document}`)).text.includes('What was read'),
  )
}

/** Inserts rows that only faults and suppliers create. Adds the marks of an unproven number to `unproven`. */
async function setAside(pool: pg.Pool, id: string, next: () => string, unproven: Set<string>): Promise<void> {
  const [name, line] = [next(), next()]
  for (const mark of [name, line]) unproven.add(mark)
  const held = `insert into held_line (source, number_key, client_id, names, needs_proof, envelope, body)
    select source, loyalty_key(account_id), 'gds', array[$2], true, '{}', $3 from account where member_id = $1 and source = $4`
  await pool.query(held, [id, name, line, 'airline_ba'])
  await pool.query(held, [id, next(), next(), 'airline_dl'])
  await pool.query(
    "update account set ownership = 'Vouched' where member_id = $1 and source = 'airline_dl'",
    [id],
  )
  for (const [sql, ...values] of [
    [
      "insert into audit (event, actor_kind, actor_id, member_id, address, detail) values ('signed_in', 'member', $1::text, $1::bigint, $2, jsonb_build_object('agent', $3::text))",
      next(),
      next(),
    ],
    [
      "insert into parked_member (member_id, partition, since_seq, reason, error, attempts, version, announced) values ($1, 3, 1, 'fold', $2, 1, '1', true)",
      next(),
    ],
    [
      "insert into parked_message (member_id, seq, subject, bytes, reason) values ($1, 1, 'seg.3', $2, 'fold')",
      Buffer.from(next()),
    ],
    [
      "insert into operator_command (partition, member_id, command, requested_by, reason, completed_at) values (3, $1, 'drop', 'x', $2, now())",
      next(),
    ],
    ['insert into mail_sender (id, member_id, sender) values ($1::bigint, $1::bigint, $2)', next()],
    ['insert into saved_message (member_id, batch, bytes) values ($1, 1, $2)', Buffer.from(next())],
    [
      "insert into quarantined_event (event_id, created, member_id, sequence, type, error) values (gen_random_uuid(), now(), $1, 0, 'x', $2)",
      next(),
    ],
  ] as const)
    await pool.query(sql, [id, ...values])
}
