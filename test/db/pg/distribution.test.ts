/**
 * What stands between the schema and several servers (ops/docs/capacity.md, Past one Postgres): how distribution.json
 * divides the tables fits the catalog, and the statements of the hot path name the column by which a table is divided, by
 * the plans that Postgres makes of them, but for those that the list names.
 */
import pg from 'pg'
import t, { type Test } from 'tap'
import { preparedStatements } from '../../../db/pg/prepared-statements.js'
import { eventStore } from '../../../db/reads/events.js'
import { memberStore } from '../../../db/fold/member-store.js'
import { receiver } from '../../support/delivery/receiver.js'
import { webhookStack } from '../../support/delivery/webhooks.js'
import { addPartitions } from '../../support/fold/partition-rows.js'
import { openDatabase } from '../../support/open-database.js'
import { until } from '../../support/until.js'
import { withClient } from '../../support/with-client.js'
import { commit, eventWrite, folded, message, segmentWrite } from '../fold/commits.js'
import {
  DISTRIBUTED,
  distributionDocument,
  distributionInDocument,
  ON_ONE,
  REFERENCE,
  UNNAMED,
} from './distribution-document.js'
import { composeLists, planOf, type PlanNode } from './statement-plans.js'
import '../../../db/documents/mails.js'
import '../../../ops/roles/api.js'
import '../../../ops/roles/deliver.js'
import '../../../ops/roles/fold.js'

const TABLES = `
  select c.relname as name, coalesce((
    select json_agg(k.columns order by k.columns) from pg_index i cross join lateral (
      select string_agg(a.attname, ', ' order by place) as columns
      from unnest(i.indkey::int[]) with ordinality as key(attnum, place)
      join pg_attribute a on a.attrelid = c.oid and a.attnum = key.attnum
    ) k where i.indrelid = c.oid and i.indisunique), '[]') as keys, (
    select json_agg(a.attname) from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and a.attnotnull
  ) as required
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`

t.test('every table is divided, copied or on one server, and keys begin with the column', async (t) => {
  const { pool } = await openDatabase(t)
  const { rows } = await pool.query<{ name: string; keys: string[]; required: string[] }>(TABLES)
  const listed = [...Object.keys(DISTRIBUTED), ...Object.keys(REFERENCE), ...Object.values(ON_ONE).flat()]
  t.same(listed.sort(), rows.map(({ name }) => name).sort(), 'each table once')
  for (const { name, keys, required } of rows) {
    const table = DISTRIBUTED[name]
    if (table === undefined) continue
    t.same(keys, table.keys, `keys of ${name}`)
    const isPlain = required.includes(table.by) && keys.every((key) => key.split(', ')[0] === table.by)
    t.equal(isPlain, table.but === undefined, `${name}: only an exception has a reason`)
  }
})

t.test('capacity.md shows the list', (t) => {
  t.equal(distributionInDocument(), distributionDocument())
  t.end()
})

/** The conditions of a node that all hold: `a.x = $1 AND (b.y IS NULL OR ...)` has two. */
function conjuncts(text: string): string[] {
  const inner = text.startsWith('(') && closing(text, 0) === text.length - 1 ? text.slice(1, -1) : text
  const parts: string[] = []
  let from = 0
  for (let at = 0; at < inner.length; at++) {
    if (inner[at] === '(') at = closing(inner, at)
    else if (inner.startsWith(' AND ', at)) {
      parts.push(inner.slice(from, at))
      from = at + 5
    }
  }
  if (parts.length > 0) return [...parts, inner.slice(from)].flatMap(conjuncts)
  return inner === text ? [text] : conjuncts(inner)
}

function closing(text: string, open: number): number {
  let depth = 0
  for (let at = open; at < text.length; at++) {
    if (text[at] === '(') depth++
    if (text[at] === ')' && --depth === 0) return at
  }
  return text.length
}

const IS_CONDITION = /^(?:.* )?(?:Cond|Filter)$/

