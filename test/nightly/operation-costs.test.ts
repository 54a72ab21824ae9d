/**
 * What each declared operation and each page of a member costs once the member has 6,000 segments: milliseconds of
 * processor time of the API and the fold together, and of Postgres. Every operation is done as write-cases.ts does it, or
 * read with all that its parameters can ask for; a new one is measured without further steps.
 * `COSTS=1 npm test -- test/nightly/operation-costs.test.ts` writes the table of api/docs/limits.md; otherwise the test
 * only checks that the table has every operation.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import t from 'tap'
import { PARAMETERS } from '../../api/operation/parameters.js'
import type { Parameter } from '../../api/operation/parameter.js'
import { allPages } from '../../api/pages/routes.js'
import { OPERATIONS } from '../../api/routes/operations.js'
import { WEBHOOK_OPERATIONS } from '../../api/routes/webhooks/webhook-routes.js'
import { ROOT } from '../../ops/config/paths.js'
import { segmentsOf } from '../bench/data/made-members.js'
import { openApiContract } from '../support/api/openapi-contract.js'
import { startWebhookIngress } from '../support/api/webhook-ingress.js'
import { WRITE_CASES } from '../support/api/write-cases.js'
import { newWorld } from '../support/api/write-world.js'
import { authNode } from '../support/auth/auth-node.js'
import { signedInMember } from '../support/auth/auth-fixtures.js'
import { startExportWorker } from '../support/export-worker.js'

t.setTimeout(1_800_000)

const SEGMENTS = 6_000
const BATCH = 500
/** Reads are cheap and measured together; the clock of Postgres' processes ticks every 10 ms. */
const READS = 20
const WRITES = 3
const TICK_MS = 10
const OFFSET = 5_000
const DOCUMENT = join(ROOT, 'api/docs/limits.md')
const BEGIN = '<!-- made by test/nightly/operation-costs.test.ts -->\n'
const END = '<!-- end -->\n'
const isWanted = (process.env['COSTS'] ?? '') !== ''

interface Cost {
  node: number
  postgres: number
}

const operations = [...OPERATIONS, ...WEBHOOK_OPERATIONS].map(({ declaration }) => declaration)
const textOf = (): string => readFileSync(DOCUMENT, 'utf8')

t.test('the table of limits.md has every operation', (t) => {
  const table = textOf().split(BEGIN)[1]?.split(END)[0] ?? ''
  t.same(
    operations.map(({ id }) => id).filter((id) => !table.includes(`| \`${id}\` |`)),
    [],
  )
  t.end()
})

