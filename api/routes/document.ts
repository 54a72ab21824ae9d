/** The OpenAPI document, and the page that shows it. */
import { createHash } from 'node:crypto'
import Type from 'typebox'
import { NOT_MODIFIED } from '../document/common-responses.js'
import { openApi } from '../document/openapi.js'
import type { DescribedOperation } from '../document/operation.js'
import { docsPage } from '../document/page/docs-page.js'
import { DOCS_STYLE } from '../document/page/docs-style.js'
import type { AddEndpoint } from '../endpoint.js'
import { notModified } from '../http/etag.js'
import { sendJson } from '../http/reply.js'
import type { ApiDeps } from '../ports/deps.js'

interface BuiltDocument {
  text: string
  page: string
  tag: string
}

/** `described` are the operations to document; it may grow until the first request. */
export function documentRoutes(add: AddEndpoint, deps: ApiDeps, described: DescribedOperation[]): void {
  /** Built on the first request, when all routes are registered. */
  let built: BuiltDocument | null = null
  const document = (): BuiltDocument => {
    if (built === null) {
      const content = openApi(described, deps.settings)
      const text = JSON.stringify(content)
      const tag = `"${createHash('sha1').update(text).digest('base64url')}"`
      built = { text, page: docsPage(content), tag }
    }
    return built
  }
  openApiRoute(add, document)
  docsRoute(add, document)
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

function docsRoute(add: AddEndpoint, document: () => BuiltDocument): void {
  const style = createHash('sha256').update(DOCS_STYLE).digest('base64')
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${style}'`,
    'img-src data:',
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
  add({
    method: 'GET',
    url: '/docs',
    access: [],
    produces: 'text/html',
    operation: {
      id: 'readDocument',
      tag: 'Document',
      summary: 'Read this document as a page',
      description: 'The same as one HTML page, without scripts and without requests to other hosts.',
      responses: {
        200: {
          description: 'The page.',
          schema: Type.String({ description: 'HTML.' }),
          type: 'text/html',
        },
      },
    },
    handle: async (_request, reply) =>
      await reply
        .header('content-security-policy', policy)
        .header('cache-control', 'public, max-age=300')
        .type('text/html; charset=utf-8')
        .send(document().page),
  })
}
