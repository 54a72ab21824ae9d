/** The search index: what can be found, and where. The script of the pages reads it when somebody searches. */
import { ERROR_STATUS, ERROR_MEANINGS } from '../../../schemas/base/errors.js'
import type { ErrorCode } from '../../../schemas/base/errors.js'
import type { Json } from '../json-schema.js'
import type { Guide } from './guides.js'
import { ENUMERATIONS, SEGMENT_ERRORS } from './reference/enumerations.js'
import type { ShownOperation } from './reference/operations.js'
import { flat } from './reference/reference.js'
import type { Reference } from './reference/reference.js'
import { guidePath, REFERENCE_PAGES, referencePath } from './site-map.js'

/** What it is called, what it is, its address, and further words to find it by. */
export type SearchEntry = [title: string, kind: string, address: string, words: string]

const MAX_SAME_TITLE = 3

export interface SearchSources {
  guides: readonly Guide[]
  reference: Reference
  /** The pages of the reference whose text can be found by section. */
  texts: ReadonlyArray<{ path: string; title: string; html: string }>
  pages: ReadonlyArray<{ path: string; operations: readonly ShownOperation[] }>
  /** The names of all schemas that have a section. */
  schemas: readonly string[]
}

/** All entries, the more general ones first. */
export function searchIndex({ guides, reference, texts, pages, schemas }: SearchSources): SearchEntry[] {
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
      ERROR_MEANINGS[name as ErrorCode].meaning,
    ]),
    ...[...ENUMERATIONS, SEGMENT_ERRORS].flatMap(({ id, title, page, meanings }) =>
      Object.entries(meanings).map(([value, meaning]): SearchEntry => [
        value,
        title,
        `${page}#${id}.${value.replaceAll(' ', '-')}`,
        meaning,
      ]),
    ),
    ...texts.flatMap(({ path, title, html }) => sectionEntries(path, title, html)),
    ...fewOfEach(schemas.flatMap((name) => schemaEntries(reference, name))),
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

/** One entry for each section of a page, with the words of its text. */
function sectionEntries(path: string, title: string, html: string): SearchEntry[] {
  const sections = html.split(/(?=<h[23] id=)/).slice(1)
  return sections.flatMap((section): SearchEntry[] => {
    const [, id, name] = /^<h[23] id="([^"]+)">(.*?) <a class="anchor"/.exec(section) ?? []
    return id === undefined ? [] : [[plainText(name!), title, `${path}#${id}`, wordsIn(section)]]
  })
}

/** Words that are everywhere, and those of code that nobody looks for. */
const COMMON = new Set(
  'the and for that with you your are its this from not one all can has have was which what when who then they it'.split(
    ' ',
  ),
)

/** Every word of a text once. */
function wordsIn(html: string): string {
  const words =
    plainText(html)
      .toLowerCase()
      .match(/[a-z][a-z0-9_]{2,23}/g) ?? []
  return [...new Set(words)].filter((word) => !COMMON.has(word)).join(' ')
}

const plainText = (html: string): string =>
  html
    .replaceAll(/<svg[^]*?<\/svg>/g, ' ')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&#39;/g, "'")
    .replaceAll(/&[a-z]+;/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

function operationEntries(path: string, one: ShownOperation): SearchEntry[] {
  const kind = `${one.verb.toUpperCase()} ${one.path}`
  const own: SearchEntry = [one.title, kind, `${path}#${one.id}`, one.id]
  return [own, ...one.copies.map((copy): SearchEntry => [copy, kind, `${path}#${copy}`, ''])]
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
