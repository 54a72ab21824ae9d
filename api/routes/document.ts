/** The OpenAPI document, and the documentation that is made from it and from the guides. */
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { NOT_MODIFIED } from '../document/common-responses.js'
import type { Json } from '../document/json-schema.js'
import { openApi } from '../document/openapi.js'
import { readImage } from '../document/page/guides.js'
import { once } from '../../schemas/base/memoize.js'
import { missingPage } from '../document/page/home-page.js'
import { servedAt } from '../document/page/served-address.js'
import { docsSite } from '../document/page/site.js'
import type { DocsSite } from '../document/page/site.js'
import { docsLookup } from '../document/page/text/docs-lookup.js'
import type { DocsLookup } from '../document/page/text/docs-lookup.js'
import { markdownTexts } from '../document/page/text/markdown-texts.js'
import { markdownAddress, pageMarkdown } from '../document/page/text/page-markdown.js'
import { prefers } from '../http/accept.js'
import { textTag } from '../http/etag.js'
import { open } from '../operation/access.js'
import { ok, ready } from '../operation/answer.js'
import type { Answer, Ready } from '../operation/answer.js'
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
  /** A page as a reader at the host gets it, with its tag; null if there is none. */
  sent: (path: string, host: string) => SentPage | null
}

interface SentPage {
  body: Buffer
  tag: string
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

const HTML = 'text/html'
const MARKDOWN = 'text/markdown'

/** The page of a path, or the one that says that there is none; as Markdown by its address or if that is preferred. */
function docsPage({ site, sent }: Documentation, address: string, { host, headers }: FastifyRequest) {
  const path = address.replace(/\.md$/, '')
  const isMarkdown = path !== address || prefers(headers.accept, MARKDOWN, HTML)
  const page = sent(isMarkdown ? `${path}.md` : path, host)
  const own = {
    'content-security-policy': POLICY,
    'cache-control': MINUTES,
    'content-type': `${isMarkdown ? MARKDOWN : HTML}; charset=utf-8`,
    vary: 'accept, accept-encoding',
  }
  if (page === null) {
    const missing = isMarkdown ? pageMarkdown(missingPage.html, new Set()) : site().missing
    return { status: 404 as const, body: ready(missing), headers: own }
  }
  const link = isMarkdown
    ? `<${path}>; rel="canonical"`
    : `<${markdownAddress(path)}>; rel="alternate"; type="${MARKDOWN}"`
  return ok(ready(page.body), { tag: page.tag, headers: { ...own, link } })
}

const PAGE = {
  description: 'The first page.',
  schema: Type.String({ description: 'HTML.' }),
  type: HTML,
  headers: ['etag'],
} as const

export const readDocument = operation(
  {
    route: 'GET /docs',
    id: 'readDocument',
    tag: 'Document',
    access: open,
    produces: HTML,
    alsoProduces: [MARKDOWN],
    summary: 'Read this document as pages',
    description:
      'The documentation: guides and reference, in HTML, without requests to other hosts. Each page is Markdown with `Accept: text/markdown`, and at its address with `.md`; `/llms.txt` lists them for language models, `/llms-full.txt` has all in one.',
    parameters: ['if_none_match'],
    responses: { 200: PAGE, 304: NOT_MODIFIED },
  },
  async ({ request }, documentation: Documentation) =>
    docsPage(documentation, '/docs', request) as Answer<200, Ready>,
)

/** The other pages and what they load: for people, so the OpenAPI document leaves them out. */
const forReaders = {
  tag: 'Document',
  access: open,
  undocumented: true,
  selfContained: true,
  summary: 'Read a page of the documentation',
  description: '',
  parameters: ['if_none_match'],
  responses: { 200: PAGE, 304: NOT_MODIFIED, 404: PAGE },
} as const
const NAME = { name: pathParameter('Name.', 'quickstart', () => true, NOTHING_HERE) }

const pagesIn = (folder: 'guides' | 'reference') =>
  operation(
    { ...forReaders, route: `GET /docs/${folder}/{name}`, id: folder, produces: HTML, params: NAME },
    async ({ params, request }, documentation: Documentation) =>
      docsPage(documentation, `/docs/${folder}/${params.name}`, request),
  )

const readMarkdown = operation(
  { ...forReaders, route: 'GET /docs.md', id: 'readMarkdown', produces: MARKDOWN },
  async ({ request }, documentation: Documentation) => docsPage(documentation, '/docs.md', request),
)

/** What language models look for at the root. */
const textsOf = (name: 'llms.txt' | 'llms-full.txt') =>
  operation(
    { ...forReaders, route: `GET /${name}`, id: name, produces: 'text/plain' },
    async ({ request }, { sent }: Documentation) => {
      const { body, tag } = sent(`/${name}`, request.host)!
      return ok(ready(body), { tag, headers: { 'cache-control': MINUTES, vary: 'accept-encoding' } })
    },
  )

const readSearchIndex = operation(
  { ...forReaders, route: 'GET /docs/search.json', id: 'readSearchIndex' },
  async (_input, { site }: Documentation) => ok(ready(site().search), { headers: { 'cache-control': YEAR } }),
)

const readPicture = operation(
  { ...forReaders, route: 'GET /docs/images/{name}', id: 'readPicture', produces: HTML, params: NAME },
  async ({ params: { name }, request }, documentation: Documentation) => {
    const image = readImage(name)
    if (image === null) return docsPage(documentation, '', request)
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
): { steps: Array<() => unknown>; lookup: () => DocsLookup } {
  // Built when all routes are registered.
  const document = once((): BuiltDocument => {
    const content = openApi(described, settings)
    const text = JSON.stringify(content)
    return { content, text, tag: textTag(text) }
  })
  const site = once(() => docsSite(document().content, settings))
  const texts = once(() => markdownTexts(site(), settings))
  const documentation: Documentation = { document, site, sent: sender(site, texts, settings.baseUrl) }
  const others = [readMarkdown, textsOf('llms.txt'), textsOf('llms-full.txt')]
  const pages = [pagesIn('guides'), pagesIn('reference'), ...others, readSearchIndex, readPicture]
  register([getDocument, readDocument, ...pages], documentation)
  const lookup = once(() => docsLookup(site(), texts(), settings.baseUrl))
  return { steps: [document, site, texts], lookup }
}

/** What every reader gets is kept as bytes, so that it is compressed once. */
function sender(
  site: () => DocsSite,
  texts: () => ReadonlyMap<string, string>,
  baseUrl: string,
): Documentation['sent'] {
  const kept = new Map<string, SentPage>()
  return (path, host) => {
    const page = (/\.(md|txt)$/.test(path) ? texts() : site().pages).get(path)
    if (page === undefined) return null
    const shown = servedAt(page, baseUrl, host)
    const known = shown === page ? kept.get(path) : undefined
    const sent = known ?? { body: Buffer.from(shown), tag: textTag(shown) }
    if (shown === page) kept.set(path, sent)
    return sent
  }
}
