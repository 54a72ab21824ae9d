/**
 * Array literals of Postgres, built faster than the driver does; for statements that write many rows at once.
 */

/** Numbers, booleans or texts without special characters (ids, UUIDs, our own codes); null becomes NULL. */
export function plainArray(values: ReadonlyArray<string | number | boolean | null>): string {
  return plainColumn(values, (value) => value)
}

/** The same for one column of many rows. */
export function plainColumn<R>(
  rows: readonly R[],
  pick: (row: R) => string | number | boolean | null,
): string {
  let text = '{'
  for (let i = 0; i < rows.length; i++) text += (i === 0 ? '' : ',') + String(pick(rows[i] as R) ?? 'NULL')
  return `${text}}`
}

const SPECIAL = /[\\"]/

/** Any text, for one column of many rows; null becomes NULL. */
export function textColumn<R>(rows: readonly R[], pick: (row: R) => string | null): string {
  let text = '{'
  for (let i = 0; i < rows.length; i++) text += (i === 0 ? '' : ',') + textElement(pick(rows[i] as R))
  return `${text}}`
}

function textElement(value: string | null): string {
  if (value === null) return 'NULL'
  return SPECIAL.test(value) ? `"${value.replace(/[\\"]/g, '\\$&')}"` : `"${value}"`
}
