/**
 * Whose sign-up a mailed link finishes. Anybody may sign up with anybody's address, and the mail goes to the owner: opened in
 * the browser that signed up, the link is the owner's own; in another one it asks for the password chosen, or the owner would
 * confirm a stranger's.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Parameters } from '../../oauth/parameters.js'
import type { OauthSettings } from '../../oauth/ports.js'
import type { ThrottleStore } from '../../../schemas/oauth/throttle.js'
import { tokenHash } from '../../oauth/random-token.js'
import { renderPage } from '../lib/render-page.js'
import type { FieldError } from '../lib/render-page.js'
import type { Passwords } from '../ports.js'
import type { AccountType } from '../../../schemas/oauth/account.js'
import { signInThrottle, TOO_MANY_ATTEMPTS } from './sign-in-throttle.js'
import { csrfTokenFor } from '../lib/session.js'
import type { Visitor, VisitorDeps } from '../lib/session.js'

const WRONG =
  'This is not the password chosen at this sign-up. If you signed up more than once, open the other mails too; if it was not you, close this page.'

export type ConfirmSignUpDeps = VisitorDeps & {
  passwords: Passwords
  throttle: ThrottleStore
  settings: OauthSettings
}

/** Names the browser of a visit whose form was ours; kept with the link as `by`. */
export function browserId(visit: Visitor): string {
  return tokenHash(visit.binding ?? '').toString('base64url')
}

/** Whether the page of a link asks for the password. */
function asksPassword(payload: Record<string, string>, visit: Visitor): boolean {
  return payload['by'] !== browserId(visit)
}

/** A link of a sign-up as it is opened: its token, what is kept with it, and where its form goes. */
export interface ConfirmationLink {
  kind: AccountType
  action: string
  token: string
  payload: Record<string, string>
  visit: Visitor
  request: FastifyRequest
  reply: FastifyReply
}

/** Shows the page of a link. */
export async function renderConfirmPage(
  { action, token, payload, visit, reply }: ConfirmationLink,
  deps: ConfirmSignUpDeps,
  errors: FieldError[] = [],
  status = 200,
): Promise<FastifyReply> {
  return await renderPage(
    reply,
    'confirm',
    { title: 'Confirm your address', formToken: csrfTokenFor(visit, reply, deps), errors },
    { action, token, email: payload['email'] ?? '', asks: asksPassword(payload, visit) },
    status,
  )
}

/** Null when the link may be finished; else the page is shown again: 422, or 429 with Retry-After when there were too many tries. */
export async function checkSignUpPassword(
  link: ConfirmationLink,
  form: Parameters,
  deps: ConfirmSignUpDeps,
): Promise<FastifyReply | null> {
  const { kind, payload, visit, request, reply } = link
  const { email, passwordHash } = payload
  if (!asksPassword(payload, visit) || email === undefined || passwordHash === undefined) return null
  const throttle = signInThrottle(kind, email, request.ip, deps)
  const wait = await throttle.take()
  if (wait !== null) {
    void reply.header('retry-after', wait)
    return await renderConfirmPage(link, deps, [{ field: 'password', text: TOO_MANY_ATTEMPTS }], 429)
  }
  const { matches: right } = await deps.passwords.verify(passwordHash, form.get('password') ?? '')
  if (!right) return await renderConfirmPage(link, deps, [{ field: 'password', text: WRONG }], 422)
  await throttle.succeeded()
  return null
}
