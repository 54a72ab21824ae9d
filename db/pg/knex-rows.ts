/** Rows of knex under the names of our types: the column `client_id` is the property `clientId`. */
import type { Knex } from 'knex'

const PROPERTIES = new Map<string, string>()

function propertyOf(column: string): string {
  let property = PROPERTIES.get(column)
  if (property === undefined) {
    property = column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
    PROPERTIES.set(column, property)
  }
  return property
}

/** The rows of a statement; `R` is what its select list makes of them. */
export async function rowsOf<R>(
  knex: Knex,
  sql: string,
  values: readonly Knex.RawBinding[] | Knex.ValueDict = [],
): Promise<R[]> {
  const { rows } = (await knex.raw(sql, values as Knex.ValueDict)) as { rows: object[] }
  return rows.map(
    (row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [propertyOf(name), value])) as R,
  )
}

/** The columns of an insert or update from these properties; what is undefined is left out. */
export function columnsOf<R extends object>(
  row: R,
  ...names: Array<keyof R & string>
): Record<string, unknown> {
  return Object.fromEntries(
    names
      .filter((name) => row[name] !== undefined)
      .map((name) => [name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), row[name]]),
  )
}
