/** HTML templates whose parts are already escaped HTML. */

/** Joins parts without a separator. */
export const join = (parts: readonly string[]): string => parts.join('')

/** A table that scrolls when it is too wide. */
export function table(columns: readonly string[], rows: ReadonlyArray<readonly string[]>): string {
  const head = join(columns.map((column) => `<th scope="col">${column}</th>`))
  const body = join(rows.map((cells) => `<tr>${join(cells.map((cell) => `<td>${cell}</td>`))}</tr>`))
  return `<div class="wide"><table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></div>`
}

/** A collapsed section. */
export function details(summary: string, body: string, attributes = ''): string {
  return `<details${attributes}><summary>${summary}</summary>${body}</details>`
}
