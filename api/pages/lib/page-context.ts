/** What a page handler works with: the request, its parameters, and the ways to answer. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { queryText, readParameters } from '../../oauth/parameters.js'
import type { Parameters } from '../../oauth/parameters.js'
import type { AccountType } from '../../../schemas/oauth/account.js'
import type { TeamRole } from '../../../schemas/oauth/team.js'
import type { ErrorPageCode } from './error-pages.js'
import { renderErrorPage, renderPage } from './render-page.js'
import type { PageFrame, View } from '../views/page-frame.js'
import type { ErrorPageOptions, FrameOptions } from './render-page.js'
import { csrfTokenFor, isGenuineForm, readVisitor } from './session.js'
import type { Visitor, VisitorDeps } from './session.js'

export type RouteHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

export interface PageContext {
  request: FastifyRequest
  reply: FastifyReply
  visitor: Visitor
  query: Parameters
  /** The posted form; empty for GET. */
  form: Parameters
  render: <D>(view: View<D>, frame: FrameOptions, data: D, status?: number) => Promise<FastifyReply>
  /** The role of the developer in the application that the page is about; the views read it. */
  showRole: (role: TeamRole) => void
  renderError: (code: ErrorPageCode, options?: ErrorPageOptions) => Promise<FastifyReply>
  /** Answers 429 with Retry-After. */
  renderThrottled: (waitSeconds: number) => Promise<FastifyReply>
  /** Redirects to another of our pages, 303. */
  redirect: (path: string) => Promise<FastifyReply>
  /** Does `work` once the answer has left or the browser has gone, so that the answer's time tells nothing. */
  afterAnswer: (work: () => void) => void
}

export function pageContext(
  request: FastifyRequest,
  reply: FastifyReply,
  visitor: Visitor,
  deps: VisitorDeps,
  nav: PageFrame['nav'] = 'none',
): PageContext {
  let role: TeamRole | null = null
  const frame = (): Pick<PageFrame, 'nav' | 'formToken' | 'role'> => ({
    nav,
    role,
    formToken: csrfTokenFor(visitor, reply, deps),
  })
  const renderError: PageContext['renderError'] = async (code, options) =>
    await renderErrorPage(reply, code, options, nav === 'none' ? {} : frame())
  return {
    request,
    reply,
    visitor,
    query: readParameters(queryText(request.url)),
    form: readForm(request),
    render: async (view, options, data, status) =>
      await renderPage(reply, view, { ...frame(), ...options }, data, status),
    showRole: (shown) => {
      role = shown
    },
    renderError,
    renderThrottled: async (waitSeconds) => {
      void reply.header('retry-after', waitSeconds)
      return await renderError('throttled')
    },
    redirect: async (path) => await reply.redirect(path, 303),
    afterAnswer: (work) => {
      reply.raw.once('close', work)
    },
  }
}

/** The form that was posted; the pages' plugin parses bodies to text. */
export function readForm(request: FastifyRequest): Parameters {
  return readParameters(typeof request.body === 'string' ? request.body : '')
}

/**
 * Handlers for pages that need no session. A posted form must carry a token of ours, or it is refused with
 * 403.
 */
export function visitorPages(
  type: AccountType,
  deps: VisitorDeps,
): (handler: (page: PageContext) => Promise<FastifyReply>) => RouteHandler {
  return (handler) => async (request, reply) => {
    const visitor = await readVisitor(request, type, deps)
    const page = pageContext(request, reply, visitor, deps)
    return isForgedForm(page, deps) ? await page.renderError('invalid_form') : await handler(page)
  }
}

/** True for a POST whose form was not sent from one of our pages to this visitor. */
export function isForgedForm({ request, visitor, form }: PageContext, deps: VisitorDeps): boolean {
  return request.method === 'POST' && !isGenuineForm(request, visitor, form.get('form_token'), deps)
}
