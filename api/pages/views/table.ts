/** Tables and lists that are filtered. */
import { shownValue } from '../lib/form.js'
import type { Fields } from '../lib/form.js'
import { field } from './field.js'
import { html } from './html.js'
import type { Html, Insert } from './html.js'

export interface Column<T> {
  heading: string | Html
  cell: (row: T) => Insert
  class?: string
  /** Its cells say by themselves what they are, also where the heading is not shown. */
  isPlain?: boolean
}

/** A table that becomes cards on a narrow screen; a `dense` one keeps one line per row and drops its minor columns. */
export function table<T>(
  label: string,
  rows: readonly T[],
  columns: ReadonlyArray<Column<T>>,
  form: 'cards' | 'dense' = 'cards',
): Html {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${label}">
<table class="${form}">
<thead><tr>${columns.map((one) => html`<th scope="col"${one.class !== undefined && html` class="${one.class}"`}>${one.heading}</th>`)}</tr></thead>
<tbody>
${rows.map(
  (row) =>
    html`<tr>${columns.map((one) => html`<td${one.isPlain !== true && html` data-label="${one.heading}"`}${one.class !== undefined && html` class="${one.class}"`}>${one.cell(row)}</td>`)}</tr>\n`,
)}</tbody>
</table>
</div>
`
}

type Values = Readonly<Record<string, unknown>>

/** The form of the filters of a list at `path`. */
export function filterForm(path: string, what: string, filters: Fields, values: Values): Html {
  return html`<form method="get" action="${path}" class="card filters" aria-label="Filter ${what}">
${Object.entries(filters).map(
  ([id, schema]) =>
    html`${field([], { id, label: '', any: 'any', ...schema.shown, value: shownValue(schema, values[id]) })}\n`,
)}<p class="actions"><button>Filter</button> <a href="${path}">Clear</a></p>
</form>`
}

/** A filter form, folded until it is needed; `words` describes the filters that are set. */
export function foldedFilter(words: string, form: Html): Html {
  return html`<details class="filter"><summary>Filter${words !== '' && html`: <strong>${words}</strong>`}</summary>
${form}
</details>`
}

/** The filters that are set, with their values as a form sends them. */
export function setFilters(filters: Fields, values: Values): Array<[id: string, value: string]> {
  return Object.entries(filters)
    .map(([id, schema]): [string, string] => [id, shownValue(schema, values[id])])
    .filter(([, value]) => value !== '')
}

/** The filters that are set, in words. */
export function filterWords(filters: Fields, values: Values): string {
  return setFilters(filters, values)
    .map(([id, value]) => {
      const label = filters[id]?.shown?.label?.toLowerCase() ?? ''
      return `${label} ${value.replaceAll('_', ' ').replace('T', ' ')}`
    })
    .join(', ')
}

/** The query of the next page: the filters that are set, and the cursor. */
export function nextPageQuery(filters: Fields, values: Values, cursor: Record<string, string>): string {
  return `?${new URLSearchParams([...setFilters(filters, values), ...Object.entries(cursor)]).toString()}`
}
