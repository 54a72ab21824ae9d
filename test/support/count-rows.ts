import type pg from 'pg'

/** Answers how many rows of a table of this database meet a condition. */
export const countRows =
  (pool: pg.Pool) =>
  async (table: string, where = 'true'): Promise<number> => {
    const { rows } = await pool.query<{ n: number }>(`select count(*)::int as n from ${table} where ${where}`)
    return rows[0]?.n ?? NaN
  }
