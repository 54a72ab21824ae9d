/** Throttling of sign-ins: per account and per address, a wait that ends by itself (ASVS 6.3.1, contract.md 7). */
import { networkOf } from '../../schemas/address.js'
import { emailKey } from '../../schemas/email-key.js'
import type { OauthSettings, ThrottleStore } from '../oauth/ports.js'
import { tokenHash } from '../oauth/random-token.js'
import type { AccountKind } from './ports.js'

const WINDOW_SECONDS = 900
/** Many people share an address; many accounts tried from one are still noticed. */
const ADDRESS_FACTOR = 10

export interface SignInThrottle {
  /** Seconds to wait, or null when an attempt may be made. */
  wait: () => Promise<number | null>
  failed: () => Promise<void>
  succeeded: () => Promise<void>
}

/** The throttle of one attempt. The account is named by a hash of the address typed, whether it exists or not. */
export function readThrottle (kind: AccountKind, email: string, address: string, deps: { throttle: ThrottleStore, settings: OauthSettings }): SignInThrottle {
  const limit = deps.settings.signInFailures
  const account = `sign-in ${kind} ${tokenHash(emailKey(email)).toString('base64url')}`
  const place = `sign-in from ${networkOf(address)}`
  return {
    wait: async () => limit === 0 ? null : await deps.throttle.blocked([{ key: account, limit }, { key: place, limit: limit * ADDRESS_FACTOR }]),
    failed: async () => { if (limit > 0) await deps.throttle.count([account, place], WINDOW_SECONDS) },
    succeeded: async () => { if (limit > 0) await deps.throttle.clear([account]) }
  }
}

const MAIL_WINDOW_SECONDS = 3_600

/** Counts a mail asked for by a visitor: to one address, from one place. Seconds to wait when there were too many, else null. */
export async function mailThrottle (email: string, address: string, deps: { throttle: ThrottleStore, settings: OauthSettings }): Promise<number | null> {
  const limit = deps.settings.signInFailures
  if (limit === 0) return null
  const to = `mail to ${tokenHash(emailKey(email)).toString('base64url')}`
  const place = `mail from ${networkOf(address)}`
  const wait = await deps.throttle.blocked([{ key: to, limit }, { key: place, limit: limit * ADDRESS_FACTOR }])
  if (wait === null) await deps.throttle.count([to, place], MAIL_WINDOW_SECONDS)
  return wait
}
