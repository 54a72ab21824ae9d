/** Pages that need a session. Without one they lead to the sign-in page; forged forms are refused. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AuditEntry, AuditStore } from '../../../schemas/oauth/audit.js'
import type { DeveloperAccountStore, MemberAccountStore } from '../ports.js'
import type { DeveloperAccount, MemberAccount } from '../../../schemas/oauth/account.js'
import type { Session } from '../../../schemas/oauth/session.js'
import { PageRefusal } from './page-refusal.js'
import { isForgedForm, pageContext } from './page-context.js'
import type { PageContext, RouteHandler } from './page-context.js'
import { withReturn } from './return-path.js'
import { readVisitor } from './session.js'
import type { VisitorDeps } from './session.js'

/** The context of a page of a signed-in account. */
export interface AccountPage<A> extends PageContext {
  session: Session
  account: A
  /** Records an event of the audit log with this account as its actor. */
  audit: (
    event: AuditEntry['event'],
    more?: Pick<AuditEntry, 'clientId' | 'memberId' | 'detail'>,
  ) => Promise<void>
}

export type PageHandler<A> = (page: AccountPage<A>) => Promise<FastifyReply>
/** Makes the route of a page: admits the accounts that may see it. */
export type PageGuard<A> = (handler: PageHandler<A>) => RouteHandler

export type SessionPageDeps = VisitorDeps & { audit: AuditStore }

export function requireMember(
  deps: SessionPageDeps & { members: MemberAccountStore },
): PageGuard<MemberAccount> {
  return (handler) => async (request, reply) => {
    const visitor = await readVisitor(request, 'member', deps)
    const account = visitor.session === null ? null : await deps.members.byId(visitor.session.accountId)
    if (visitor.session === null || account === null)
      return await reply.redirect(signInPath('/oauth/login', request), 303)
    const page = accountPage(
      pageContext(request, reply, visitor, deps, 'member'),
      visitor.session,
      account,
      deps,
    )
    return isForgedForm(page, deps) ? await page.renderError('invalid_form') : await handler(page)
  }
}

/**
 * Developers whose session has no second factor are asked for it first, unless the page is for setting it
 * up.
 */
export function requireDeveloper(
  deps: SessionPageDeps & { developers: DeveloperAccountStore },
  options: { secondFactor: boolean } = { secondFactor: true },
): PageGuard<DeveloperAccount> {
  return (handler) => async (request, reply) => {
    const visitor = await readVisitor(request, 'developer', deps)
    const { session } = visitor
    const account = session === null ? null : await deps.developers.byId(session.accountId)
    if (session === null || account === null)
      return await reply.redirect(signInPath('/console/login', request), 303)
    if (options.secondFactor && !session.secondFactor)
      return await reply.redirect(signInPath('/console/second-factor', request), 303)
    const nav = session.secondFactor ? 'developer' : 'none'
    const page = accountPage(pageContext(request, reply, visitor, deps, nav), session, account, deps)
    if (isForgedForm(page, deps)) return await page.renderError('invalid_form')
    try {
      return await handler(page)
    } catch (error) {
      if (error instanceof PageRefusal) return await page.renderError(error.code)
      throw error
    }
  }
}

/** A page is returned to after sign-in; a posted form is not, because its values are gone. */
function signInPath(path: string, request: FastifyRequest): string {
  return request.method === 'POST' ? path : withReturn(path, request.url)
}

function accountPage<A>(
  page: PageContext,
  session: Session,
  account: A,
  { audit }: SessionPageDeps,
): AccountPage<A> {
  return {
    ...page,
    session,
    account,
    audit: async (event, more = {}) => {
      await audit.record({
        event,
        actor: { kind: session.kind, id: session.accountId },
        address: page.request.ip,
        request: page.request.id,
        ...more,
      })
    },
  }
}
