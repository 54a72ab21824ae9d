/** The search index: what can be found, and where. The script of the pages reads it when somebody searches. */
import { ERROR_STATUS } from '../../../schemas/base/errors.js'
import ERRORS from '../../../schemas/data/errors.json' with { type: 'json' }
import type { ErrorCode } from '../../../schemas/base/errors.js'
import type { Json } from '../json-schema.js'
import type { Guide } from './guides.js'
import type { DocsPage } from './layout.js'
import { ENUMERATIONS } from './reference/enumerations.js'
import type { ShownOperation } from './reference/operations.js'
import { flat } from './reference/reference.js'
import type { Reference } from './reference/reference.js'
import { headingEntries, rowEntries, sectionEntries, wordsIn } from './search-sections.js'
import type { SearchEntry } from './search-sections.js'
import { guidePath, REFERENCE_PAGES, referencePath } from './site-map.js'

const MAX_SAME_TITLE = 3

export interface SearchSources {
  guides: readonly Guide[]
  reference: Reference
  /** The pages of the reference whose text can be found by section. */
  texts: readonly DocsPage[]
  /** All pages of the reference. */
  all: readonly DocsPage[]
  pages: ReadonlyArray<{ path: string; operations: readonly ShownOperation[] }>
  /** The names of all schemas that have a section. */
  schemas: readonly string[]
}

/** All entries, the more general ones first. */
export function searchIndex(sources: SearchSources): SearchEntry[] {
  const { reference, schemas, all } = sources
  const named = namedEntries(sources)
  const fields = schemas.flatMap((name) => schemaEntries(reference, name))
  const known = new Set([...named, ...fields].map(([, , address]) => address))
  const rows = all.flatMap((page) => rowEntries(page, known))
  return [...named, ...all.flatMap((page) => headingEntries(page, known)), ...fewOfEach([...fields, ...rows])]
}

/** What has a name of its own: guides, pages, operations, codes and values. */
function namedEntries({ guides, texts, pages }: SearchSources): SearchEntry[] {
  return [
    ...guides.flatMap(guideEntries),
    ...REFERENCE_PAGES.map(({ name, title, lead }): SearchEntry => [
      title,
      'Page',
      referencePath(name),
      lead,
    ]),
    ...pages.flatMap(({ path, operations }) => operations.flatMap((one) => operationEntries(path, one))),
    ...Object.keys(ERROR_STATUS).map((name): SearchEntry => [
      name,
      'Error',
      `${referencePath('errors')}#${name}`,
      ERRORS[name as ErrorCode].meaning,
    ]),
    ...ENUMERATIONS.flatMap(({ id, title, page, meanings }) =>
      Object.entries(meanings).map(([value, meaning]): SearchEntry => [
        value,
        title,
        `${page}#${id}.${value.replaceAll(' ', '-')}`,
        meaning,
      ]),
    ),
    ...texts.flatMap(({ path, title, html }) => sectionEntries(path, title, html)),
  ]
}

/** A field of many schemas is found in the first of them: the others would make the index large and results long. */
function fewOfEach(entries: readonly SearchEntry[]): SearchEntry[] {
  const counts = new Map<string, number>()
  return entries.filter(([title]) => {
    const count = (counts.get(title) ?? 0) + 1
    counts.set(title, count)
    return count <= MAX_SAME_TITLE
  })
}

function guideEntries({ name, title, summary, html }: Guide): SearchEntry[] {
  const path = guidePath(name)
  const [start = ''] = html.split(/<h[23] id=/)
  return [[title, 'Guide', path, `${summary} ${wordsIn(start)}`], ...sectionEntries(path, title, html)]
}

function operationEntries(path: string, one: ShownOperation): SearchEntry[] {
  const kind = `${one.verb.toUpperCase()} ${one.path}`
  const own: SearchEntry = [one.title, kind, `${path}#${one.id}`, one.id]
  return [own]
}

function schemaEntries(reference: Reference, name: string): SearchEntry[] {
  const href = reference.schemaHref(name)
  const schemas = (reference.document['components'] as Json)['schemas'] as Record<string, Json>
  const { properties = {}, description = '' } = flat(reference.document, schemas[name]!) as {
    properties?: Record<string, Json>
    description?: string
  }
  return [
    [name, 'Schema', href, description],
    ...Object.keys(properties).map((field): SearchEntry => [field, name, `${href}.${field}`, '']),
  ]
}
