/** Throttling of sign-ins: per account and per address, a wait that ends by itself (ASVS 6.3.1, contract.md 7). */
import { networkOf } from '../../../schemas/base/address.js'
import { emailKey } from '../../../schemas/base/email-key.js'
import type { OauthSettings } from '../../oauth/ports.js'
import type { ThrottleStore } from '../../../schemas/oauth/throttle.js'
import { tokenHash } from '../../oauth/random-token.js'
import type { AccountType } from '../../../schemas/oauth/account.js'

const WINDOW_SECONDS = 900
/** Many people share an address; many accounts tried from one are still noticed. */
const ADDRESS_FACTOR = 10
const SECOND_FACTOR_LIMIT = 10

/** What a form says beside its field when there were too many. */
export const TOO_MANY_ATTEMPTS = 'Too many attempts. Please wait a little and try again.'

/** One attempt at a secret. It is counted before it is tried: of many made at once no more are tried than of as many in a row. */
export interface AttemptThrottle {
  /** Counts the attempt, which may then be made: null. Else it is not counted, and the answer is the seconds to wait. */
  take: () => Promise<number | null>
  /** The attempt was right: failures of the account are forgotten, and this one counts for nobody. */
  succeeded: () => Promise<void>
}

type ThrottleDeps = { throttle: ThrottleStore; settings: OauthSettings }

/** The throttle of one attempt. The account is named by a hash of the address typed, whether it exists or not. */
export function signInThrottle(
  kind: AccountType,
  email: string,
  address: string,
  deps: ThrottleDeps,
): AttemptThrottle {
  const limit = deps.settings.signInFailures
  const account = accountKey(kind, email)
  const place = `sign-in from ${networkOf(address)}`
  return {
    take: async () =>
      limit === 0
        ? null
        : await deps.throttle.consume(
            [
              { key: account, limit },
              { key: place, limit: limit * ADDRESS_FACTOR },
            ],
            WINDOW_SECONDS,
          ),
    succeeded: async () => {
      if (limit === 0) return
      await deps.throttle.reset([account])
      await deps.throttle.refund([place])
    },
  }
}

/** Forgets the failures of an account: whoever set its password by a link in the owner's mail need not wait for strangers' guesses. */
export async function resetSignInThrottle(
  kind: AccountType,
  email: string,
  deps: ThrottleDeps,
): Promise<void> {
  if (deps.settings.signInFailures > 0) await deps.throttle.reset([accountKey(kind, email)])
}

function accountKey(kind: AccountType, email: string): string {
  return `sign-in ${kind} ${tokenHash(emailKey(email)).toString('base64url')}`
}

/** The throttle of one code of a developer's second factor; off together with that of sign-ins. */
export function totpThrottle(accountId: string, deps: ThrottleDeps): AttemptThrottle {
  const on = deps.settings.signInFailures > 0
  const key = `second factor ${accountId}`
  return {
    take: async () =>
      on ? await deps.throttle.consume([{ key, limit: SECOND_FACTOR_LIMIT }], WINDOW_SECONDS) : null,
    succeeded: async () => {
      if (on) await deps.throttle.reset([key])
    },
  }
}

const MAIL_WINDOW_SECONDS = 3_600

/** Counts a mail asked for by a visitor: to one address, from one place. Seconds to wait when there were too many, else null. */
export async function mailThrottle(
  email: string,
  address: string,
  deps: ThrottleDeps,
): Promise<number | null> {
  const limit = deps.settings.signInFailures
  if (limit === 0) return null
  const to = `mail to ${tokenHash(emailKey(email)).toString('base64url')}`
  const place = `mail from ${networkOf(address)}`
  return await deps.throttle.consume(
    [
      { key: to, limit },
      { key: place, limit: limit * ADDRESS_FACTOR },
    ],
    MAIL_WINDOW_SECONDS,
  )
}