t.test('what they cost', { skip: isWanted ? false : 'COSTS=1 writes the table' }, async (t) => {
  const stack = await startWebhookIngress(t, { fold: true })
  const { ingress } = stack
  const { pool } = ingress.database
  const world = await newWorld(stack, 'partner')
  const made = segmentsOf(SEGMENTS).map((segment) => ({ ...segment, source: 'manual' }))
  const raws: number[] = []
  for (let at = 0; at < made.length; at += BATCH) {
    const body = { segments: made.slice(at, at + BATCH) }
    const { json } = await world.asMember('/v2/segments', 'POST', body, { prefer: 'wait=10' })
    raws.push(...(json as Array<{ _id: number }>).map(({ _id }) => _id))
  }
  const measure = meter(await postmaster(pool))
  const costs = new Map<string, Cost>()
  const record = (id: string, cost: Cost): void => {
    const known = costs.get(id)
    if (known === undefined || sum(known) < sum(cost)) costs.set(id, cost)
  }

  const document = (await ingress.request('/openapi.json')).json as Record<string, unknown>
  const ids = await idsOf(world, raws)
  for (const operation of openApiContract(document).operations) {
    const declared = operations.find(({ route }) => route === `${operation.method} ${operation.template}`)
    if (declared === undefined) continue
    const forMembers = operation.ways.some((way) => way.includes('memberToken'))
    const token =
      operation.ways.length === 0 ? {} : { token: forMembers ? world.tokens.member : world.tokens.app }
    const ask = async (path: string, options: object): Promise<void> => {
      const { status, text } = await ingress.request(path, { ...token, ...options })
      if (status >= 400) throw new Error(`${operation.id} ${path}: ${status} ${text.slice(0, 300)}`)
    }
    if (operation.method === 'GET') {
      const accept = operation.path.endsWith('.ics') ? 'text/calendar' : '*/*'
      const path = filled(operation.path, ids) + queryOf(declared.parameters ?? [])
      record(declared.id, await measure(READS, async () => await ask(path, { headers: { accept } })))
      continue
    }
    for (const prepare of [WRITE_CASES[operation.id] ?? []].flat()) {
      for (let n = 0; n < WRITES; n++) {
        const { path, headers = {}, ...request } = await prepare(world)
        const prefer = declared.parameters?.includes('prefer') === true ? { prefer: 'wait=10' } : {}
        record(
          declared.id,
          await measure(1, async () => await ask(path, { ...request, headers: { ...prefer, ...headers } })),
        )
      }
    }
  }

  const node = await authNode(t, { databaseUrl: ingressUrl(pool), publish: ingress.deps.publish })
  await node.knex('member_login').insert({
    ...{ member_id: world.member, email: 'a@mail.example', email_key: 'a@mail.example' },
    ...{ first_name: 'Ada', last_name: 'Example', password_hash: 'none' },
  })
  const who = await signedInMember(node, { id: world.member, email: '' })
  for (const { route } of allPages(node.auth.deps).filter((page) => page.route.startsWith('GET /account'))) {
    const path = route.slice('GET '.length).replaceAll(/:(\w+)/g, '{$1}')
    const asked = filled(path, ids)
    record(
      route,
      await measure(READS, async () => {
        const { status, text } = await who.get(asked)
        if (status >= 400) throw new Error(`${asked}: ${status} ${text.slice(0, 300)}`)
      }),
    )
  }

  const { stop } = await startExportWorker(t, node)
  const { jobs } = node.auth.deps
  for (const as of ['json', 'ics'] as const) {
    const id = node.auth.deps.ids.next()
    record(
      `export (${as})`,
      await measure(1, async () => {
        await jobs.ask(
          { id, kind: 'export', member: world.member, input: { as } },
          { unfinished: 1, perDay: 9 },
        )
        while ((await jobs.list(world.member, 'export'))[0]?.state !== 'done')
          await new Promise((resolve) => setTimeout(resolve, TICK_MS))
      }),
    )
  }
  await stop()

  const names = operations.map(({ id }) => id)
  t.same(
    names.filter((id) => !costs.has(id)),
    [],
    'every operation was measured',
  )
  const [before = '', rest = ''] = textOf().split(BEGIN)
  writeFileSync(DOCUMENT, `${before}${BEGIN}${tableOf(costs)}${END}${rest.split(END)[1] ?? ''}`)
})

const sum = ({ node, postgres }: Cost): number => node + postgres

function tableOf(costs: ReadonlyMap<string, Cost>): string {
  const rows = [...costs].sort(([, a], [, b]) => sum(b) - sum(a))
  const lines = rows.map(([id, { node, postgres }]) => `| \`${id}\` | ${shown(node)} | ${shown(postgres)} |`)
  return `\n| Operation, page or job | API and fold, ms | Postgres, ms |\n|---|---|---|\n${lines.join('\n')}\n\n`
}

/** Two digits: more is chance. */
const shown = (ms: number): string => (ms < 1 ? 'under 1' : Number(ms.toPrecision(2)).toString())

/** The same ids under all the names that paths give them. */
async function idsOf(
  { asMember, asApp, receiver }: Awaited<ReturnType<typeof newWorld>>,
  raws: readonly number[],
): Promise<Record<string, string>> {
  const raw = String(raws[Math.floor(raws.length / 2)])
  const segment = (await asMember(`/v2/segments/${raw}`)).json as { id: string; trip_id: string }
  const account = (await asMember('/v2/accounts', 'POST', { source: 'airline_dl', account_id: '1' })).json
  const callback = (await asApp('/v2/callbacks', 'POST', { url: receiver })).json as { id: string }
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
  }
}

const filled = (path: string, ids: Readonly<Record<string, string>>): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '1')

/** All that the parameters can ask for: the largest page, far behind, with everything. */
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

const ingressUrl = (pool: pg.Pool): string =>
  (pool as unknown as { options: { connectionString: string } }).options.connectionString

/** Milliseconds of processor time of Postgres, with the processes that have ended. */
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
