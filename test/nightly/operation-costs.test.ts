/**
 * Measures the cost of each declared operation and each page for a member with 6,000 segments: milliseconds of CPU time of
 * the API and the fold together, and of Postgres. Writes are those of write-cases.ts; reads ask for everything that their
 * parameters allow. New operations are included automatically.
 * `COSTS=1 npm test -- test/nightly/operation-costs.test.ts` writes the table of api/docs/limits.md; otherwise the test
 * only checks that the table has every operation and that each can be measured.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import t from 'tap'
import type { Test } from 'tap'
import { PARAMETERS } from '../../api/operation/parameters.js'
import type { Parameter } from '../../api/operation/parameter.js'
import { allPages } from '../../api/pages/routes.js'
import { OPERATIONS } from '../../api/routes/operations.js'
import { WEBHOOK_OPERATIONS } from '../../api/routes/webhooks/webhook-routes.js'
import { ROOT } from '../../ops/config/paths.js'
import { segmentsOf } from '../bench/data/made-members.js'
import { openApiContract } from '../support/api/openapi-contract.js'
import { startWebhookIngress } from '../support/api/webhook-ingress.js'
import type { WebhookIngress } from '../support/api/webhook-ingress.js'
import type { RequestOptions } from '../support/api/request.js'
import { WRITE_CASES } from '../support/api/write-cases.js'
import { newWorld } from '../support/api/write-world.js'
import type { World } from '../support/api/write-world.js'
import { authNode } from '../support/auth/auth-node.js'
import { signedInMember } from '../support/auth/auth-fixtures.js'
import { startExportWorker } from '../support/export-worker.js'
import { until } from '../support/until.js'

t.setTimeout(1_800_000)

const SEGMENTS = 6_000
const BATCH = 500
/** Reads are cheap and measured together; the clock of Postgres' processes ticks every 10 ms. */
const READS = 5
const TICK_MS = 10
const OFFSET = 4_000
const DOCUMENT = join(ROOT, 'api/docs/limits.md')
const BEGIN = '<!-- made by test/nightly/operation-costs.test.ts -->\n'
const END = '<!-- end -->\n'
/** The tables with a member's data for the fold and the API. */
const LIFE = [
  ['member', 'id'],
  ['segment', 'member_id'],
  ['trip', 'member_id'],
  ['raw_batch', 'member_id'],
] as const
const isWanted = (process.env['COSTS'] ?? '') !== ''

interface Cost {
  node: number
  postgres: number
}

const operations = [...OPERATIONS, ...WEBHOOK_OPERATIONS]
  .map(({ declaration }) => declaration)
  .filter(({ undocumented }) => undocumented !== true)
const textOf = (): string => readFileSync(DOCUMENT, 'utf8')

t.test('the table of limits.md has every operation', (t) => {
  const table = textOf().split(BEGIN)[1]?.split(END)[0] ?? ''
  t.same(
    operations.map(({ id }) => id).filter((id) => !table.includes(`| \`${id}\` |`)),
    [],
  )
  t.end()
})

t.test('what they cost', async (t) => {
  const stack = await startWebhookIngress(t, { fold: true })
  const { pool } = stack.ingress.database
  const world = await newWorld(stack, 'partner')
  const made = segmentsOf(SEGMENTS).map((segment) => ({ ...segment, source: 'manual' }))
  const raws: number[] = []
  for (let at = 0; at < made.length; at += BATCH) {
    const body = { segments: made.slice(at, at + BATCH) }
    const { json } = await world.asMember('/v2/segments', 'POST', body, { prefer: 'wait=10' })
    raws.push(...(json as Array<{ _id: number }>).map(({ _id }) => _id))
  }
  const costs = new Map<string, Cost>()
  const context: Context = {
    stack,
    world,
    ids: await idsOf(world, raws),
    measure: meter(await postmaster(pool)),
    costs,
    record: (id, cost) => {
      const known = costs.get(id)
      if (known === undefined || sum(known) < sum(cost)) costs.set(id, cost)
    },
  }
  await measureOperations(context)
  await measurePagesAndJobs(t, context)
  t.same(
    operations.map(({ id }) => id).filter((id) => !costs.has(id)),
    [],
    'every operation was measured',
  )
  if (!isWanted) return
  const [before = '', rest = ''] = textOf().split(BEGIN)
  writeFileSync(DOCUMENT, `${before}${BEGIN}${tableOf(costs)}${END}${rest.split(END)[1] ?? ''}`)
})

