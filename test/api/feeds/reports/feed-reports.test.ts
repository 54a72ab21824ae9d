/**
 * Whatever feeds send, their reports are the sums of the answers that their senders received (contract.md 8.4): several
 * feeds of several applications at once, good lines, each kind of bad one, and connections that are cut.
 */
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import t from 'tap'
import type { Test } from 'tap'
import { feedDays } from '../../../../db/feeds/feed-reports.js'
import type { FeedDay, FeedReport } from '../../../../schemas/feeds/feed-report.js'
import { authorise, feedFlight, makeFeedSupplier, openFeed } from '../../../support/api/feed-client.js'
import type { FeedAnswer } from '../../../support/api/feed-client.js'
import { ADA, startLoyalty } from '../../../support/api/loyalty.js'
import { propertyRuns } from '../../../support/property-runs.js'
import { until } from '../../../support/until.js'

t.setTimeout(150_000)

const loyalty = await startLoyalty(t)
const { ingress } = loyalty
const member = await ingress.createMember()
const stranger = await ingress.createMember()
const known = '20394811'
await loyalty.vouch(member, known)
await until('the account is registered', async () => {
  const { rows } = await ingress.database.pool.query(
    "select from account where account_id = $1 and ownership = 'Vouched'",
    [known],
  )
  return rows.length > 0
})

const of = { member_id: member }
const segments = [feedFlight()]
const toNumber = (account_id: string, changes: object = {}) => ({
  account: { source: 'airline_dl', account_id },
  segments: [feedFlight({ source: 'airline_dl', ...ADA, ...changes })],
})
const asDocument = (document: object) => ({ ...of, document })

/** Lines by what they are; `n` makes the locators and keys of a feed different. */
const KINDS = {
  good: (n: number) => ({ ...of, segments: [feedFlight({ confirmation_no: `GOOD${n}` })] }),
  repeated: () => ({ ...of, segments, key: 'repeated' }),
  reused: (n: number) => ({ ...of, segments: [feedFlight({ flight_num: `${n + 1}` })], key: 'repeated' }),
  known: (n: number) => toNumber(known, { confirmation_no: `KNOW${n}` }),
  unknown: (n: number) => toNumber(`777000${n}`),
  document: (n: number) => asDocument({ text: `a line of text ${n}`, media_type: 'text/plain' }),
  badDocument: () => asDocument({ text: 7 }),
  noJson: () => 'not json',
  noObject: () => '[]',
  noAddress: () => ({ segments }),
  badSource: () => ({ ...of, segments: [feedFlight(), feedFlight({ source: 'nobody' })] }),
  missing: () => ({ ...of, segments: [{ type: 'Air', source: 'sabre' }] }),
  badTime: () => ({ ...of, segments: [feedFlight({ departure_datetime: 'tomorrow' })] }),
  badAccount: () => ({ account: { source: 'nobody', account_id: '1' }, segments }),
  stranger: () => ({ member_id: stranger, segments }),
  foreignSource: () => ({ account: { source: 'airline_af', account_id: '1' }, segments }),
  noUtf8: () => Buffer.from([0x22, 0xff, 0x22]),
  blank: () => ' ',
} as const satisfies Record<string, (n: number) => object | string | Buffer>
type Kind = keyof typeof KINDS
const IS_FOR_ACCOUNT: readonly Kind[] = ['known', 'unknown']

const Feed = fc.record({
  client: fc.constantFrom('one', 'two', 'three'),
  kinds: fc.array(fc.constantFrom(...(Object.keys(KINDS) as Kind[])), { minLength: 1, maxLength: 60 }),
  isCut: fc.nat(4).map((n) => n === 0),
})

interface Sent {
  client: string
  request: string
  kinds: Kind[]
  isCut: boolean
  bytes: number
  answers: FeedAnswer[]
}

async function send({ client, kinds, isCut }: Omit<Sent, 'request' | 'bytes' | 'answers'>): Promise<Sent> {
  const request = randomUUID()
  const lines = kinds.map((kind, n) => {
    const line = KINDS[kind](n)
    return Buffer.isBuffer(line) ? line : Buffer.from(typeof line === 'string' ? line : JSON.stringify(line))
  })
  const body = Buffer.concat(lines.flatMap((line) => [line, Buffer.from('\n')]))
  const feed = await openFeed(ingress, { client, headers: { 'x-request-id': request } })
  feed.send(body)
  const sent = { client, request, kinds, isCut, bytes: body.length }
  if (!isCut) return { ...sent, answers: await feed.end() }
  const first = kinds.every((kind) => kind === 'blank') ? null : await feed.next()
  feed.cut()
  return { ...sent, answers: first === null ? [] : [first] }
}

/** The code under which a line is counted; null: it is accepted. */
function codeOf({ status, error, ...rest }: FeedAnswer): string | null {
  if (status === 202) return null
  const { errors, segments } = rest as {
    errors?: Array<{ error: string }>
    segments?: Array<{ errors: Array<{ error: string }> }>
  }
  return errors?.[0]?.error ?? error ?? segments!.find((one) => one.errors.length > 0)!.errors[0]!.error
}

type Counts = Pick<FeedDay, 'lines' | 'accepted' | 'account_lines' | 'documents'> & {
  codes: Record<string, number>
}

