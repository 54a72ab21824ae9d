/** Mails about second factors. */
import { mail } from '../../mails.js'
import type { Mail } from '../../ports.js'

/** `remaining`: number of recovery codes that were not used. */
export function recoveryCodeUsedMail(to: string, remaining: number): Mail {
  return mail(
    to,
    'A recovery code was used',
    `A recovery code was just used in place of your second factor. ${codesLeft(remaining)}`,
    'If you have lost your authenticator app, set up another one in the settings of your account.',
    'If it was not you, change your password and replace the recovery codes there at once.',
  )
}

/** `address`: where the last wrong code came from. */
export function codesGuessedMail(to: string, address: string): Mail {
  return mail(
    to,
    'Wrong codes for your account',
    `Somebody who has your password entered wrong codes for your second factor, the last one from ${address}.`,
    'Further attempts have to wait. A browser in which you have signed in before is not affected.',
    'If it was not you, change your password at once: somebody else knows it.',
  )
}

function codesLeft(remaining: number): string {
  if (remaining === 0) return 'It was the last one: create new ones.'
  return remaining === 1 ? 'One more remains.' : `${remaining} more remain.`
}

/** `hadCodes`: earlier ones could still be used until now. */
export function newRecoveryCodesMail(to: string, hadCodes: boolean): Mail {
  return mail(
    to,
    `Your recovery codes were ${hadCodes ? 'replaced' : 'created'}`,
    hadCodes
      ? 'New recovery codes were just created for your account, and the earlier ones no longer work.'
      : 'Recovery codes were just created for your account. Each can replace your second factor once.',
    'If it was not you, change your password, sign out everywhere else, and replace the codes again.',
  )
}

const FACTOR_CHANGES = {
  'set up':
    'An authenticator app is now the second factor of your account: signing in with the password asks for a code from it. All ' +
    'other sessions have ended.',
  replaced:
    'Another authenticator app is now the second factor of your account. Its recovery codes are new, and all ' +
    'other sessions have ended.',
  'turned off':
    'The second factor of your account was turned off: the password alone signs in again, and the recovery codes no ' +
    'longer work.',
}

export function secondFactorMail(to: string, change: keyof typeof FACTOR_CHANGES): Mail {
  return mail(
    to,
    `Your second factor was ${change}`,
    FACTOR_CHANGES[change],
    'If it was not you, choose "Forgot password" on the sign-in page and write to us at once.',
  )
}
