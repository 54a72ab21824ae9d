/** The OpenAPI document and its reader. */
import Type from 'typebox'
import { createHash } from 'node:crypto'
import type { ApiDeps } from '../deps.js'
import { openApi } from '../document/openapi.js'
import type { Described } from '../document/openapi.js'
import { STYLE, readerPage } from '../document/reader.js'
import type { Add } from '../endpoint.js'
import { unchanged } from '../etag.js'
import { sendJson } from '../reply.js'

export function documentRoutes(add: Add, deps: ApiDeps, described: Described[]): void {
  /** Made on the first request, when all routes are there. */
  let made: { text: string; page: string; tag: string } | null = null
  const document = (): NonNullable<typeof made> => {
    if (made === null) {
      const content = openApi(described, deps.settings)
      const text = JSON.stringify(content)
      made = { text, page: readerPage(content), tag: createHash('sha1').update(text).digest('base64url') }
    }
    return made
  }
  const style = createHash('sha256').update(STYLE).digest('base64')

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
      answers: {
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
      if (unchanged(request, reply, `"${tag}"`)) return await reply.code(304).send()
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
      answers: {
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
