/**
 * Time-based one-time passwords (RFC 6238) with the parameters every authenticator app supports: SHA-1, six
 * digits, 30 s.
 */
import { HOTP, Secret, TOTP } from 'otpauth'
import { randomBytes } from 'node:crypto'

const PERIOD_SECONDS = 30
/** Time steps accepted before and after the current one, because the clocks of phones drift. */
const DRIFT_STEPS = 1
const ISSUER = 'Tripfold'

/** A new secret of 160 bits, as RFC 4226 recommends. */
export function newTotpSecret(): Buffer {
  return randomBytes(20)
}

/** The code of a time step. */
export function totpCode(secret: Uint8Array, step: number): string {
  return HOTP.generate({ secret: secretOf(secret), counter: step })
}

/** The time step of an instant in epoch milliseconds. */
export function totpStep(now: number): number {
  return TOTP.counter({ timestamp: now, period: PERIOD_SECONDS })
}

/**
 * The time step whose code was given, or null if it is none of those around `now` (epoch milliseconds).
 * Spaces are ignored. The caller must refuse a step that was used before.
 */
export function matchTotp(secret: Uint8Array, given: string, now: number): number | null {
  const step = totpStep(now)
  const delta = HOTP.validate({
    token: given.replace(/\s/g, ''),
    secret: secretOf(secret),
    counter: step,
    window: DRIFT_STEPS,
  })
  return delta === null ? null : step + delta
}

/** The secret as base32 in groups of four, for typing it in by hand. */
export function readableSecret(secret: Uint8Array): string {
  return secretOf(secret).base32.replace(/(.{4})(?=.)/g, '$1 ')
}

/** The URI that authenticator apps read from a QR code. */
export function totpUri(secret: Uint8Array, account: string): string {
  return new TOTP({
    issuer: ISSUER,
    label: account,
    secret: secretOf(secret),
    period: PERIOD_SECONDS,
  }).toString()
}

function secretOf(bytes: Uint8Array): Secret {
  return new Secret({ buffer: Uint8Array.from(bytes).buffer })
}
