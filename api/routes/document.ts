/** The OpenAPI document, and the documentation that is made from it and from the guides. */
import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { NOT_MODIFIED } from '../document/common-responses.js'
import type { Json } from '../document/json-schema.js'
import { openApi } from '../document/openapi.js'
import type { DescribedOperation } from '../operation/described.js'
import { readImage } from '../document/page/guides.js'
import { servedAt } from '../document/page/served-address.js'
import { docsSite } from '../document/page/site.js'
import type { DocsSite } from '../document/page/site.js'
import type { AddEndpoint } from '../endpoint.js'
import { notModified } from '../http/etag.js'
import { sendJson } from '../http/reply.js'
import type { ApiDeps } from '../ports/deps.js'

interface BuiltDocument {
  content: Json
  text: string
  tag: string
}

/**
 * `described` are the operations to document; it may grow until the first request. Returns the steps that make the
 * document and its pages: the first request that needs them takes those that nobody has taken.
 */
export function documentRoutes(
  app: FastifyInstance,
  add: AddEndpoint,
  deps: ApiDeps,
  described: DescribedOperation[],
): Array<() => unknown> {
  // Built when all routes are registered.
  const document = once((): BuiltDocument => {
    const content = openApi(described, deps.settings)
    const text = JSON.stringify(content)
    return { content, text, tag: `"${createHash('sha1').update(text).digest('base64url')}"` }
  })
  const site = once(() => docsSite(document().content, deps.settings))
  openApiRoute(add, document)
  const sendPage: SendPage = async (request, reply, path) => {
    const { pages: known, missing } = site()
    const page = known.get(path)
    return await reply
      .code(page === undefined ? 404 : 200)
      .header('content-security-policy', POLICY)
      .header('cache-control', MINUTES)
      .type('text/html; charset=utf-8')
      .send(servedAt(page ?? missing, deps.settings.baseUrl, request.host))
  }
  docsRoute(add, sendPage)
  pageRoutes(app, site, sendPage)
  return [document, site]
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | null = null
  return () => (made ??= { value: make() }).value
}

function openApiRoute(add: AddEndpoint, document: () => BuiltDocument): void {
  add({
    method: 'GET',
    url: '/openapi.json',
    access: [],
    operation: {
      id: 'getDocument',
      tag: 'Document',
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
    handle: async (request, reply) => {
      const { text, tag } = document()
      if (notModified(request, reply, tag)) return await reply.code(304).send()
      return await sendJson(reply.header('access-control-allow-origin', '*'), text)
    },
  })
}

/** Answers with the page of a path, or says that there is none. */
type SendPage = (request: FastifyRequest, reply: FastifyReply, path: string) => Promise<FastifyReply>

function docsRoute(add: AddEndpoint, sendPage: SendPage): void {
  add({
    method: 'GET',
    url: '/docs',
    access: [],
    produces: 'text/html',
    operation: {
      id: 'readDocument',
      tag: 'Document',
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
    handle: async (request, reply) => await sendPage(request, reply, '/docs'),
  })
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

/** The other pages, and what they load. The OpenAPI document leaves them out. */
function pageRoutes(app: FastifyInstance, site: () => DocsSite, sendPage: SendPage): void {
  for (const folder of ['guides', 'reference'])
    app.get<{ Params: { name: string } }>(
      `/docs/${folder}/:name`,
      async (request, reply) => await sendPage(request, reply, `/docs/${folder}/${request.params.name}`),
    )
  app.get('/docs/search.json', async (_request, reply) =>
    sendJson(reply.header('cache-control', YEAR), site().search),
  )
  app.get<{ Params: { name: string } }>('/docs/images/:name', async (request, reply) => {
    const { name } = request.params
    const image = readImage(name)
    if (image === null) return await sendPage(request, reply, '')
    const type = name.endsWith('.svg') ? 'image/svg+xml' : 'image/png'
    return await reply.header('cache-control', MINUTES).type(type).send(image)
  })
}
