/** The OpenAPI document, and the documentation that is made from it and from the guides. */
import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import Type from 'typebox'
import { NOT_MODIFIED } from '../document/common-responses.js'
import type { Json } from '../document/json-schema.js'
import { openApi } from '../document/openapi.js'
import { readImage } from '../document/page/guides.js'
import { servedAt } from '../document/page/served-address.js'
import { docsSite } from '../document/page/site.js'
import type { DocsSite } from '../document/page/site.js'
import { sendJson } from '../http/reply.js'
import { open } from '../operation/access.js'
import { ok, ready } from '../operation/answer.js'
import { operation } from '../operation/declaration.js'
import type { DescribedOperation } from '../operation/described.js'
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

const readDocument = operation(
  {
    route: 'GET /docs',
    id: 'readDocument',
    tag: 'Document',
    access: open,
    produces: 'text/html',
    summary: 'Read this document as pages',
    description: 'The documentation: guides and reference, in HTML, without requests to other hosts.',
    responses: {
      200: {
        description: 'The first page.',
        schema: Type.String({ description: 'HTML.' }),
        type: 'text/html',
      },
    },
  },
  async ({ request }, documentation: Documentation) => {
    const { html, headers } = docsPage(documentation, '/docs', request.host)
    return ok(ready(html), { headers })
  },
)

/**
 * `described` are the operations to document; it may grow until the first request. Returns the steps that make the
 * document and its pages: the first request that needs them takes those that nobody has taken.
 */
export function documentRoutes(
  app: FastifyInstance,
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
  register([getDocument, readDocument], documentation)
  pageRoutes(app, documentation)
  return [document, site]
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | null = null
  return () => (made ??= { value: make() }).value
}

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

/** The page of a path, or the one that says that there is none, and the headers of both. */
function docsPage({ site, baseUrl }: Documentation, path: string, host: string) {
  const { pages: known, missing } = site()
  const page = known.get(path)
  return {
    isKnown: page !== undefined,
    html: servedAt(page ?? missing, baseUrl, host),
    headers: { 'content-security-policy': POLICY, 'cache-control': MINUTES },
  }
}

/** The other pages, and what they load. The OpenAPI document leaves them out. */
function pageRoutes(app: FastifyInstance, documentation: Documentation): void {
  const sendPage = async (path: string, host: string, reply: FastifyReply): Promise<FastifyReply> => {
    const { isKnown, html, headers } = docsPage(documentation, path, host)
    return await reply
      .code(isKnown ? 200 : 404)
      .headers(headers)
      .type('text/html; charset=utf-8')
      .send(html)
  }
  for (const folder of ['guides', 'reference'])
    app.get<{ Params: { name: string } }>(
      `/docs/${folder}/:name`,
      async (request, reply) => await sendPage(`/docs/${folder}/${request.params.name}`, request.host, reply),
    )
  app.get('/docs/search.json', async (_request, reply) =>
    sendJson(reply.header('cache-control', YEAR), documentation.site().search),
  )
  app.get<{ Params: { name: string } }>('/docs/images/:name', async (request, reply) => {
    const { name } = request.params
    const image = readImage(name)
    if (image === null) return await sendPage('', request.host, reply)
    const type = name.endsWith('.svg') ? 'image/svg+xml' : 'image/png'
    return await reply.header('cache-control', MINUTES).type(type).send(image)
  })
}
