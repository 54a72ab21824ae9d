/** Adds pages to a server. Only this module touches their replies. */
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type {} from '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SentFile } from '../../http/form/multipart.js'
import { queryText, readParameters } from '../../oauth/parameters.js'
import { acceptsGzip } from '../../plugins/compression.js'
import { html } from '../views/html.js'
import type { Html } from '../views/html.js'
import { layout, messages } from '../views/layout.js'
import type { PageFrame } from '../views/page-frame.js'
import { cookies } from './cookies.js'
import { ERROR_PAGES, problemView } from './error-pages.js'
import { hasScript, policyOf } from './page-headers.js'
import type { Page, PageRequest } from './page.js'
import { view } from './page-result.js'
import type { PageResult, ProblemResult, ViewResult } from './page-result.js'
import { csrfTokenFor, readVisitor } from './session.js'
import type { VisitorDeps } from './session.js'

/** Adds pages to a scope that is prepared for them; all get the same dependencies. */
export function registerPages<D extends VisitorDeps>(
  app: FastifyInstance,
  pages: ReadonlyArray<Page<D>>,
  deps: D,
): void {
  for (const { route, doc, headers = {}, bytes, answer } of pages) {
    const [method = '', url = ''] = route.split(' ')
    app.route({
      method,
      url,
      ...(doc === undefined ? {} : { config: { operation: doc } }),
      ...(bytes === undefined ? {} : { bodyLimit: bytes, onRequest: onlyMembers(deps) }),
      handler: async (request, reply) => {
        const page = pageRequest(request, reply.headers(headers))
        return await sendPage(await answer(page, deps), reply, page, deps)
      },
    })
  }
}

/** Refuses everybody else before the body is read. */
function onlyMembers(deps: VisitorDeps) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    const { session } = await readVisitor(pageRequest(request, reply).cookies, 'member', deps)
    return session === null ? await reply.redirect('/oauth/login', 303) : undefined
  }
}

interface FormBody {
  fields: Array<[name: string, value: string]>
  files: readonly SentFile[]
}

/** The files of a form that are not empty: a field without a file sends an empty one. */
function formOf(body: unknown): Pick<PageRequest, 'sent' | 'files'> {
  if (typeof body !== 'object' || body === null)
    return { sent: readParameters(typeof body === 'string' ? body : ''), files: [] }
  const { fields, files } = body as FormBody
  return {
    sent: readParameters(new URLSearchParams(fields).toString()),
    files: files.filter(({ bytes }) => bytes.length > 0),
  }
}

function pageRequest(request: FastifyRequest, reply: FastifyReply): PageRequest {
  return {
    request,
    query: readParameters(queryText(request.url)),
    params: request.params as Record<string, string>,
    ...formOf(request.body),
    fields: [],
    cookies: cookies(request.cookies, (name, value, attributes) => {
      void reply.setCookie(name, value, attributes)
    }),
    afterAnswer: (work) => {
      reply.raw.once('close', work)
    },
    shell: { nav: 'none', role: null, visitor: null, form: {} },
  }
}

/** Sends a result. Problems outside of a signed-in account have no forms, and need no cookie for them. */
async function sendPage(
  result: PageResult,
  reply: FastifyReply,
  page: PageRequest,
  deps: VisitorDeps,
): Promise<FastifyReply> {
  if (result.is === 'redirect') return await reply.redirect(result.to, 303)
  if (result.is === 'file') return await sendFile(result, reply)
  const { nav, role, visitor, form } = page.shell
  const hasForms = visitor !== null && (result.is === 'view' || nav !== 'none')
  const formToken = hasForms ? csrfTokenFor(visitor, page.cookies, deps) : ''
  return await sendResult(result, reply, hasForms ? { nav, role, formToken, form } : {})
}

/** Sends a page without a visitor: of an error, before any page was reached. */
export async function sendResult(
  result: ViewResult | ProblemResult,
  reply: FastifyReply,
  shown: Partial<PageFrame> = {},
): Promise<FastifyReply> {
  if (result.is === 'view' && result.options.refresh !== undefined)
    void reply.header('refresh', String(result.options.refresh))
  const path = reply.request.url.split('?', 1)[0] ?? ''
  if (result.is === 'view' && result.options.hasPasskeys === true)
    void reply.header('content-security-policy', policyOf(path, true))
  const { status, retryAfter, text } = rendered(result, path, shown)
  if (retryAfter !== undefined) void reply.header('retry-after', String(retryAfter))
  return await reply.code(status).type('text/html; charset=utf-8').send(text)
}

/** The document of a page at a path, and how it is sent. */
export function rendered(
  result: ViewResult | ProblemResult,
  urlPath: string,
  shown: Partial<PageFrame> = {},
): { status: number; retryAfter: number | undefined; text: string } {
  const { view: content, options } = result.is === 'view' ? result : problemPage(result)
  const {
    title,
    notice = null,
    errors = [],
    status,
    retryAfter,
    around = withMessages,
    hasPasskeys = false,
  } = options
  const path = options.path ?? urlPath
  const isRefused = errors.length > 0
  const frame: PageFrame = {
    nav: 'none',
    role: null,
    formToken: '',
    form: {},
    ...shown,
    path,
    notice,
    errors,
    title: isRefused ? `Error: ${title}` : title,
  }
  return {
    status: status ?? (isRefused ? 422 : 200),
    retryAfter,
    text: layout(frame, around(frame, content(frame)), { pages: hasScript(path), passkeys: hasPasskeys })
      .text,
  }
}

function problemPage({ code, options: { next, ...more } }: ProblemResult): ViewResult {
  const { title, status, heading, text, hint } = ERROR_PAGES[code]
  return view({ title, status, ...more }, () => problemView({ heading, text, hint, next }))
}

const withMessages = (frame: PageFrame, body: Html): Html => html`${messages(frame)}${body}`

async function sendFile(
  result: Extract<PageResult, { is: 'file' }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { type, name } = result
  if (name !== undefined) void reply.header('content-disposition', `attachment; filename="${name}"`)
  void reply.type(type)
  if ('body' in result) return await reply.send(result.body)
  void reply.header('vary', 'accept-encoding')
  if (acceptsGzip(reply.request.headers['accept-encoding']))
    return await reply.header('content-encoding', 'gzip').send(result.gzipped)
  return await reply.send(pipeline(result.gzipped, createGunzip(), () => {}))
}
