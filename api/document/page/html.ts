/** HTML templates whose parts are already escaped HTML. */

/** Text as HTML. */
export function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}

/** Joins parts without a separator. */
export const join = (parts: readonly string[]): string => parts.join('')

/** Text in the type of code. */
export const code = (value: unknown): string => `<code>${escape(String(value))}</code>`

/** The path of an operation, which may continue on the next line after a slash. */
export const pathCode = (path: string): string =>
  `<code class="path">${escape(path).replaceAll(/(?<=.)\/(?=.)/g, '/<wbr>')}</code>`

/** The anchor of a heading. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')

export interface TableRow {
  cells: readonly string[]
  /** Anchor of the row. */
  id?: string
}

/** The name of the column for a phone. */
const labelOf = (column: string): string => ` data-label="${column.replaceAll(/<[^>]*>/g, '')}"`

/**
 * A table. On a phone its rows become blocks, in which every value but the first has the name of its column: tables of
 * fields have those names in the stylesheet, because they are long, and two columns need none.
 */
export function table(columns: readonly string[], rows: readonly TableRow[], name = 'stack'): string {
  const head = join(columns.map((column) => `<th scope="col">${column}</th>`))
  const isLabelled = columns.length > 2 && !name.includes('fields')
  const body = rows.map(({ cells, id }) => {
    const shown = cells.map((cell, at) =>
      cell === ''
        ? '<td class="none">'
        : `<td${at > 0 && isLabelled ? labelOf(columns[at] ?? '') : ''}>${cell}`,
    )
    return `<tr${id === undefined ? '' : ` id="${escape(id)}"`}>${join(shown)}`
  })
  return `<table class="${name}"><thead><tr>${head}</tr></thead><tbody>${join(body)}</tbody></table>`
}

/** A collapsed part. */
export function details(summary: string, body: string, attributes = ''): string {
  return `<details${attributes}><summary>${summary}</summary>${body}</details>`
}

/** A heading that can be linked to. */
export function heading(level: 2 | 3 | 4, text: string, id: string): string {
  return `<h${level} id="${escape(id)}">${text} <a class="anchor" href="#${escape(id)}" aria-label="Link to this section">#</a></h${level}>`
}
