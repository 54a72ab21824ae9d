/**
 * The password asked for again within a session, counted for the known device or the session alone (ASVS
 * 6.3.1; oauth.md 3.6).
 */
import type { OauthSettings } from '../../oauth/ports.js'
import type { ThrottleStore } from '../../../schemas/oauth/throttle.js'
import type { AccountPage } from '../lib/page-access.js'
import type { Passwords } from '../ports.js'
import type { Account } from '../../../schemas/oauth/account.js'
import { knownDevice, sessionKey } from './known-device.js'
import type { KnownDeviceDeps } from './known-device.js'
import { signInThrottle, TOO_MANY_ATTEMPTS } from './sign-in-throttle.js'
import type { Refused } from '../lib/page-result.js'

export interface VerifyPasswordDeps extends KnownDeviceDeps {
  passwords: Passwords
  throttle: ThrottleStore
  settings: OauthSettings
}

/**
 * Checks the password in the form field `field`. Somebody at an unlocked browser has no more attempts than
 * at sign-in; guesses of strangers keep nobody in a session waiting.
 * @param wrongText the error for a wrong password
 * @returns null if it is right; else why the form is shown again
 */
export async function verifyPassword(
  page: AccountPage<Account>,
  field: string,
  wrongText: string,
  deps: VerifyPasswordDeps,
): Promise<Refused | null> {
  const { account, session, cookies, sent } = page
  const known = knownDevice(cookies, session.kind, account, deps) ?? sessionKey(session)
  const throttle = signInThrottle(session.kind, account.email, { known }, deps)
  const wait = await throttle.consume()
  if (wait !== null) {
    await page.audit('throttled', { detail: { what: 'password' } })
    return { errors: [{ field, text: TOO_MANY_ATTEMPTS }], status: 429, retryAfter: wait }
  }
  const { matches } = await deps.passwords.verify(account.passwordHash, sent.get(field) ?? '', { known })
  if (!matches) return { errors: [{ field, text: wrongText }] }
  await throttle.succeeded()
  return null
}
