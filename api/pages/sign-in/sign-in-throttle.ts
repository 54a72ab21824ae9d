/**
 * Throttles for secrets and mails: per account and per network, with a wait that ends by itself (oauth.md
 * 5.7, 106).
 */
import { networkOf } from '../../../schemas/base/address.js'
import { emailKey } from '../../../schemas/base/email-key.js'
import type { OauthSettings } from '../../oauth/ports.js'
import type { ThrottleStore } from '../../../schemas/oauth/throttle.js'
import { tokenHash } from '../../oauth/random-token.js'
import type { AccountType } from '../../../schemas/oauth/account.js'

const WINDOW_SECONDS = 900
const MAIL_WINDOW_SECONDS = 3_600
/** Many people share an address, but many accounts tried from one address must be noticed. */
const NETWORK_FACTOR = 10
const TOTP_LIMIT = 10

/** The error next to the field of a throttled form. */
export const TOO_MANY_ATTEMPTS = 'Too many attempts. Please wait a little and try again.'

/** One attempt at a secret. It is counted before it is tried, so that parallel attempts gain nothing. */
export interface AttemptThrottle {
  /** Counts the attempt and resolves to null; or counts nothing and resolves to the seconds to wait. */
  consume: () => Promise<number | null>
  /**
   * The attempt was right: clears the failures of the account and takes this attempt back for the network.
   */
  succeeded: () => Promise<void>
}

export interface ThrottleDeps {
  throttle: ThrottleStore
  settings: OauthSettings
}

/**
 * The throttle of one password attempt. Accounts are keyed by a hash of the address given, whether they
 * exist or not.
 */
export function signInThrottle(
  type: AccountType,
  email: string,
  address: string,
  { throttle, settings }: ThrottleDeps,
): AttemptThrottle {
  const limit = settings.signInFailures
  const account = accountKey(type, email)
  const network = `sign-in from ${networkOf(address)}`
  const limits = [
    { key: account, limit },
    { key: network, limit: limit * NETWORK_FACTOR },
  ]
  return {
    consume: async () => (limit === 0 ? null : await throttle.consume(limits, WINDOW_SECONDS)),
    succeeded: async () => {
      if (limit === 0) return
      await throttle.reset([account])
      await throttle.refund([network])
    },
  }
}

/**
 * Clears the failures of an account: who resets the password by mail need not wait because of a stranger's
 * guesses.
 */
export async function resetSignInThrottle(
  type: AccountType,
  email: string,
  deps: ThrottleDeps,
): Promise<void> {
  if (deps.settings.signInFailures > 0) await deps.throttle.reset([accountKey(type, email)])
}

/** The throttle of one code of a second factor; disabled together with that of sign-ins. */
export function totpThrottle(accountId: string, { throttle, settings }: ThrottleDeps): AttemptThrottle {
  const isEnabled = settings.signInFailures > 0
  const key = `second factor ${accountId}`
  return {
    consume: async () =>
      isEnabled ? await throttle.consume([{ key, limit: TOTP_LIMIT }], WINDOW_SECONDS) : null,
    succeeded: async () => {
      if (isEnabled) await throttle.reset([key])
    },
  }
}

/**
 * Counts a mail requested by a visitor, per recipient and per network. Resolves to the seconds to wait, or
 * null.
 */
export async function mailThrottle(
  email: string,
  address: string,
  { throttle, settings }: ThrottleDeps,
): Promise<number | null> {
  const limit = settings.signInFailures
  if (limit === 0) return null
  return await throttle.consume(
    [
      { key: `mail to ${emailHash(email)}`, limit },
      { key: `mail from ${networkOf(address)}`, limit: limit * NETWORK_FACTOR },
    ],
    MAIL_WINDOW_SECONDS,
  )
}

function accountKey(type: AccountType, email: string): string {
  return `sign-in ${type} ${emailHash(email)}`
}

function emailHash(email: string): string {
  return tokenHash(emailKey(email)).toString('base64url')
}
