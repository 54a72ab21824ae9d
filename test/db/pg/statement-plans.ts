/** Plans of prepared statements as Postgres makes them without parameters, and the statements that the API composes. */
import pg from 'pg'
import { requestLogReader } from '../../../db/request-log/read-requests.js'
import { apiReads } from '../../../db/reads/api-reads.js'
import { EVERY_SEGMENT, EVERY_TRIP } from '../reads/every-row.js'

/** A value of each type, `n` counting rows. */
const VALUES: Record<string, string> = {
  bigint: 'n',
  integer: 'n',
  smallint: 'n % 10000',
  'double precision': 'n',
  boolean: 'n % 2 = 0',
  text: "'x' || n",
  uuid: 'md5(n::text)::uuid',
  bytea: "sha256(convert_to(n::text, 'utf8'))",
  jsonb: "'{}'::jsonb",
  event_type: "'trip.updated'",
  delivery_state: "'delivered'",
  xid8: "'1'::xid8",
  date: "date '2000-01-01' + (n % 5000)::int",
  'timestamp with time zone': "now() - n * interval '1 millisecond'",
}

/** SQL: a value of a type. */
export function valueOf(type: string): string {
  const value = VALUES[type.replace(/\[\]$/, '')] ?? 'null'
  return type.endsWith('[]') ? `array[${value}]::${type}` : `(${value})::${type}`
}

export interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  Alias?: string
  'Index Cond'?: string
  'Recheck Cond'?: string
  'Conflict Arbiter Indexes'?: string[]
  Plans?: PlanNode[]
}

/** The nodes of the plan of a statement that this session has prepared. `options`: of explain. */
export async function planOf(client: pg.Client, name: string, options = ''): Promise<PlanNode[]> {
  const {
    rows: [statement],
  } = await client.query<{ types: string[] }>(
    'select parameter_types::text[] as types from pg_prepared_statements where name = $1',
    [name],
  )
  const types = statement?.types ?? []
  const given =
    types.length === 0 ? '' : `(${types.map((type) => valueOf(type).replace(/\bn\b/g, '1')).join(', ')})`
  const { rows } = await client.query<{ 'QUERY PLAN': Array<{ Plan: PlanNode }> }>(
    `explain (format json, costs off${options}) execute "${name}"${given}`,
  )
  const nodes = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodes)]
  return (rows[0]?.['QUERY PLAN'] ?? []).flatMap(({ Plan }) => nodes(Plan))
}

/** Runs the lists of the API without and with all filters, so that their statements are composed. */
export async function composeLists(pool: pg.Pool): Promise<void> {
  const reads = apiReads(pool)
  const page = { limit: 10, offset: 0 }
  const at = { id: '1', at: 1 }
  await reads.trips.list('1', { ...EVERY_TRIP, view: 'upcoming', undated: false })
  await reads.trips.list('1', {
    ...page,
    view: 'list',
    now: 1,
    start: 1,
    end: 1,
    undated: true,
    since: 1,
    until: 1,
    status: ['Active'],
    privacy: ['Private'],
    purpose: 'Personal',
    segments: false,
    after: at,
  })
  await reads.segments.list('1', EVERY_SEGMENT)
  await reads.segments.list('1', {
    ...page,
    type: 'Air',
    source: 'gds',
    status: ['Active'],
    start: 1,
    end: 1,
    since: 1,
    until: 1,
    confirmationNo: 'ABC123',
    unfiled: true,
    provenance: false,
    after: at,
  })
  await reads.accounts.list('1', { ...page, status: null, classification: null, after: null })
  await reads.accounts.list('1', { ...page, status: ['Active'], classification: 'airline', after: at })
  await reads.sources.list({ ...page, q: 'a', classification: 'airline', segmentType: 'Air', after: 'a' })
  await reads.locations.cities('Nowhereatall, XX', 10, 0)
  await reads.locations.airports('Nowhereatall, XX', 10, 0)
  const requests = requestLogReader(pool)
  const any = { statusClass: null, method: null, path: null, request: null, memberId: null }
  await requests.list('a', { ...any, since: null, until: null, before: null, limit: 10 })
  await requests.list('a', { ...any, statusClass: 'refused', since: 1, until: 1, before: null, limit: 10 })
  await requests.list('a', { ...any, request: 'r', since: null, until: null, before: null, limit: 10 })
  await requests.list('a', {
    ...any,
    memberId: '1',
    path: '/v2',
    method: 'GET',
    since: null,
    until: null,
    before: { at: 1, request: 'r' },
    limit: 10,
  })
}
