/**
 * Recovery codes are shown once, when the second factor is set up and whenever the person asks for new ones (oauth.md
 * 5.7, 150). On the account's page a lost factor is replaced, and an optional one is set up and turned off.
 */
import type { Account } from '../../../../schemas/oauth/account.js'
import type { AccountKind } from '../account-kind.js'
import { renderSecurity } from '../account-security.js'
import {
  checkCode,
  CODE,
  codeErrors,
  factorOf,
  openFullSession,
  readSetUp,
  renderSetUp,
} from '../second-factor.js'
import type { SecondFactorDeps } from '../second-factor.js'
import { confirmAgain } from '../step-up.js'
import { verifyPassword } from '../verify-password.js'
import { newRecoveryCodesMail, secondFactorMail } from './factor-mails.js'
import { OFF } from './factor-section.js'
import { renderNewCodes } from './show-codes.js'
import { page } from '../../lib/page.js'
import type { Admit, Page, Posted } from '../../lib/page.js'
import type { AccountPage } from '../../lib/page-access.js'
import { redirect } from '../../lib/page-result.js'
import type { PageResult } from '../../lib/page-result.js'

/** `access` admits accounts of the kind that are fully signed in. */
export function recoveryPages<A extends Account, R>(
  access: Admit<AccountPage<A>, R>,
  kind: AccountKind,
): Array<Page<SecondFactorDeps & R>> {
  const path = kind.accountPath
  const pages = [
    page(
      { route: `POST ${path}/recovery-codes`, access },
      async (page, deps: SecondFactorDeps) => await newCodes(page, kind, deps),
    ),
    page(
      { route: `POST ${path}/second-factor/replace`, access, form: CODE },
      async (page, deps: SecondFactorDeps) => await replaceFactor(page, kind, deps),
    ),
  ]
  if (kind.secondFactor.isRequired) return pages
  return [
    ...pages,
    page(
      { route: `POST ${path}/second-factor/off`, access, form: OFF },
      async (page, deps: SecondFactorDeps) => await turnOff(page, kind, deps),
    ),
  ]
}

const securityPath = ({ accountPath }: AccountKind): string => `${accountPath}/security`

async function newCodes(
  page: AccountPage<Account>,
  kind: AccountKind,
  deps: SecondFactorDeps,
): Promise<PageResult> {
  const { account, session } = page
  const back = securityPath(kind)
  if (account.sealedTotp === null) return redirect(back)
  const hadCodes = (await deps.recovery.remaining({ type: session.kind, id: account.id })) > 0
  const what = hadCodes ? 'replace your recovery codes' : 'create recovery codes'
  const question = await confirmAgain(page, { what, back }, deps)
  if (question !== null) return question
  const answer = await renderNewCodes(page, kind, back, deps)
  deps.mailer.send(newRecoveryCodesMail(account.email, hadCodes))
  return answer
}

/** Two forms: the first asks for a confirmation and shows the new key, the second has a code of it. */
async function replaceFactor(
  page: Posted<AccountPage<Account>, typeof CODE>,
  kind: AccountKind,
  deps: SecondFactorDeps,
): Promise<PageResult> {
  const { account, session, form } = page
  const back = securityPath(kind)
  const hadFactor = account.sealedTotp !== null
  const what = `${hadFactor ? 'replace your' : 'set up a'} second factor`
  const question = await confirmAgain(
    page,
    { what, proofs: { q: null, sealed: null, code: null }, back },
    deps,
  )
  if (question !== null) return question
  const setUp = { to: kind.home, action: `${kind.accountPath}/second-factor/replace`, kind }
  const sealed = readSetUp(form.sealed, account, deps)
  if (sealed === null) return renderSetUp(page, setUp, deps)
  const code = await checkCode(page, sealed, true, deps)
  if (code.is !== 'accepted') return renderSetUp(page, setUp, deps, codeErrors(page, code))
  await factorOf(session, deps).replaceTotp(account.id, sealed, code.step)
  await deps.sessions.closeAll(kind.type, account.id, session.hash)
  if (!session.secondFactor) await openFullSession(page, deps)
  await page.audit('second_factor_set', hadFactor ? { detail: { replaced: true } } : {})
  deps.mailer.send(secondFactorMail(account.email, hadFactor ? 'replaced' : 'set up'))
  return await renderNewCodes(page, kind, back, deps)
}

async function turnOff(
  page: AccountPage<Account>,
  kind: AccountKind,
  deps: SecondFactorDeps,
): Promise<PageResult> {
  const { account, session } = page
  if (account.sealedTotp === null) return redirect(securityPath(kind))
  const refused = await verifyPassword(page, 'off_password', 'This is not your password.', deps)
  if (refused !== null) return await renderSecurity(page, kind, deps, refused)
  await factorOf(session, deps).forgetTotp(account.id)
  await page.audit('second_factor_removed')
  deps.mailer.send(secondFactorMail(account.email, 'turned off'))
  return redirect(`${securityPath(kind)}?m=factor_off`)
}