/** What the answers say. */
function received({ kinds, answers }: Sent): Counts {
  const codes: Record<string, number> = {}
  for (const code of answers.map(codeOf)) if (code !== null) codes[code] = (codes[code] ?? 0) + 1
  const good = answers.filter(({ status }) => status === 202)
  return {
    lines: answers.length,
    accepted: good.length,
    account_lines: good.filter(({ line }) => IS_FOR_ACCOUNT.includes(kinds[line - 1]!)).length,
    documents: good.filter(({ line }) => kinds[line - 1] === 'document').length,
    codes,
  }
}

function reported({ lines, accepted, account_lines, documents, rejections }: FeedDay | FeedReport): Counts {
  const codes = Object.fromEntries(rejections.map(({ code, lines }) => [code, lines]))
  return { lines, accepted, account_lines, documents, codes }
}

function sum(all: Counts[]): Counts {
  const total: Counts = { lines: 0, accepted: 0, account_lines: 0, documents: 0, codes: {} }
  for (const { codes, ...counts } of all) {
    for (const [name, n] of Object.entries(counts)) total[name as 'lines'] += n
    for (const [code, n] of Object.entries(codes)) total.codes[code] = (total.codes[code] ?? 0) + n
  }
  return total
}

const day = new Date().toISOString().slice(0, 10)
const read = async <T>(client: string, path = ''): Promise<T> => {
  const answer = await ingress.request(`/v2/feeds/reports${path}`, { token: await ingress.appToken(client) })
  t.equal(answer.status, 200)
  return answer.json as T
}

t.test('the reports of feeds are the sums of their answers', async (t) => {
  let run = 0
  await fc.assert(
    fc.asyncProperty(fc.array(Feed, { minLength: 9, maxLength: 12 }), async (made) => {
      run += 1
      const nameOf = (client: string): string => `${client}-${run}`
      for (const client of ['one', 'two', 'three']) {
        await makeFeedSupplier(ingress, nameOf(client))
        await authorise(ingress, member, nameOf(client))
      }
      // An application may run four feeds at once.
      const sent: Sent[] = []
      for (let from = 0; from < made.length; from += 4)
        sent.push(
          ...(await Promise.all(
            made.slice(from, from + 4).map((one) => send({ ...one, client: nameOf(one.client) })),
          )),
        )
      for (const client of new Set(sent.map((one) => one.client))) {
        const own = sent.filter((one) => one.client === client)
        const feeds = await until('all feeds have ended and are saved', async () => {
          const rows = await read<FeedReport[]>(client, `/${day}`)
          return rows.length === own.length && rows.every(({ ended }) => ended !== null) && rows
        })
        for (const feed of own)
          compare(
            t,
            feed,
            feeds.find(({ request_id: id }) => id === feed.request)!,
          )
        const [total, ...others] = await read<FeedDay[]>(client)
        t.same(others, [])
        t.match(total, { day, feeds: own.length, open_feeds: 0, rejected: total!.lines - total!.accepted })
        t.same(reported(total!), sum(feeds.map(reported)), 'a day is the sum of its feeds')
        await compareHeld(t, client, own, total!)
      }
    }),
    { numRuns: propertyRuns(10), endOnFailure: true },
  )
})

function compare(t: Test, sent: Sent, report: FeedReport): void {
  const counts = reported(report)
  const got = received(sent)
  t.equal(report.rejected, report.lines - report.accepted)
  t.equal(report.open_feeds, 0)
  if (sent.isCut) {
    t.ok(
      counts.lines >= got.lines && counts.lines <= sent.kinds.length,
      'no line that was answered is left out',
    )
    t.ok(Object.entries(got.codes).every(([code, n]) => counts.codes[code]! >= n))
    return
  }
  t.same(counts, got)
  t.equal(report.bytes, sent.bytes)
  for (const { code, examples } of report.rejections)
    t.same(
      examples,
      sent.answers
        .filter((one) => codeOf(one) === code)
        .map(({ line }) => line)
        .slice(0, 5),
    )
}

/** What operators see: the accepted lines for numbers that nobody has. */
async function compareHeld(t: Test, client: string, sent: Sent[], total: FeedDay): Promise<void> {
  t.notOk(JSON.stringify(total).includes('held'), 'an application does not see who has a number')
  if (sent.some(({ isCut }) => isCut)) return
  const expected = sent.flatMap(({ kinds, answers }) =>
    answers.filter(({ line, status }) => status === 202 && kinds[line - 1] === 'unknown'),
  )
  t.equal(await heldNow(client), expected.length)
}

async function heldNow(client: string): Promise<number> {
  const days = await feedDays(ingress.database.pool, client)
  return days.reduce((sum, { held }) => sum + held, 0)
}

t.test('what is released is no longer held', async (t) => {
  await makeFeedSupplier(ingress, 'held')
  const feed = await openFeed(ingress, { client: 'held' })
  feed.send(`${JSON.stringify(toNumber('555'))}\n`)
  t.match(await feed.end(), [{ status: 202 }])
  await until('the report has it', async () => (await heldNow('held')) === 1)
  await loyalty.vouch(member, '555')
  await until('its member has it', async () => (await heldNow('held')) === 0)
})

t.test('a path that is no day, and the token of a member, are refused', async (t) => {
  const token = await ingress.appToken('gds')
  for (const path of ['today', '2026-02-30', '2026-11-20T00:00'])
    t.match(await ingress.request(`/v2/feeds/reports/${path}`, { token }), { status: 404 })
  const refused = await ingress.request('/v2/feeds/reports', { token: await ingress.token(member) })
  t.equal(refused.status, 403)
  t.same(await read('gds', '/2026-11-20'), [])
})
