/** When the tokens of grants were last used (oauth.md 6.1). */
import type { Pool } from 'pg'
import { prepared, queryRows } from '../pg/prepared-statements.js'

const RECORD = prepared(`
  update oauth_grant set last_used = now()
  where id = any($1::bigint[]) and (last_used is null or last_used < now() - interval '1 hour')`)

/** Writes each grant at most once an hour, whatever the number of nodes. */
export async function recordGrantUses(pool: Pool, grants: readonly string[]): Promise<void> {
  await queryRows(pool, RECORD, [grants])
}
