/** The room of pages within the server: templates, forms as text, headers, a problem page for every failure. */
import fastifyView from '@fastify/view'
import { Eta } from 'eta'
import type { FastifyInstance } from 'fastify'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { ApiError } from '../../schemas/base/errors.js'
import type { Log } from '../../schemas/base/log.js'
import { sendError } from '../http/errors.js'
import { FORM_TYPE } from '../http/form.js'
import { isTransientError } from '../http/transient-errors.js'
import { pageHeaders } from './lib/page-headers.js'
import { renderPage } from './lib/render-page.js'
import { errorPageText } from './lib/error-pages.js'

const FORM_LIMIT = 64 * 1024
const views = fileURLToPath(new URL('./views', import.meta.url))

/** Prepares a Fastify scope for pages. Call it on a scope of their own: parsers, hooks and the error handler stay within. */
export async function pagesPlugin(app: FastifyInstance, log: Log): Promise<void> {
  await app.register(fastifyView, {
    engine: { eta: new Eta({ views, cache: true }) },
    root: views,
    viewExt: 'eta',
    production: true,
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    FORM_TYPE,
    { parseAs: 'string', bodyLimit: FORM_LIMIT },
    (_request, body, done) => {
      done(null, body)
    },
  )
  pageHeaders(app)
  app.setErrorHandler(async (error, request, reply) => {
    if (error instanceof ApiError) {
      // Turned away at the door, before any page: no TLS in front, an address too long, too much to do.
      if (error.status !== 503) return await sendError(error, request, reply)
      return await renderPage(
        reply.header('retry-after', String(error.retryAfter ?? 5)),
        'problem',
        { title: 'Not just now' },
        errorPageText('unavailable'),
        503,
      )
    }
    const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
    if (status < 500)
      return await renderPage(
        reply,
        'problem',
        { title: 'This form is not valid' },
        errorPageText('foreign_form'),
        status,
      )
    log.error({ error, request: request.id }, 'a page failed')
    const away = isTransientError(error)
    if (away) void reply.header('retry-after', '5')
    return await renderPage(
      reply,
      'problem',
      { title: 'Something went wrong' },
      errorPageText(away ? 'unavailable' : 'server_error'),
      away ? 503 : 500,
    )
  })

  // The address that a start prints is opened by people too.
  app.get('/', async (_request, reply) => await reply.redirect('/docs', 303))
  // So are these, with a slash at the end as often as without.
  for (const url of ['/account', '/console'])
    app.get(`${url}/`, async (_request, reply) => await reply.redirect(url, 303))

  // People read these addresses: what is not there says so on a page.
  for (const url of ['/account/*', '/console/*']) {
    app.get(
      url,
      async (_request, reply) =>
        await renderPage(
          reply,
          'problem',
          { title: 'There is nothing here' },
          errorPageText('not_found'),
          404,
        ),
    )
  }

  const stylesheet = readFileSync(new URL('./views/pages.css', import.meta.url), 'utf8')
  app.get(
    '/assets/pages.css',
    async (_request, reply) =>
      await reply
        .header('cache-control', 'public, max-age=3600')
        .type('text/css; charset=utf-8')
        .send(stylesheet),
  )
}
