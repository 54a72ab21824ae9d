import type { FastifyReply } from 'fastify'
import type { DeveloperAccount } from '../../../../schemas/oauth/account.js'
import type { RecoveryCodeStore } from '../../../../schemas/oauth/recovery-code.js'
import type { Vault } from '../../../oauth/vault.js'
import type { AccountPage } from '../../lib/require-session.js'
import { newRecoveryCodes, recoveryHash } from './recovery-codes.js'

/** Makes new codes in place of earlier ones, if there are any, and shows them: the only page that ever does. */
export async function renderNewCodes(
  page: AccountPage<DeveloperAccount>,
  continueAt: string,
  { recovery, vault }: { recovery: RecoveryCodeStore; vault: Vault },
): Promise<FastifyReply> {
  const { account } = page
  const hadCodes = (await recovery.remaining(account.id)) > 0
  const codes = newRecoveryCodes()
  await recovery.replace(
    account.id,
    codes.map((code) => recoveryHash(vault, account.id, code)),
  )
  await page.audit('recovery_codes_made')
  return await page.render(
    'recovery-codes',
    { title: 'Your recovery codes' },
    { codes, hadCodes, continueAt },
  )
}