interface Context {
  stack: WebhookIngress
  /** The member with all the segments. */
  world: World
  /** By the names that paths give them. */
  ids: Readonly<Record<string, string>>
  measure: (times: number, work: () => Promise<void>) => Promise<Cost>
  costs: ReadonlyMap<string, Cost>
  /** Keeps the highest. */
  record: (id: string, cost: Cost) => void
}

async function measureOperations({ stack, world, ids, measure, costs, record }: Context): Promise<void> {
  const { ingress } = stack
  const document = (await ingress.request('/openapi.json')).json as Record<string, unknown>
  for (const { id, method, path, template, ways } of openApiContract(document).operations) {
    const declared = operations.find(({ route }) => route === `${method} ${template}`)
    // One of the operations that each segment type has: the types cost the same.
    if (declared === undefined || costs.has(declared.id)) continue
    const forMembers = ways.some((way) => way.includes('memberToken'))
    const ask = async (by: World, asked: string, options: RequestOptions): Promise<void> => {
      const token = ways.length === 0 ? {} : { token: by.tokens[forMembers ? 'member' : 'app'] }
      const { status, text } = await ingress.request(asked, { ...token, ...options })
      // Nobody has read the document that is confirmed.
      if (status >= 400 && status !== 409) throw new Error(`${id} ${asked}: ${status} ${text.slice(0, 300)}`)
    }
    const names = declared.parameters ?? []
    if (method === 'GET') {
      const headers = { accept: path.endsWith('.ics') ? 'text/calendar' : '*/*' }
      const asked = filled(path, ids) + queryOf(names)
      record(
        declared.id,
        await measure(READS, async () => {
          await ask(world, asked, { headers })
        }),
      )
    }
    for (const prepare of method === 'GET' ? [] : [WRITE_CASES[id] ?? []].flat().slice(0, 1)) {
      const another = await newWorld(stack, 'partner')
      await copyLife(ingress.database.pool, world.member, another.member)
      const { path: asked, headers = {}, ...request } = await prepare(another)
      const prefer: Record<string, string> = names.includes('prefer') ? { prefer: 'wait=10' } : {}
      record(
        declared.id,
        await measure(1, async () => {
          await ask(another, asked, { ...request, headers: { ...prefer, ...headers } })
        }),
      )
    }
  }
}

async function measurePagesAndJobs(t: Test, { stack, world, ids, measure, record }: Context): Promise<void> {
  const { database, deps } = stack.ingress
  const { connectionString = '' } = database.pool.options
  const node = await authNode(t, { databaseUrl: connectionString, publish: deps.publish })
  await node.knex('member_login').insert({
    ...{ member_id: world.member, email: 'a@mail.example', email_key: 'a@mail.example' },
    ...{ first_name: 'Ada', last_name: 'Example', password_hash: 'none' },
  })
  const who = await signedInMember(node, { id: world.member, email: '' })
  for (const { route } of allPages(node.auth.deps).filter(({ route }) =>
    /^GET \/account[^*]*$/.test(route),
  )) {
    const asked = filled(route.slice('GET '.length).replaceAll(/:(\w+)/g, '{$1}'), ids)
    record(
      route,
      await measure(READS, async () => {
        const { status, text } = await who.get(asked)
        // Those about an application that the query names are not found.
        if (status >= 400 && status !== 404) throw new Error(`${asked}: ${status} ${text.slice(0, 300)}`)
      }),
    )
  }
  await startExportWorker(t, node)
  const { jobs, ids: generator } = node.auth.deps
  for (const as of ['json', 'ics'] as const) {
    const job = { id: generator.next(), kind: 'export' as const, member: world.member, input: { as } }
    record(
      `job export (${as})`,
      await measure(1, async () => {
        await jobs.ask(job, { unfinished: 1, perDay: 9 })
        await until(
          'it is made',
          async () => (await jobs.list(world.member, 'export'))[0]?.state === 'done',
          60_000,
        )
      }),
    )
  }
}

const sum = ({ node, postgres }: Cost): number => node + postgres

function tableOf(costs: ReadonlyMap<string, Cost>): string {
  const rows = [...costs].sort(([, a], [, b]) => sum(b) - sum(a))
  const lines = rows.map(([id, { node, postgres }]) => `| \`${id}\` | ${shown(node)} | ${shown(postgres)} |`)
  return `\n| Operation, page or job | API and fold, ms | Postgres, ms |\n|---|---|---|\n${lines.join('\n')}\n\n`
}

