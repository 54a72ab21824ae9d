/**
 * Device cookies: a browser in which an account has signed in is known to that account, and the failures of
 * strangers do not lock it out (OWASP, "Slow Down Online Guessing Attacks with Device Cookies"; oauth.md 3.6).
 * The cookie is sealed under a key of its own kind of account, names one account, and ends with its password.
 */
import type { Account, AccountType } from '../../../schemas/oauth/account.js'
import type { Session } from '../../../schemas/oauth/session.js'
import { randomToken, sameSecret } from '../../oauth/random-token.js'
import type { Vault } from '../../oauth/vault.js'
import type { Cookies } from '../lib/cookies.js'

export interface KnownDeviceDeps {
  vault: Vault
  /** Epoch milliseconds. */
  now: () => number
}

/** What was proven in the browser: the password or the mailbox alone, or the second factor too. */
export type ProvenBy = 'password' | 'second factor'

interface DeviceCookie {
  accountId: string
  /** Random; names the device in the counters of failures. */
  device: string
  provenBy: ProvenBy
  /** Epoch seconds. */
  expires: number
  /** Of the password hash that was current. */
  fingerprint: string
}

/** Days a device stays known after its last sign-in. */
const DEVICE_DAYS = 180
const DAY_SECONDS = 86_400
const COOKIE: Readonly<Record<AccountType, string>> = {
  member: '__Host-device',
  developer: '__Host-dev-device',
}

/** Makes the browser known to the account, under a new device id, in place of what it was known to before. */
export function rememberDevice(
  cookies: Cookies,
  type: AccountType,
  account: Pick<Account, 'id' | 'passwordHash'>,
  provenBy: ProvenBy,
  { vault, now }: KnownDeviceDeps,
): void {
  const lifeSeconds = DEVICE_DAYS * DAY_SECONDS
  const expires = Math.floor(now() / 1000) + lifeSeconds
  const parts = [account.id, randomToken(''), provenBy, expires, fingerprint(account.passwordHash, vault)]
  const sealed = vault.seal(sealLabel(type), Buffer.from(parts.join('|')))
  cookies.set(COOKIE[type], sealed.toString('base64url'), lifeSeconds)
}

export function forgetDevice(cookies: Cookies, type: AccountType): void {
  cookies.clear(COOKIE[type])
}

/**
 * Key of the counters of failures of this browser, if it is known to the account and the account's password
 * is still the one it was known under; null for a stranger, or when there is no account.
 * @param needs `second factor`: a browser in which only the password was proven is a stranger too
 */
export function knownDevice(
  cookies: Cookies,
  type: AccountType,
  account: Pick<Account, 'id' | 'passwordHash'> | null,
  deps: KnownDeviceDeps,
  needs: ProvenBy = 'password',
): string | null {
  const cookie = openCookie(cookies, type, deps.vault)
  if (cookie === null || account === null || cookie.accountId !== account.id) return null
  if (cookie.expires * 1000 <= deps.now()) return null
  if (needs === 'second factor' && cookie.provenBy !== 'second factor') return null
  return fingerprints(account.passwordHash, deps.vault).some((right) => sameSecret(cookie.fingerprint, right))
    ? `device ${cookie.device}`
    : null
}

/** Key of the counters of failures within a session, which is itself proof of a sign-in. */
export function sessionKey({ hash }: Pick<Session, 'hash'>): string {
  return `session ${hash.toString('base64url')}`
}

function openCookie(cookies: Cookies, type: AccountType, vault: Vault): DeviceCookie | null {
  const value = cookies.read(COOKIE[type])
  if (value === null) return null
  let text: string
  try {
    text = vault.open(sealLabel(type), Buffer.from(value, 'base64url')).toString()
  } catch {
    // Made by somebody else, or under an earlier SECRET_KEY: a stranger.
    return null
  }
  const [accountId = '', device = '', provenBy, expires, mark = ''] = text.split('|')
  return {
    accountId,
    device,
    provenBy: provenBy === 'second factor' ? provenBy : 'password',
    expires: Number(expires),
    fingerprint: mark,
  }
}

function sealLabel(type: AccountType): string {
  return `device of a ${type}`
}

/** Differs for every password that is set, also for the same one set again: each hash has its own salt. */
function fingerprint(passwordHash: string, vault: Vault): string {
  return fingerprints(passwordHash, vault)[0] ?? ''
}

/** Those that are accepted; the first is that of the current secret. */
function fingerprints(passwordHash: string, vault: Vault): string[] {
  return vault.macs('device password', passwordHash).map((mac) => mac.toString('base64url'))
}
