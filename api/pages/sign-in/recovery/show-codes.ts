import type { Account } from '../../../../schemas/oauth/account.js'
import type { RecoveryCodeStore } from '../../../../schemas/oauth/factors/recovery-code.js'
import type { Vault } from '../../../oauth/vault.js'
import type { AccountKind } from '../account-kind.js'
import type { AccountPage } from '../../lib/page-access.js'
import { newRecoveryCodes, recoveryHash } from './recovery-codes.js'
import { html } from '../../views/html.js'
import type { PageResult } from '../../lib/page-result.js'
import { view } from '../../lib/page-result.js'

/** Makes new codes in place of earlier ones, if there are any, and shows them: the only page that ever does. */
export async function renderNewCodes(
  page: AccountPage<Account>,
  kind: AccountKind,
  continueAt: string,
  { recovery, vault }: { recovery: RecoveryCodeStore; vault: Vault },
): Promise<PageResult> {
  const { account, session } = page
  const key = { type: session.kind, id: account.id }
  const hadCodes = (await recovery.remaining(key)) > 0
  const codes = newRecoveryCodes()
  await recovery.replace(
    key,
    codes.map((code) => recoveryHash(vault, account.id, code)),
  )
  await page.audit('recovery_codes_made')
  return view(
    { title: 'Your recovery codes', path: `${kind.accountPath}/security` },
    () => html`
<h1>Your recovery codes</h1>
<p class="lead">If you lose your authenticator app, each of these codes takes its place once. They are shown only once: print them, or store them apart from your password.</p>
<pre class="codes" id="codes" tabindex="0">${codes.join('\n')}</pre>
<p class="actions"><button type="button" data-copy-from="codes" hidden>Copy all</button> <a class="button primary" href="${continueAt}">I have stored them</a></p>
<p class="hint">${hadCodes && 'Earlier codes no longer work. '}You can replace these at any time under ${kind.security.title}.</p>
`,
  )
}
