import { mail } from '../../mails.js'
import type { Mail } from '../../ports.js'

export function passkeyMail(to: string, change: 'added' | 'removed'): Mail {
  return mail(
    to,
    `A passkey was ${change}`,
    change === 'added'
      ? 'A new passkey now signs in to your account, without the password.'
      : 'A passkey was removed from your account. It no longer signs you in.',
    'If it was not you, choose "Forgot password" on the sign-in page at once, sign in, and look at the passkeys of your ' +
      'account.',
  )
}