/** Copies the itinerary to another member. */
async function copyLife(pool: pg.Pool, from: string, to: string): Promise<void> {
  await pool.query('delete from member where id = $1', [to])
  for (const [table, owner] of LIFE) {
    const { rows } = await pool.query<{ name: string }>(
      `select quote_ident(column_name) as name from information_schema.columns
       where table_name = $1 and table_schema = 'public' and is_generated = 'NEVER' and column_name <> $2`,
      [table, owner],
    )
    const columns = rows.map(({ name }) => name).join(', ')
    await pool.query(
      `insert into ${table} (${owner}, ${columns}) select $2, ${columns} from ${table} where ${owner} = $1`,
      [from, to],
    )
  }
  await pool.query('update member set doc = replace(doc, $1::text, $2::text) where id = $2::bigint', [
    from,
    to,
  ])
}

/** Two digits; more would be noise. */
const shown = (ms: number): string => (ms < 1 ? 'under 1' : Number(ms.toPrecision(2)).toString())

/** The same ids under all names that paths use. */
async function idsOf(
  { asMember, asApp, receiver }: World,
  raws: readonly number[],
): Promise<Record<string, string>> {
  const raw = String(raws[Math.floor(raws.length / 2)])
  const segment = (await asMember(`/v2/segments/${raw}`)).json as { id: string; trip_id: string }
  const account = (await asMember('/v2/accounts', 'POST', { source: 'airline_dl', account_id: '1' })).json
  const callback = (await asApp('/v2/callbacks', 'POST', { url: receiver })).json as { id: string }
  await asApp(`/v2/callbacks/${callback.id}/replay`, 'POST')
  const [event] = (await asApp('/v2/events')).json as Array<{ id: string }>
  const batch = await asMember('/v2/segments', 'POST', { segments: segmentsOf(1, SEGMENTS) })
  return {
    trip_id: segment.trip_id,
    trip: segment.trip_id,
    segment_id: segment.id,
    segment: segment.id,
    account_id: (account as { id: string }).id,
    callback_id: callback.id,
    event_id: event?.id ?? '',
    source_id: 'manual',
    batch_id: batch.headers.get('location')?.split('/').at(-1) ?? '',
    document_id: ((await asMember('/v2/documents', 'POST', {})).json as { id: string }).id,
  }
}

const filled = (path: string, ids: Readonly<Record<string, string>>): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '1')

/** The most that the parameters can ask for: the largest page, at a large offset, with everything. */
function queryOf(names: ReadonlyArray<keyof typeof PARAMETERS>): string {
  const query = new URLSearchParams()
  for (const key of names) {
    const { name, reading, max, required, example, in: place }: Parameter = PARAMETERS[key]
    if (place !== 'query') continue
    if (name === 'offset') query.set(name, String(OFFSET))
    else if (max !== undefined) query.set(name, String(max))
    else if (reading === 'flag' && name !== 'unfiled' && name !== 'undelivered') query.set(name, '1')
    else if (required === true) query.set(name, String(example))
  }
  return `?${query.toString()}`
}

/** Measures the mean of `times` runs, after one that is not counted if there are several. */
function meter(main: number) {
  return async (times: number, work: () => Promise<void>): Promise<Cost> => {
    if (times > 1) await work()
    const before = { node: process.cpuUsage(), postgres: cpuOfServer(main) }
    for (let n = 0; n < times; n++) await work()
    const { user, system } = process.cpuUsage(before.node)
    return { node: (user + system) / 1_000 / times, postgres: (cpuOfServer(main) - before.postgres) / times }
  }
}

async function postmaster(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid')
  return statOf(rows[0]?.pid ?? 0)?.parent ?? 0
}

/** Milliseconds of CPU time of Postgres, including ended processes. */
function cpuOfServer(main: number): number {
  const own = statOf(main)
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => statOf(Number(name)))
    .filter((stat) => stat?.parent === main)
  return [own, ...children].reduce(
    (ms, stat) => ms + (stat?.ms ?? 0) + (stat === own ? (stat?.ended ?? 0) : 0),
    0,
  )
}

/** Null for a process that has ended. */
function statOf(pid: number): { parent: number; ms: number; ended: number } | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [parent = 0] = fields.slice(1, 2)
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15)
    return { parent, ms: (user + system) * TICK_MS, ended: (endedUser + endedSystem) * TICK_MS }
  } catch {
    return null
  }
}
