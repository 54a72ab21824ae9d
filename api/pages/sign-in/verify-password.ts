/** The password asked for again behind a session: whoever sits at somebody's browser has no more tries than at the door (ASVS 6.3.1). */
import type { OauthSettings } from '../../oauth/ports.js'
import type { ThrottleStore } from '../../../schemas/oauth/throttle.js'
import type { PageContext } from '../lib/require-session.js'
import type { FieldError } from '../lib/render-page.js'
import type { Passwords } from '../ports.js'
import { signInThrottle, TOO_MANY_ATTEMPTS } from './sign-in-throttle.js'

export interface VerifyPasswordDeps {
  passwords: Passwords
  throttle: ThrottleStore
  settings: OauthSettings
}

/**
 * Checks the password typed into `field`, counted together with the account's sign-ins. The faults to show, none when it is
 * right; `wrong` is the text of one. `status` is what they are shown with: 429, with Retry-After set, when there were too many.
 */
export async function verifyPassword(
  page: PageContext<{ email: string; passwordHash: string }>,
  field: string,
  wrong: string,
  deps: VerifyPasswordDeps,
): Promise<{ errors: FieldError[]; status: 422 | 429 }> {
  const { account, session, request, reply, form, note } = page
  const throttle = signInThrottle(session.kind, account.email, request.ip, deps)
  const wait = await throttle.take()
  if (wait !== null) {
    await note('throttled', { detail: { what: 'password' } })
    void reply.header('retry-after', wait)
    return { errors: [{ field, text: TOO_MANY_ATTEMPTS }], status: 429 }
  }
  const { matches: right } = await deps.passwords.verify(account.passwordHash, form.get(field) ?? '')
  if (!right) return { errors: [{ field, text: wrong }], status: 422 }
  await throttle.succeeded()
  return { errors: [], status: 422 }
}
