/** The export of a person: one JSON document (ops/docs/personal-data.md), read in steps while the service runs. */
import type pg from 'pg'
import type { Id } from '../../schemas/base/ids.js'
import { EXPORT_VERSION, type PersonDocument } from '../../schemas/member-pages/person-export.js'
import { EXPORT_SECTIONS, type ExportRow, type ExportSection } from './export-sections.js'

/** Of a step; a message can have a megabyte. */
const ROWS = 50

const ACCOUNT = `
  select json_build_object('email', email, 'first_name', first_name, 'last_name', last_name,
    'created', to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))::text as entry
  from member_login where member_id = $1`

const PROFILE = 'select doc as entry from member where id = $1'

/** Reads what `EXPORT_SECTIONS` names; secrets and what only serves the service are not among it. */
export function personDocument(pool: pg.Pool): PersonDocument {
  return {
    document: async function* (member) {
      const one = async (sql: string): Promise<string> =>
        (await pool.query<{ entry: string }>(sql, [member])).rows[0]?.entry ?? 'null'
      yield `{"schema_version":${String(EXPORT_VERSION)},"exported":"${new Date().toISOString()}",`
      yield `"member_id":"${member}","account":${await one(ACCOUNT)},"profile":${await one(PROFILE)}`
      for (const section of EXPORT_SECTIONS) yield* sectionText(pool, section, member)
      yield '}\n'
    },
  }
}

async function* sectionText(pool: pg.Pool, section: ExportSection, member: Id): AsyncGenerator<string> {
  const toText = section.toText ?? (({ entry }: ExportRow): string => entry)
  yield `,\n"${section.name}":[`
  let after: string | null = null
  let separator = '\n'
  for (;;) {
    const { rows }: { rows: ExportRow[] } = await pool.query<ExportRow>(section.sql, [member, after, ROWS])
    for (const row of rows) {
      yield separator + toText(row)
      separator = ',\n'
    }
    if (rows.length < ROWS) break
    after = rows.at(-1)?.at ?? null
  }
  yield ']'
}
