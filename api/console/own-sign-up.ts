/**
 * Whose sign-up a mailed link finishes. Anybody may sign up with anybody's address, and the mail goes to the owner: opened in
 * the browser that signed up, the link is the owner's own; in another one it asks for the password chosen, or the owner would
 * confirm a stranger's.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Parameters } from '../oauth/parameters.js'
import type { OauthSettings, ThrottleStore } from '../oauth/ports.js'
import { tokenHash } from '../oauth/random-token.js'
import { show } from './pages.js'
import type { FieldError } from './pages.js'
import type { AccountKind, Passwords } from './ports.js'
import { readThrottle, TOO_MANY } from './sign-in-throttle.js'
import { formTokenFor } from './visit.js'
import type { Visit, VisitDeps } from './visit.js'

const WRONG =
  'This is not the password chosen at this sign-up. If you signed up more than once, open the other mails too; if it was not you, close this page.'

export type OwnSignUpDeps = VisitDeps & {
  passwords: Passwords
  throttle: ThrottleStore
  settings: OauthSettings
}

/** Names the browser of a visit whose form was ours; kept with the link as `by`. */
export function browserOf(visit: Visit): string {
  return tokenHash(visit.binding ?? '').toString('base64url')
}

/** Whether the page of a link asks for the password. */
function asksPassword(payload: Record<string, string>, visit: Visit): boolean {
  return payload['by'] !== browserOf(visit)
}

/** A link of a sign-up as it is opened: its token, what is kept with it, and where its form goes. */
export interface OpenedLink {
  kind: AccountKind
  action: string
  token: string
  payload: Record<string, string>
  visit: Visit
  request: FastifyRequest
  reply: FastifyReply
}

/** Shows the page of a link. */
export async function showConfirm(
  { action, token, payload, visit, reply }: OpenedLink,
  deps: OwnSignUpDeps,
  errors: FieldError[] = [],
  status = 200,
): Promise<FastifyReply> {
  return await show(
    reply,
    'confirm',
    { title: 'Confirm your address', formToken: formTokenFor(visit, reply, deps), errors },
    { action, token, email: payload['email'] ?? '', asks: asksPassword(payload, visit) },
    status,
  )
}

/** Null when the link may be finished; else the page is shown again: 422, or 429 with Retry-After when there were too many tries. */
export async function refuseStranger(
  link: OpenedLink,
  form: Parameters,
  deps: OwnSignUpDeps,
): Promise<FastifyReply | null> {
  const { kind, payload, visit, request, reply } = link
  const { email, passwordHash } = payload
  if (!asksPassword(payload, visit) || email === undefined || passwordHash === undefined) return null
  const throttle = readThrottle(kind, email, request.ip, deps)
  const wait = await throttle.take()
  if (wait !== null) {
    void reply.header('retry-after', wait)
    return await showConfirm(link, deps, [{ field: 'password', text: TOO_MANY }], 429)
  }
  const { right } = await deps.passwords.check(passwordHash, form.get('password') ?? '')
  if (!right) return await showConfirm(link, deps, [{ field: 'password', text: WRONG }], 422)
  await throttle.succeeded()
  return null
}
