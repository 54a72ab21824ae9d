/** The OpenAPI document and its reader. */
import Type from 'typebox'
import { createHash } from 'node:crypto'
import type { ApiDeps } from '../ports/deps.js'
import { openApi } from '../document/openapi.js'
import type { DescribedOperation } from '../document/openapi.js'
import { DOCS_STYLE, docsPage } from '../document/page/docs-page.js'
import type { AddEndpoint } from '../endpoint.js'
import { notModified } from '../http/etag.js'
import { sendJson } from '../http/reply.js'

export function documentRoutes(add: AddEndpoint, deps: ApiDeps, described: DescribedOperation[]): void {
  /** Made on the first request, when all routes are there. */
  let made: { text: string; page: string; tag: string } | null = null
  const document = (): NonNullable<typeof made> => {
    if (made === null) {
      const content = openApi(described, deps.settings)
      const text = JSON.stringify(content)
      made = { text, page: docsPage(content), tag: createHash('sha1').update(text).digest('base64url') }
    }
    return made
  }
  const style = createHash('sha256').update(DOCS_STYLE).digest('base64')

  add({
    method: 'GET',
    url: '/openapi.json',
    access: [],
    operation: {
      id: 'getDocument',
      tag: 'Document',
      summary: 'Read this document',
      description: 'The OpenAPI 3.1 document of the service, webhooks included.',
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
        304: { description: 'Nothing has changed since the entity tag in If-None-Match.' },
      },
    },
    handle: async (request, reply) => {
      const { text, tag } = document()
      if (notModified(request, reply, `"${tag}"`)) return await reply.code(304).send()
      return await sendJson(reply.header('access-control-allow-origin', '*'), text)
    },
  })

  add({
    method: 'GET',
    url: '/docs',
    access: [],
    produces: 'text/html',
    operation: {
      id: 'readDocument',
      tag: 'Document',
      summary: 'Read this document as a page',
      description: 'The same for people: one page, without a script and without a request to anywhere else.',
      responses: {
        200: { description: 'The page.', schema: Type.String({ description: 'HTML.' }), type: 'text/html' },
      },
    },
    handle: async (_request, reply) =>
      await reply
        .header(
          'content-security-policy',
          `default-src 'none'; style-src 'sha256-${style}'; img-src data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
        )
        .header('cache-control', 'public, max-age=300')
        .type('text/html; charset=utf-8')
        .send(document().page),
  })
}
