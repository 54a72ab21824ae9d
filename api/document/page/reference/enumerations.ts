/** The enumerations of the API with the meaning of each value, as schemas and the authorization server define them. */
import VALUES from '../../../../schemas/data/enumerations.json' with { type: 'json' }
import ERRORS from '../../../../schemas/data/errors.json' with { type: 'json' }
import type { Json } from '../../json-schema.js'
import { code, details, heading, join, table } from '../html.js'
import { inlineMarkdown } from '../markdown.js'

export interface Enumeration {
  /** Anchor of its table; that of a value is `id.value`. */
  id: string
  title: string
  /** The page that has its table. */
  page: string
  meanings: Readonly<Record<string, string>>
}

export const ENUMERATIONS: readonly Enumeration[] = Object.entries(VALUES).map(([id, one]) => ({
  id,
  ...one,
}))
/** Their table has more columns: errors-page.ts. */
const API_ERRORS: Enumeration = {
  id: 'codes',
  title: 'Codes of the API',
  page: '/docs/reference/errors',
  meanings: Object.fromEntries(Object.entries(ERRORS).map(([name, { meaning }]) => [name, meaning])),
}
const ALL = [...ENUMERATIONS, API_ERRORS]

/** The enumeration that has exactly these values, null and patterns as `*` aside; of event types some are enough. */
export function enumerationOf(values: readonly unknown[]): Enumeration | null {
  const wanted = values.filter((value) => value !== null && !String(value).endsWith('*'))
  const hasAll = ({ meanings }: Enumeration): boolean => wanted.every((value) => String(value) in meanings)
  const exact = ALL.find((one) => hasAll(one) && Object.keys(one.meanings).length === wanted.length)
  return exact ?? ALL.find((one) => one.id === 'event' && wanted.length > 0 && hasAll(one)) ?? null
}

/** The values that a schema may have, if they are an enumeration. */
export function valuesOf(schema: Json): readonly unknown[] | null {
  const own = schema['enum'] ?? (schema['items'] as Json | undefined)?.['enum']
  return Array.isArray(own) ? (own as unknown[]) : null
}

const FEW_VALUES = 8

/** The values of a field for its row: all of a short list, else a link to the table with their meanings. */
export function valuesText(values: readonly unknown[]): string {
  const shown = values.filter((value) => value !== null)
  const known = enumerationOf(values)
  const link = known === null ? '' : ` (<a href="${known.page}#${known.id}">meanings</a>)`
  if (known !== null && shown.length > FEW_VALUES)
    return `One of <a href="${known.page}#${known.id}">${String(shown.length)} values</a>.`
  return `One of ${shown.map(code).join(', ')}${link}.`
}

/** The tables of the enumerations of a page. */
export function enumerationSection(page: string): string {
  // The table of segmentErrorTable stands between others of its page.
  const own = ENUMERATIONS.filter((one) => one.page === page && one.id !== 'segment-error')
  return own.length === 0
    ? ''
    : heading(2, 'Values', 'values') + join(own.map((one) => enumerationTable(one)))
}

/** One table: value and meaning, each row with its anchor. */
export function enumerationTable({ id, title, meanings }: Enumeration, isOpen = false): string {
  const rows = Object.entries(meanings).map(([value, meaning]) => ({
    id: `${id}.${value.replaceAll(' ', '-')}`,
    cells: [code(value), inlineMarkdown(meaning)],
  }))
  const summary = `${String(rows.length)} values`
  return (
    heading(3, title, id) +
    details(summary, table(['Value', 'Meaning'], rows), ` class="part"${isOpen ? ' open' : ''}`)
  )
}

/** The table of the codes of single segments. */
export const segmentErrorTable = (): string =>
  ENUMERATIONS.filter(({ id }) => id === 'segment-error')
    .map((one) => enumerationTable(one, true))
    .join('')
