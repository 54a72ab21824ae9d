import { mail } from '../../mails.js'
import type { Mail } from '../../ports.js'

export function passkeyMail(to: string, change: 'added' | 'removed'): Mail {
  return mail(
    to,
    `A passkey was ${change}`,
    change === 'added'
      ? 'A new passkey signs in to your account, without the password.'
      : 'A passkey of your account was removed, and no longer signs in.',
    'If it was not you, choose "Forgot password" on the sign-in page at once, sign in, and look at the passkeys of your ' +
      'account.',
  )
}
