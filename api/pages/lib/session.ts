/** Visitors of the pages: who is signed in, and what binds their forms. */
import type { FastifyRequest } from 'fastify'
import { randomToken, tokenHash } from '../../oauth/random-token.js'
import type { Vault } from '../../oauth/vault.js'
import type { AccountType } from '../../../schemas/oauth/account.js'
import type { Session, SessionStore } from '../../../schemas/oauth/session.js'
import { DEVELOPER_COOKIE, MEMBER_COOKIE, VISITOR_COOKIE } from './cookies.js'
import type { Cookies } from './cookies.js'
import { csrfToken, isSameOriginPost, isValidCsrfToken } from './csrf-token.js'

const SESSION_COOKIE: Readonly<Record<AccountType, string>> = {
  member: MEMBER_COOKIE,
  developer: DEVELOPER_COOKIE,
}
const MAX_USER_AGENT = 200

export interface Visitor {
  session: Session | null
  /**
   * What forms are bound to: the session's token, else the visitor cookie; null on a first post without
   * either.
   */
  binding: string | null
}

export interface VisitorDeps {
  sessions: SessionStore
  vault: Vault
  settings: { authUrl: string }
}

/** Identifies the browser of a visitor whose form was genuine. */
export function browserId({ binding }: Visitor): string {
  return tokenHash(binding ?? '').toString('base64url')
}

/** Reads the visitor's cookies and, if there is a session cookie, the session. */
export async function readVisitor(cookies: Cookies, type: AccountType, deps: VisitorDeps): Promise<Visitor> {
  const token = cookies.read(SESSION_COOKIE[type])
  const session = token === null ? null : await deps.sessions.find(type, tokenHash(token))
  return { session, binding: session === null ? cookies.read(VISITOR_COOKIE) : token }
}

/**
 * The CSRF token for the page about to be shown. A visitor without a session receives the cookie it is
 * bound to.
 */
export function csrfTokenFor(visitor: Visitor, cookies: Cookies, deps: VisitorDeps): string {
  if (visitor.binding === null) {
    visitor.binding = randomToken('')
    cookies.set(VISITOR_COOKIE, visitor.binding)
  }
  return csrfToken(deps.vault, visitor.binding)
}

/**
 * True if the posted form was shown to this visitor by one of our pages. `about` is the request it was made
 * for.
 */
export function isGenuineForm(
  request: FastifyRequest,
  visitor: Visitor,
  given: string | null,
  deps: VisitorDeps,
  about = '',
): boolean {
  return (
    isSameOriginPost(request, deps.settings.authUrl) &&
    isValidCsrfToken(deps.vault, given, visitor.binding, about)
  )
}

/** Signs in: opens a session under a new id, to which forms are then bound, and ends the old one (ASVS 7.2.4). */
export async function openSession(
  { request, cookies, visitor }: { request: FastifyRequest; cookies: Cookies; visitor: Visitor },
  account: { kind: AccountType; accountId: string; secondFactor: boolean },
  deps: VisitorDeps,
): Promise<void> {
  const cookie = SESSION_COOKIE[account.kind]
  const old = cookies.read(cookie)
  if (old !== null) await deps.sessions.close(tokenHash(old))
  const token = randomToken('')
  await deps.sessions.open({
    ...account,
    hash: tokenHash(token),
    address: request.ip,
    agent: (request.headers['user-agent'] ?? '').slice(0, MAX_USER_AGENT),
  })
  cookies.set(cookie, token)
  visitor.binding = token
}

/** Ends the session on the server and clears its cookie. */
export async function closeSession(cookies: Cookies, session: Session, deps: VisitorDeps): Promise<void> {
  await deps.sessions.close(session.hash)
  clearSessionCookie(cookies, session.kind)
}

export function clearSessionCookie(cookies: Cookies, type: AccountType): void {
  cookies.clear(SESSION_COOKIE[type])
}
