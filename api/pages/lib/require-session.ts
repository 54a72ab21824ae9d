/** What pages behind a sign-in share: no session leads to the sign-in page, and a form that is not ours leads nowhere. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { queryText, readParameters } from '../../oauth/parameters.js'
import type { Parameters } from '../../oauth/parameters.js'
import type { AuditEntry, AuditStore } from '../../../schemas/oauth/audit.js'
import { renderPage } from './render-page.js'
import type { PageFrame, PageData } from './render-page.js'
import type { DeveloperAccountStore, MemberAccountStore } from '../ports.js'
import type { DeveloperAccount, MemberAccount } from '../../../schemas/oauth/account.js'
import type { Session } from '../../../schemas/oauth/session.js'
import { errorPageText } from './error-pages.js'
import { withReturn } from './return-path.js'
import { csrfTokenFor, isGenuineForm, readVisitor } from './session.js'
import type { Visitor, VisitorDeps } from './session.js'

export interface PageContext<A> {
  request: FastifyRequest
  reply: FastifyReply
  session: Session
  account: A
  query: Parameters
  /** The posted form; empty for GET. */
  form: Parameters
  /** Shows a page with the navigation of this kind of account. */
  show: <N extends keyof PageData>(
    name: N,
    frame: Partial<PageFrame> & { title: string },
    data: PageData[N],
    status?: number,
  ) => Promise<FastifyReply>
  /** Goes on to another page, 303. */
  go: (path: string) => Promise<FastifyReply>
  notFound: () => Promise<FastifyReply>
  note: (
    event: AuditEntry['event'],
    more?: Pick<AuditEntry, 'clientId' | 'memberId' | 'detail'>,
  ) => Promise<void>
}

export type PageHandler<A> = (opened: PageContext<A>) => Promise<FastifyReply>
export type RouteHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

export type SessionPageDeps = VisitorDeps & { audit: AuditStore }

/** Handlers for pages of members. */
export function requireMember(
  deps: SessionPageDeps & { members: MemberAccountStore },
): (handler: PageHandler<MemberAccount>) => RouteHandler {
  return (handler) => async (request, reply) => {
    const visit = await readVisitor(request, 'member', deps)
    const account = visit.session === null ? null : await deps.members.byId(visit.session.accountId)
    if (visit.session === null || account === null)
      return await reply.redirect(signInAddress('/oauth/login', request), 303)
    return await opened(request, reply, visit, visit.session, account, handler, deps)
  }
}

/** Handlers for pages of developers; without a second factor in the session they are asked for it first. */
export function requireDeveloper(
  deps: SessionPageDeps & { developers: DeveloperAccountStore },
  options: { secondFactor: boolean } = { secondFactor: true },
): (handler: PageHandler<DeveloperAccount>) => RouteHandler {
  return (handler) => async (request, reply) => {
    const visit = await readVisitor(request, 'developer', deps)
    const account = visit.session === null ? null : await deps.developers.byId(visit.session.accountId)
    if (visit.session === null || account === null)
      return await reply.redirect(signInAddress('/console/login', request), 303)
    if (options.secondFactor && !visit.session.secondFactor)
      return await reply.redirect(signInAddress('/console/second-factor', request), 303)
    return await opened(request, reply, visit, visit.session, account, handler, deps)
  }
}

/** A page is come back to after signing in; a form is not, its values are gone. */
function signInAddress(path: string, request: FastifyRequest): string {
  return request.method === 'POST' ? path : withReturn(path, request.url)
}

async function opened<A>(
  request: FastifyRequest,
  reply: FastifyReply,
  visit: Visitor,
  session: Session,
  account: A,
  handler: PageHandler<A>,
  deps: SessionPageDeps,
): Promise<FastifyReply> {
  const form = readParameters(typeof request.body === 'string' ? request.body : '')
  const nav = session.kind === 'developer' && !session.secondFactor ? 'none' : session.kind
  const page: PageContext<A>['show'] = async (name, frame, data, status) =>
    await renderPage(
      reply,
      name,
      { nav, formToken: csrfTokenFor(visit, reply, deps), ...frame },
      data,
      status,
    )
  if (request.method === 'POST' && !isGenuineForm(request, visit, form.get('form_token'), deps)) {
    return await page('problem', { title: 'This form is not valid' }, errorPageText('foreign_form'), 403)
  }
  return await handler({
    request,
    reply,
    session,
    account,
    form,
    query: readParameters(queryText(request.url)),
    show: page,
    go: async (path) => await reply.redirect(path, 303),
    notFound: async () =>
      await page('problem', { title: 'There is nothing here' }, errorPageText('not_found'), 404),
    note: async (event, more = {}) => {
      await deps.audit.record({
        event,
        actor: { kind: session.kind, id: session.accountId },
        address: request.ip,
        request: request.id,
        ...more,
      })
    },
  })
}
