/**
 * Whose sign-up a mailed link finishes. Anybody may sign up with anybody's address, and the mail goes to the owner: opened in
 * the browser that signed up, the link is the owner's own; in another one it asks for the password chosen, or the owner would
 * confirm a stranger's.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Parameters } from '../oauth/parameters.js'
import type { OauthSettings, ThrottleStore } from '../oauth/ports.js'
import { tokenHash } from '../oauth/random-token.js'
import type { FieldError } from './pages.js'
import type { AccountKind, Passwords } from './ports.js'
import { readThrottle, TOO_MANY } from './sign-in-throttle.js'
import type { Visit } from './visit.js'

export interface OwnSignUpDeps { passwords: Passwords, throttle: ThrottleStore, settings: OauthSettings }

/** Names the browser of a visit whose form was ours; kept with the link as `by`. */
export function browserOf (visit: Visit): string {
  return tokenHash(visit.binding ?? '').toString('base64url')
}

/** Whether the page of a link asks for the password. */
export function asksPassword (payload: Record<string, string>, visit: Visit): boolean {
  return payload['by'] !== browserOf(visit)
}

/** The faults to show on the page of a link, none when it may be finished. `status` is what they are shown with: 429, with Retry-After set, when there were too many tries. */
export async function checkSigner (
  kind: AccountKind, payload: Record<string, string>, { visit, form, request, reply }: { visit: Visit, form: Parameters, request: FastifyRequest, reply: FastifyReply }, deps: OwnSignUpDeps
): Promise<{ errors: FieldError[], status: 422 | 429 }> {
  const { email, passwordHash } = payload
  if (!asksPassword(payload, visit) || email === undefined || passwordHash === undefined) return { errors: [], status: 422 }
  const throttle = readThrottle(kind, email, request.ip, deps)
  const wait = await throttle.take()
  if (wait !== null) {
    void reply.header('retry-after', wait)
    return { errors: [{ field: 'password', text: TOO_MANY }], status: 429 }
  }
  const { right } = await deps.passwords.check(passwordHash, form.get('password') ?? '')
  if (!right) return { errors: [{ field: 'password', text: 'This is not the password chosen at this sign-up. If you signed up more than once, open the other mails too; if it was not you, close this page.' }], status: 422 }
  await throttle.succeeded()
  return { errors: [], status: 422 }
}
