/** One visit of a page: who is signed in, and what binds the forms. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { randomToken, tokenHash } from '../../oauth/random-token.js'
import type { Vault } from '../../oauth/vault.js'
import { DEVELOPER_COOKIE, MEMBER_COOKIE, readCookie, setCookie, VISITOR_COOKIE } from './cookies.js'
import { csrfToken, isSameOriginPost, isValidCsrfToken } from './csrf-token.js'
import type { AccountType } from '../../../schemas/oauth/account.js'
import type { Session, SessionStore } from '../../../schemas/oauth/session.js'

export interface Visitor {
  session: Session | null
  /** What forms are bound to: the session's token, else the visitor cookie's value; null on a first post without either. */
  binding: string | null
}

export interface VisitorDeps {
  sessions: SessionStore
  vault: Vault
  settings: { authUrl: string }
}

const cookieOf = (kind: AccountType): string => (kind === 'member' ? MEMBER_COOKIE : DEVELOPER_COOKIE)

/** Reads the visit's cookies. */
export async function readVisitor(
  request: FastifyRequest,
  kind: AccountType,
  deps: VisitorDeps,
): Promise<Visitor> {
  const token = readCookie(request.headers.cookie, cookieOf(kind))
  const session = token === null ? null : await deps.sessions.find(kind, tokenHash(token))
  return { session, binding: session === null ? readCookie(request.headers.cookie, VISITOR_COOKIE) : token }
}

/** The token for the forms of the page about to be shown; gives a visitor without a session the cookie it is bound to. */
export function csrfTokenFor(visit: Visitor, reply: FastifyReply, deps: VisitorDeps): string {
  if (visit.binding === null) {
    visit.binding = randomToken('')
    void reply.header('set-cookie', setCookie(VISITOR_COOKIE, visit.binding))
  }
  return csrfToken(deps.vault, visit.binding)
}

/** Whether the posted form is one of ours, shown to this visitor. */
export function isGenuineForm(
  request: FastifyRequest,
  visit: Visitor,
  given: string | null,
  deps: VisitorDeps,
  about = '',
): boolean {
  return (
    isSameOriginPost(request, deps.settings.authUrl) &&
    isValidCsrfToken(deps.vault, given, visit.binding, about)
  )
}

/** Signs in: a new session id, the old session ended (ASVS 7.2.4). */
export async function openSession(
  request: FastifyRequest,
  reply: FastifyReply,
  who: { kind: AccountType; accountId: string; secondFactor: boolean },
  deps: VisitorDeps,
): Promise<void> {
  const old = readCookie(request.headers.cookie, cookieOf(who.kind))
  if (old !== null) await deps.sessions.close(tokenHash(old))
  const token = randomToken('')
  await deps.sessions.open({
    ...who,
    hash: tokenHash(token),
    address: request.ip,
    agent: (request.headers['user-agent'] ?? '').slice(0, 200),
  })
  void reply.header('set-cookie', setCookie(cookieOf(who.kind), token))
}

/** Ends the session at the server and takes the cookie away. */
export async function closeSession(reply: FastifyReply, session: Session, deps: VisitorDeps): Promise<void> {
  await deps.sessions.close(session.hash)
  void reply.header('set-cookie', setCookie(cookieOf(session.kind), null))
}
