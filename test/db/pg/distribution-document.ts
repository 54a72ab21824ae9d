/** Makes the end of ops/docs/capacity.md from distribution.json; run as a program, writes it to the file. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ROOT } from '../../../ops/config/paths.js'
import DISTRIBUTION from './distribution.json' with { type: 'json' }

const FILE = join(ROOT, 'ops/docs/capacity.md')
const BEGIN = '| Distributed table |'

/** A table that lies in parts on many servers. */
interface Distributed {
  by: string
  /** Its unique indexes. */
  keys: string[]
  /** Why one does not begin with the column. */
  but?: string
}

export const DISTRIBUTED: Record<string, Distributed> = DISTRIBUTION.distributed
/** Tables of which every server has a copy, by how often they are written. */
export const REFERENCE: Record<string, string> = DISTRIBUTION.reference
/** Tables on one server, by the same. */
export const ON_ONE: Record<string, string[]> = DISTRIBUTION.one
/** Statements of the hot path that do not name the column of a table, and what has to change. */
export const UNNAMED: Record<string, string> = DISTRIBUTION.statements

const row = (...cells: string[]): string => `| ${cells.join(' | ')} |\n`
const head = (...cells: string[]): string => row(...cells) + row(...cells.map(() => '---'))
const code = (names: string[]): string => names.map((name) => `\`${name}\``).join(', ')

const CLUSTER = [
  '-- On each server: shared_preload_libraries = citus, and max_prepared_transactions above its connections.',
  'create extension citus;',
  '-- On the first, in an empty database that is migrated, before anything is written.',
  "select citus_set_coordinator_host('pg-0', 5432);",
  "select citus_add_node('pg-1', 5432);",
]

function commands(): string {
  const first = new Map<string, string>()
  const lines = Object.entries(DISTRIBUTED).map(([table, { by }]) => {
    const group = by === 'id' ? 'member_id' : by
    const with_ = first.get(group)
    first.set(group, with_ ?? table)
    return `select create_distributed_table('${table}', '${by}', colocate_with => '${with_ ?? 'none'}');`
  })
  const references = Object.keys(REFERENCE).map((table) => `select create_reference_table('${table}');`)
  return ['```sql', ...CLUSTER, ...references, ...lines, '```', ''].join('\n')
}

export function distributionDocument(): string {
  return [
    head('Distributed table', 'By', 'Its keys') +
      Object.entries(DISTRIBUTED)
        .map(([table, { by, keys, but }]) =>
          row(code([table]), code([by]), code(keys) + (but === undefined ? '' : `: ${but}`)),
        )
        .join(''),
    head('Copied to every server', 'Written') +
      Object.entries(REFERENCE)
        .map(([table, written]) => row(code([table]), written))
        .join(''),
    head('Written', 'On one server') +
      Object.entries(ON_ONE)
        .map(([written, tables]) => row(written, code(tables)))
        .join(''),
    head('Statement without the column', 'Why, and what has to change') +
      Object.entries(UNNAMED)
        .map(([name, why]) => row(code([name]), why))
        .join(''),
    commands(),
  ].join('\n')
}

/** What the document has in its place. */
export function distributionInDocument(): string {
  const document = readFileSync(FILE, 'utf8')
  return document.slice(document.indexOf(BEGIN))
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const document = readFileSync(FILE, 'utf8')
  writeFileSync(FILE, document.slice(0, document.indexOf(BEGIN)) + distributionDocument())
}