/** Tables that a plan reads without their column being given, and copied ones that it joins with distributed ones. */
function readBlindly(plan: PlanNode[], tableOf: Map<string, string>): { blind: string[]; joined: string[] } {
  const scans = plan.flatMap((node) => {
    const table = tableOf.get(node['Relation Name'] ?? '')
    if (table === undefined || node['Node Type'] === 'ModifyTable') return []
    return [{ table, column: `${node.Alias}.${DISTRIBUTED[table]?.by}` }]
  })
  const divided = scans.filter(({ table }) => table in DISTRIBUTED)
  const ungiven = new Set(divided.map(({ column }) => column))
  const equal = plan
    .flatMap((node) =>
      Object.entries(node).flatMap(([key, value]) =>
        IS_CONDITION.test(key) ? conjuncts(String(value)) : [],
      ),
    )
    .map((one) => one.replace(/^\(?NOT \((.*) IS DISTINCT FROM (.*?)\)+$/, '$1 = $2').split(' = '))
    .filter((sides) => sides.length === 2)
  // Given by a value, or by the column of another table that is.
  for (let before = -1; before !== ungiven.size;) {
    before = ungiven.size
    for (const [one = '', other = ''] of equal) {
      if (!ungiven.has(other)) ungiven.delete(one)
      if (!ungiven.has(one)) ungiven.delete(other)
    }
  }
  return {
    blind: names(divided.filter(({ column }) => ungiven.has(column))),
    joined: divided.length === 0 ? [] : names(scans.filter(({ table }) => !(table in DISTRIBUTED))),
  }
}

const names = (scans: Array<{ table: string }>): string[] =>
  [...new Set(scans.map(({ table }) => table))].sort()

/** Runs what the product does most; returns the statements that it sent without a name, by what was done. */
async function unnamedStatements(t: Test): Promise<Map<string, string>> {
  const seen = new Map<string, string>()
  let step = ''
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const [first] = given as [string | { text: string; name?: string }]
    const { text, name } = typeof first === 'string' ? { text: first, name: undefined } : first
    if (name === undefined && /^\s*(?:select|insert|update|delete|with)\b/.test(text))
      seen.set(text, seen.get(text) ?? step)
    return Reflect.apply(query, this, given) as unknown
  } as typeof query
  t.teardown(() => {
    pg.Client.prototype.query = query
  })
  const stack = await webhookStack(t)
  const { pool } = stack.database
  const partner = await receiver(t)
  await addPartitions(pool, 4, 100)
  for (const id of ['11', '12']) await stack.member(id)
  await stack.callback({ url: partner.url })
  await composeLists(pool)
  seen.clear()
  step = 'commit'
  const members = memberStore(pool)
  await members.apply([
    commit(0, 1, 100, 101, {
      messages: [message('11', 101, '1000')],
      folded: [folded('11', 101, { sequence: 1, segments: [segmentWrite('20')], events: [eventWrite(1)] })],
    }),
  ])
  await members.load(['11'])
  step = 'events of an application'
  const events = eventStore(pool)
  const all = {
    types: null,
    member: null,
    resource: null,
    since: null,
    undelivered: false,
    limit: 10,
    after: null,
  }
  await events.read({ ...all, view: { client: 'partner' } })
  await events.count({ ...all, view: { client: 'partner' } })
  step = 'events of a member'
  await events.read({ ...all, view: { member: '11' } })
  await events.count({ ...all, view: { member: '11' } })
  step = 'deliver'
  const worker = await stack.worker()
  await stack.emit(['12'])
  await until('the delivery', () => partner.got.length > 0)
  await worker.stop()
  return seen
}

t.test('statements of the hot path name the column of each table that they read', async (t) => {
  const unnamed = await unnamedStatements(t)
  const { url } = await openDatabase(t)
  const found: Record<string, string[]> = {}
  const copied = new Set<string>()
  await withClient(url, async (client) => {
    await client.query(`set plan_cache_mode = force_generic_plan; set enable_seqscan = off; set enable_hashjoin = off;
      set enable_mergejoin = off`)
    const { rows } = await client.query<{ name: string; table: string }>(`
      select c.relname as name, coalesce(p.relname, c.relname) as table from pg_class c
      left join pg_inherits i on i.inhrelid = c.oid left join pg_class p on p.oid = i.inhparent
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`)
    const tableOf = new Map(rows.map(({ name, table }) => [name, table]))
    const statements = [
      ...preparedStatements().map(({ name, text }) => ({ name, text, label: name })),
      ...[...unnamed].map(([text, label], i) => ({ name: `unnamed ${i}`, text, label })),
    ]
    for (const { name, text, label } of statements) {
      await client.query(`prepare "${name}" as ${text}`)
      const { blind, joined } = readBlindly(await planOf(client, name, ', verbose'), tableOf)
      if (blind.length > 0)
        found[label] = names([...(found[label] ?? []), ...blind].map((table) => ({ table })))
      for (const table of joined) copied.add(table)
    }
  })
  t.same(Object.keys(found).sort(), Object.keys(UNNAMED).sort(), JSON.stringify(found))
  t.same(
    [...copied].sort(),
    Object.keys(REFERENCE).sort(),
    'what they join with them is copied to every server',
  )
})
