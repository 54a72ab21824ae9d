/**
 * Throttles for secrets and mails, with a wait that ends by itself (oauth.md 3.6 and 5.7, 106). Strangers are
 * counted together per account, and per network; a known device or session is counted alone, so that nobody
 * else can keep it waiting.
 */
import { emailKey } from '../../../schemas/base/email-key.js'
import type { OauthSettings } from '../../oauth/ports.js'
import type { ThrottleLimit, ThrottleStore } from '../../../schemas/oauth/throttle.js'
import { tokenHash } from '../../oauth/random-token.js'
import type { AccountType } from '../../../schemas/oauth/account.js'
import { networkHolders } from '../../limits/budget.js'
import type { Attempter } from '../ports.js'

const WINDOW_SECONDS = 900
const MAIL_WINDOW_SECONDS = 3_600
/** Many people share an address, but many accounts tried from one address must be noticed. */
const NETWORK_FACTOR = 10
const TOTP_LIMIT = 10
/** Who knows the password and goes on guessing codes has to slow down. */
const TOTP_DAY_LIMIT = 30
const DAY_SECONDS = 86_400

/** The error next to the field of a throttled form. */
export const TOO_MANY_ATTEMPTS = 'Too many attempts. Wait a little and try again.'

/** What a mail is for; each purpose has a budget of its own, so that one cannot use up that of another. */
export type MailPurpose = `${AccountType} ${'sign-up' | 'reset' | 'address' | 'transfer' | 'invitation'}`

/** One attempt at a secret. It is counted before it is tried, so that parallel attempts gain nothing. */
export interface AttemptThrottle {
  /** Counts the attempt and resolves to null; or counts nothing and resolves to the seconds to wait. */
  consume: () => Promise<number | null>
  /** The attempt was right: clears the failures counted with it, and takes it back where more is counted. */
  succeeded: () => Promise<void>
  /** Whether the next attempt would be refused. */
  isSpent: () => Promise<boolean>
}

export interface ThrottleDeps {
  throttle: ThrottleStore
  settings: OauthSettings
}

/** The holder of the key of a known device or session, or without one a stranger from the address. */
export function attempter(known: string | null, address: string): Attempter {
  return known === null ? { strangerFrom: address } : { known }
}

/**
 * The throttle of one password attempt. Accounts are keyed by a hash of the email address given, whether they
 * exist or not.
 */
export function signInThrottle(
  type: AccountType,
  email: string,
  by: Attempter,
  deps: ThrottleDeps,
): AttemptThrottle {
  const limit = deps.settings.signInFailures
  if ('known' in by) return attemptThrottle(`sign-in by ${by.known}`, limit, deps)
  return attemptThrottle(
    accountKey(type, email),
    limit,
    deps,
    networkLimits('sign-in', by.strangerFrom, limit),
  )
}

/**
 * Clears the failures of strangers and the mails asked for: who resets the password by mail need not wait
 * because of them.
 */
export async function resetSignInThrottle(
  type: AccountType,
  email: string,
  { throttle, settings }: ThrottleDeps,
): Promise<void> {
  if (settings.signInFailures > 0)
    await throttle.reset([accountKey(type, email), mailKey(`${type} reset`, email)])
}

/** The throttle of one password tried at a mailed link, which nobody has who did not receive the mail. */
export function linkThrottle(linkHash: Buffer, deps: ThrottleDeps): AttemptThrottle {
  const key = `password at link ${linkHash.toString('base64url')}`
  return attemptThrottle(key, deps.settings.signInFailures, deps)
}

/**
 * The throttle of one code of a second factor; disabled together with that of sign-ins. Strangers with the password have
 * 10 in 15 minutes and 30 in a day.
 */
export function totpThrottle(accountId: string, by: Attempter, deps: ThrottleDeps): AttemptThrottle {
  const limit = deps.settings.signInFailures === 0 ? 0 : TOTP_LIMIT
  if ('known' in by) return attemptThrottle(`second factor by ${by.known}`, limit, deps)
  const key = `second factor ${accountId}`
  const day = { key: `${key} in a day`, limit: TOTP_DAY_LIMIT, windowSeconds: DAY_SECONDS }
  return attemptThrottle(key, limit, deps, [day])
}

/** Counts a request for a passkey challenge, per network like wrong passwords. The seconds to wait, or null. */
export async function challengeThrottle(
  address: string,
  { throttle, settings }: ThrottleDeps,
): Promise<number | null> {
  const limit = settings.signInFailures
  return limit === 0
    ? null
    : await throttle.consume(networkLimits('passkey challenge', address, limit), WINDOW_SECONDS)
}

/** Whether the owner of the account gets a mail that codes are guessed: once a day. */
export async function mayWarnOfCodes(accountId: string, { throttle }: ThrottleDeps): Promise<boolean> {
  const limits = [{ key: `second factor warning ${accountId}`, limit: 1 }]
  return (await throttle.consume(limits, DAY_SECONDS)) === null
}

/** @param limit attempts in 15 minutes; 0: no limit */
function attemptThrottle(
  key: string,
  limit: number,
  { throttle }: ThrottleDeps,
  further: readonly ThrottleLimit[] = [],
): AttemptThrottle {
  const limits = [{ key, limit }, ...further]
  return {
    consume: async () => (limit === 0 ? null : await throttle.consume(limits, WINDOW_SECONDS)),
    succeeded: async () => {
      if (limit === 0) return
      await throttle.reset([key])
      if (further.length > 0) await throttle.refund(further.map((one) => one.key))
    },
    isSpent: async () => limit > 0 && (await throttle.secondsBlocked(limits)) !== null,
  }
}

/**
 * Counts a mail requested by a visitor, per purpose: of strangers per recipient and per network. Resolves to
 * the seconds to wait, or null.
 */
export async function mailThrottle(
  purpose: MailPurpose,
  email: string,
  by: Attempter,
  { throttle, settings }: ThrottleDeps,
): Promise<number | null> {
  const limit = settings.signInFailures
  if (limit === 0) return null
  const limits =
    'known' in by
      ? [{ key: `${purpose} mail by ${by.known}`, limit }]
      : [{ key: mailKey(purpose, email), limit }, ...networkLimits(`${purpose} mail`, by.strangerFrom, limit)]
  return await throttle.consume(limits, MAIL_WINDOW_SECONDS)
}

/**
 * Counts a link requested for a new address of the account: per account, per recipient and per network. Resolves to
 * the seconds to wait, or null.
 */
export async function addressThrottle(
  { type, id }: { type: AccountType; id: string },
  email: string,
  from: string,
  { throttle, settings }: ThrottleDeps,
): Promise<number | null> {
  const limit = settings.signInFailures
  if (limit === 0) return null
  const purpose: MailPurpose = `${type} address`
  const limits = [
    { key: `${purpose} of ${id}`, limit },
    { key: mailKey(purpose, email), limit },
    ...networkLimits(`${purpose} mail`, from, limit),
  ]
  return await throttle.consume(limits, MAIL_WINDOW_SECONDS)
}

/** The limits of the networks of an address, of which each account has `limit`. */
function networkLimits(what: string, address: string, limit: number): ThrottleLimit[] {
  return networkHolders(address, NETWORK_FACTOR).map(({ key, times }) => ({
    key: `${what} from ${key}`,
    limit: limit * times,
  }))
}

function accountKey(type: AccountType, email: string): string {
  return `sign-in ${type} ${emailHash(email)}`
}

function mailKey(purpose: MailPurpose, email: string): string {
  return `${purpose} mail to ${emailHash(email)}`
}

function emailHash(email: string): string {
  return tokenHash(emailKey(email)).toString('base64url')
}
