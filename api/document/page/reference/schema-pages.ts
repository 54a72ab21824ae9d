/** Which page of the reference has the section of which named schema. */
import type { Json } from '../../json-schema.js'
import { RAW_FIELDS_PAGE, referencePath, SEGMENT_FIELDS_PAGE } from '../site-map.js'
import type { ReferencePage } from '../site-map.js'
import type { ShownOperation } from './operations.js'
import { hasSection, resolve } from './reference.js'
import { variantsOf } from './schema-section.js'

export interface SchemaPages {
  /** The names of the schemas of a page, in the order of the document. */
  of: (page: string) => string[]
  href: (name: string) => string
  /** Whether requests have it. */
  isSent: (name: string) => boolean
}

const ERROR_SCHEMAS = ['Error', 'Problem', 'FaultItem'].map((name) => ({
  $ref: `#/components/schemas/${name}`,
}))

const UNION_PAGES: Readonly<Record<string, string>> = {
  RawSegment: RAW_FIELDS_PAGE,
  Segment: SEGMENT_FIELDS_PAGE,
}

/** Each schema belongs to the first page with an operation that refers to it; unions of segment types have their own. */
export function schemaPages(
  document: Json,
  pages: ReadonlyArray<{ page: ReferencePage; operations: readonly ShownOperation[] }>,
): SchemaPages {
  const schemas = (document['components'] as Json)['schemas'] as Record<string, Json>
  const home = new Map<string, string>()
  /** Bodies of single segments: the fields of raw segments once more. */
  const likeRaw = new Set<string>()
  for (const name of refsIn(document, ERROR_SCHEMAS)) home.set(name, 'errors')
  for (const [name, schema] of Object.entries(schemas)) {
    const variants = variantsOf(document, schema)
    if (variants === null) continue
    const page = UNION_PAGES[name]
    for (const variant of [{ name }, ...variants])
      if (page === undefined) likeRaw.add(variant.name)
      else home.set(variant.name, page)
  }
  for (const { page, operations } of pages)
    for (const shown of operations)
      for (const name of refsIn(document, [bodyOf(shown), ...answersOf(document, shown.operation)]))
        if (!home.has(name) && !likeRaw.has(name)) home.set(name, page.name)
  const names = Object.keys(schemas).filter((name) => home.has(name) && hasSection(schemas[name]!))
  const sent = refsIn(
    document,
    pages.flatMap(({ operations }) => operations.map(({ operation }) => operation['requestBody'])),
  )
  return {
    isSent: (name) => sent.has(name),
    of: (page) => names.filter((name) => home.get(name) === page),
    href: (name) =>
      likeRaw.has(name)
        ? referencePath(RAW_FIELDS_PAGE)
        : `${referencePath(home.get(name) ?? 'requests')}#${name}`,
  }
}

/**
 * The named schemas that these parts of the document lead to. What only lends its fields to others (`allOf`) is none
 * of them.
 */
function refsIn(document: Json, parts: readonly unknown[]): Set<string> {
  const found = new Set<string>()
  const visited = new Set<string>()
  const visit = (value: unknown, isPart = false): void => {
    if (Array.isArray(value)) {
      for (const inner of value) visit(inner, isPart)
      return
    }
    if (typeof value !== 'object' || value === null) return
    const ref = (value as Json)['$ref']
    if (typeof ref === 'string') {
      if (ref.startsWith('#/components/schemas/') && !isPart) found.add(ref.slice(ref.lastIndexOf('/') + 1))
      if (visited.has(ref)) return
      visited.add(ref)
      visit(resolve(document, value as Json))
    } else for (const [key, inner] of Object.entries(value as Json)) visit(inner, key === 'allOf')
  }
  for (const part of parts) visit(part)
  return found
}

/** The contents of the successful responses of an operation. */
const answersOf = (document: Json, operation: Json): unknown[] =>
  Object.entries((operation['responses'] ?? {}) as Json)
    .filter(([status]) => status < '400')
    .map(([, response]) => resolve(document, response as Json)['content'])

/** The body; that of a single segment is shown by the fields of raw segments, which have a page of their own. */
const bodyOf = ({ operation: { requestBody } }: ShownOperation): unknown =>
  JSON.stringify(requestBody ?? null).includes('/SingleAir"') ? undefined : requestBody
