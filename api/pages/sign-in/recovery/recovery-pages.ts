/**
 * Recovery codes are shown once, when the second factor is set up and whenever the developer asks for new ones
 * (oauth.md 5.7, 150). A lost factor is replaced by a new one from the account page.
 */
import { newRecoveryCodesMail, secondFactorReplacedMail } from '../../mails.js'
import { DEVELOPER_HOME } from '../developer-kind.js'
import { checkCode, CODE, codeErrors, readSetUp, renderSetUp } from '../second-factor.js'
import type { SecondFactorDeps } from '../second-factor.js'
import { confirmAgain } from '../step-up.js'
import { renderNewCodes } from './show-codes.js'
import { page } from '../../lib/page.js'
import type { Posted } from '../../lib/page.js'
import { developer } from '../../lib/page-access.js'
import type { DeveloperPage } from '../../lib/page-access.js'
import type { PageResult } from '../../lib/page-result.js'

const SECURITY = '/console/security'
const REPLACE = '/console/second-factor/replace'

export const recoveryPages = [
  page({ route: 'POST /console/recovery-codes', access: developer }, async (page, deps: SecondFactorDeps) => {
    const hadCodes = (await deps.recovery.remaining(page.account.id)) > 0
    const what = hadCodes ? 'replace your recovery codes' : 'create recovery codes'
    const question = await confirmAgain(page, { what, back: SECURITY }, deps)
    if (question !== null) return question
    const answer = await renderNewCodes(page, SECURITY, deps)
    deps.mailer.send(newRecoveryCodesMail(page.account.email, hadCodes))
    return answer
  }),
  page({ route: `POST ${REPLACE}`, access: developer, form: CODE }, replaceFactor),
]

/** Two forms: the first asks for a confirmation and shows the new key, the second has a code of it. */
async function replaceFactor(
  page: Posted<DeveloperPage, typeof CODE>,
  deps: SecondFactorDeps,
): Promise<PageResult> {
  const { account, session, form } = page
  const proofs = { q: null, sealed: null, code: null }
  const request = { what: 'replace your second factor', proofs, back: SECURITY }
  const question = await confirmAgain(page, request, deps)
  if (question !== null) return question
  const sealed = readSetUp(form.sealed, account, deps)
  if (sealed === null) return renderSetUp(page, { to: DEVELOPER_HOME, action: REPLACE }, deps)
  const code = await checkCode(page, sealed, true, deps)
  if (code.is !== 'accepted')
    return renderSetUp(page, { to: DEVELOPER_HOME, action: REPLACE }, deps, codeErrors(page, code))
  await deps.developers.replaceTotp(account.id, sealed, code.step)
  await deps.sessions.closeAll('developer', account.id, session.hash)
  await page.audit('second_factor_set', { detail: { replaced: true } })
  deps.mailer.send(secondFactorReplacedMail(account.email))
  return await renderNewCodes(page, SECURITY, deps)
}
