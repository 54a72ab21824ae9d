/** The documentation: every page and the search index, built once from the OpenAPI document and the guides. */
import { createHash } from 'node:crypto'
import type { Json } from '../json-schema.js'
import { readGuides } from './guides.js'
import type { Guide } from './guides.js'
import { homePage, missingPage } from './home-page.js'
import { layout } from './layout.js'
import type { DocsPage } from './layout.js'
import { operationsOf } from './reference/operations.js'
import { collectExamples } from './reference/reference.js'
import type { Reference } from './reference/reference.js'
import { referencePage } from './reference/reference-page.js'
import { schemaPages } from './reference/schema-pages.js'
import { searchIndex } from './search-index.js'
import { withAddresses } from './served-address.js'
import type { Addresses } from './served-address.js'
import type { SearchEntry } from './search-sections.js'
import { guidePath, REFERENCE_PAGES, referencePath } from './site-map.js'

export interface DocsSite {
  /** The HTML of each page by its path. */
  pages: ReadonlyMap<string, string>
  /** The page of an unknown path. */
  missing: string
  /** What is within the frame of each page. */
  contents: readonly DocsPage[]
  guides: readonly Guide[]
  index: readonly SearchEntry[]
  /** The same as JSON. */
  search: string
}

const HASH_LENGTH = 12
/** Pages of the reference that are more text than tables of fields. */
const TEXT_PAGES = new Set(['errors', 'requests'].map(referencePath))

/** Builds all pages. */
export function docsSite(described: Json, addresses: Addresses): DocsSite {
  const document = withAddresses(described, addresses)
  const operations = operationsOf(document)
  const tasks = REFERENCE_PAGES.map((page) => ({
    page,
    operations: operations.filter(({ operation }) =>
      (operation['tags'] as string[]).some((tag) => (page.tags as readonly string[]).includes(tag)),
    ),
  }))
  const homes = schemaPages(document, tasks)
  const examples = collectExamples(document)
  const reference: Reference = {
    document,
    schemaHref: homes.href,
    isSent: homes.isSent,
    exampleOf: (name) => examples.get(name),
  }
  const guides = readGuides(addresses)
  const pages: DocsPage[] = [
    homePage(guides, addresses),
    ...guides.map(guidePage),
    ...tasks.map(({ page, operations: own }) =>
      referencePage(page, {
        reference,
        operations: own,
        schemas: homes.of(page.name),
        addresses,
      }),
    ),
  ]
  const index = searchIndex({
    guides,
    reference,
    texts: pages.filter(({ path }) => TEXT_PAGES.has(path)),
    all: pages.filter(({ path }) => path.startsWith(referencePath(''))),
    pages: tasks.map(({ page, operations: own }) => ({ path: referencePath(page.name), operations: own })),
    schemas: REFERENCE_PAGES.flatMap(({ name }) => homes.of(name)),
  }).filter(existsIn(pages))
  const search = JSON.stringify(index)
  const hash = createHash('sha256').update(search).digest('base64url').slice(0, HASH_LENGTH)
  const frame = { guides, searchUrl: `/docs/search.json?v=${hash}`, authUrl: addresses.authUrl }
  return {
    pages: new Map(pages.map((page) => [page.path, layout(page, frame)])),
    missing: layout(missingPage, frame),
    contents: pages,
    guides,
    index,
    search,
  }
}

const guidePage = ({ name, title, html, headings }: Guide): DocsPage => ({
  path: guidePath(name),
  title,
  html,
  sections: headings.map(({ id, text }) => ({ id, text })),
})

/** Whether what an entry leads to is on its page: fields that all types share have one row only. */
function existsIn(pages: readonly DocsPage[]): (entry: SearchEntry) => boolean {
  const anchors = new Set(
    pages.flatMap(({ path, html }) => [
      path,
      ...[...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => `${path}#${id!}`),
    ]),
  )
  return ([, , address]) => anchors.has(address)
}
