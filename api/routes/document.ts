/** The OpenAPI document, and the documentation that is made from it and from the guides. */
import { createHash } from 'node:crypto'
import Type from 'typebox'
import { NOT_MODIFIED } from '../document/common-responses.js'
import type { Json } from '../document/json-schema.js'
import { openApi } from '../document/openapi.js'
import { readImage } from '../document/page/guides.js'
import { servedAt } from '../document/page/served-address.js'
import { docsSite } from '../document/page/site.js'
import type { DocsSite } from '../document/page/site.js'
import { open } from '../operation/access.js'
import { ok, ready } from '../operation/answer.js'
import { operation } from '../operation/declaration.js'
import type { DescribedOperation } from '../operation/described.js'
import { pathParameter } from '../operation/path-parameter.js'
import { problem } from '../operation/problem.js'
import type { Register } from '../operation/registrar.js'
import type { ApiDeps } from '../ports/deps.js'

interface BuiltDocument {
  content: Json
  text: string
  tag: string
}

/** What serves the documentation: made by the first request that needs it. */
interface Documentation {
  document: () => BuiltDocument
  site: () => DocsSite
  baseUrl: string
}

const getDocument = operation(
  {
    route: 'GET /openapi.json',
    id: 'getDocument',
    tag: 'Document',
    access: open,
    summary: 'Read this document',
    description: 'The OpenAPI 3.1 document of the service, including webhooks.',
    parameters: ['if_none_match'],
    responses: {
      200: {
        description: 'The document.',
        schema: Type.Object(
          { openapi: Type.String({ description: 'Version of OpenAPI.' }) },
          { description: 'An OpenAPI document.' },
        ),
        example: { openapi: '3.1.0' },
        headers: ['etag'],
      },
      304: NOT_MODIFIED,
    },
  },
  async (_input, { document }: Documentation) => {
    const { text, tag } = document()
    return ok(ready(text), { tag, headers: { 'access-control-allow-origin': '*' } })
  },
)

const NOTHING_HERE = problem(404, 'not_found', 'There is nothing at this path.')
const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')
const MINUTES = 'public, max-age=300'
const YEAR = 'public, max-age=31536000, immutable'

/** The page of a path, or the one that says that there is none. */
function docsPage({ site, baseUrl }: Documentation, path: string, host: string) {
  const { pages, missing } = site()
  const page = pages.get(path)
  const body = ready(servedAt(page ?? missing, baseUrl, host))
  const headers = { 'content-security-policy': POLICY, 'cache-control': MINUTES }
  return page === undefined ? { status: 404 as const, body, headers } : ok(body, { headers })
}

const PAGE = {
  description: 'The first page.',
  schema: Type.String({ description: 'HTML.' }),
  type: 'text/html',
} as const

const readDocument = operation(
  {
    route: 'GET /docs',
    id: 'readDocument',
    tag: 'Document',
    access: open,
    produces: 'text/html',
    summary: 'Read this document as pages',
    description: 'The documentation: guides and reference, in HTML, without requests to other hosts.',
    responses: { 200: PAGE },
  },
  async ({ request }, { site, baseUrl }: Documentation) => {
    const headers = { 'content-security-policy': POLICY, 'cache-control': MINUTES }
    return ok(ready(servedAt(site().pages.get('/docs')!, baseUrl, request.host)), { headers })
  },
)

/** The other pages and what they load: for people, so the OpenAPI document leaves them out. */
const forReaders = {
  tag: 'Document',
  access: open,
  undocumented: true,
  selfContained: true,
  summary: 'Read a page of the documentation',
  description: '',
  responses: { 200: PAGE, 404: PAGE },
} as const
const NAME = { name: pathParameter('Name.', 'quickstart', () => true, NOTHING_HERE) }

const pagesIn = (folder: 'guides' | 'reference') =>
  operation(
    { ...forReaders, route: `GET /docs/${folder}/{name}`, id: folder, produces: 'text/html', params: NAME },
    async ({ params, request }, documentation: Documentation) =>
      docsPage(documentation, `/docs/${folder}/${params.name}`, request.host),
  )

const readSearchIndex = operation(
  { ...forReaders, route: 'GET /docs/search.json', id: 'readSearchIndex' },
  async (_input, { site }: Documentation) => ok(ready(site().search), { headers: { 'cache-control': YEAR } }),
)

const readPicture = operation(
  { ...forReaders, route: 'GET /docs/images/{name}', id: 'readPicture', produces: 'text/html', params: NAME },
  async ({ params: { name }, request }, documentation: Documentation) => {
    const image = readImage(name)
    if (image === null) return docsPage(documentation, '', request.host)
    const type = name.endsWith('.svg') ? 'image/svg+xml' : 'image/png'
    return ok(ready(image), { headers: { 'cache-control': MINUTES, 'content-type': type } })
  },
)

/**
 * `described` are the operations to document; it may grow until the first request. Returns the steps that make the
 * document and its pages: the first request that needs them takes those that nobody has taken.
 */
export function documentRoutes(
  register: Register,
  { settings }: Pick<ApiDeps, 'settings'>,
  described: DescribedOperation[],
): Array<() => unknown> {
  // Built when all routes are registered.
  const document = once((): BuiltDocument => {
    const content = openApi(described, settings)
    const text = JSON.stringify(content)
    return { content, text, tag: `"${createHash('sha1').update(text).digest('base64url')}"` }
  })
  const site = once(() => docsSite(document().content, settings))
  const documentation: Documentation = { document, site, baseUrl: settings.baseUrl }
  const pages = [pagesIn('guides'), pagesIn('reference'), readSearchIndex, readPicture]
  register([getDocument, readDocument, ...pages], documentation)
  return [document, site]
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | null = null
  return () => (made ??= { value: make() }).value
}
