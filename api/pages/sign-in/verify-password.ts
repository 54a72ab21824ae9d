/**
 * The password asked for again within a session, counted for the known device or the session alone (ASVS
 * 6.3.1; oauth.md 3.6).
 */
import type { OauthSettings } from '../../oauth/ports.js'
import type { ThrottleStore } from '../../../schemas/oauth/throttle.js'
import type { AccountPage } from '../lib/require-session.js'
import type { Passwords } from '../ports.js'
import type { Account } from '../../../schemas/oauth/account.js'
import { knownDevice, sessionKey } from './known-device.js'
import type { KnownDeviceDeps } from './known-device.js'
import { signInThrottle, TOO_MANY_ATTEMPTS } from './sign-in-throttle.js'
import type { FieldError } from '../views/page-frame.js'

export interface VerifyPasswordDeps extends KnownDeviceDeps {
  passwords: Passwords
  throttle: ThrottleStore
  settings: OauthSettings
}

/**
 * Checks the password in the form field `field`. Somebody at an unlocked browser has no more attempts than
 * at sign-in; guesses of strangers keep nobody in a session waiting.
 * @param wrongText the error for a wrong password
 * @returns no errors if it is right; else the errors and the status to show them with: 422, or 429 with
 *   Retry-After set
 */
export async function verifyPassword(
  page: AccountPage<Account>,
  field: string,
  wrongText: string,
  deps: VerifyPasswordDeps,
): Promise<{ errors: FieldError[]; status: 422 | 429 }> {
  const { account, session, request, reply, form } = page
  const known = knownDevice(request, session.kind, account, deps) ?? sessionKey(session)
  const throttle = signInThrottle(session.kind, account.email, { known }, deps)
  const wait = await throttle.consume()
  if (wait !== null) {
    await page.audit('throttled', { detail: { what: 'password' } })
    void reply.header('retry-after', wait)
    return { errors: [{ field, text: TOO_MANY_ATTEMPTS }], status: 429 }
  }
  const { matches } = await deps.passwords.verify(account.passwordHash, form.get(field) ?? '')
  if (!matches) return { errors: [{ field, text: wrongText }], status: 422 }
  await throttle.succeeded()
  return { errors: [], status: 422 }
}
