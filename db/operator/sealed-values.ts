/** Values that are encrypted under SECRET_KEY. */
import type { Knex } from 'knex'

export interface SealedColumn {
  table: string
  /** The primary key; null for a table of one row. */
  id: string | null
  column: string
}

interface Row {
  id: string | null
  value: Buffer
}

/**
 * Replaces every value of a column by what `reseal` makes of it, all or none. Returns their number. Processes that change
 * a value meanwhile wait.
 */
export async function resealColumn(
  knex: Knex,
  { table, id, column }: SealedColumn,
  reseal: (sealed: Buffer) => Buffer,
): Promise<number> {
  return await knex.transaction(async (trx) => {
    const rows: Row[] = await trx(table)
      .select({ value: column, ...(id === null ? {} : { id }) })
      .whereNotNull(column)
      .forUpdate()
    for (const row of rows) {
      const change = trx(table).update({ [column]: reseal(row.value) })
      await (id === null ? change : change.where(id, row.id))
    }
    return rows.length
  })
}
