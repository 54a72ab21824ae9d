/** Whether Postgres compiles the statements of a session (session-limits.ts says why none may be). */
import type pg from 'pg'

/** True if it has LLVM, and neither the role nor the database has `jit = off`. */
export async function compilesStatements(pool: pg.Pool): Promise<boolean> {
  const {
    rows: [row],
  } = await pool.query<{ compiles: boolean }>(
    "select pg_jit_available() and current_setting('jit')::boolean as compiles",
  )
  return row?.compiles === true
}
