/**
 * Recovery codes are shown once, when the second factor is set up and whenever the developer asks for new ones
 * (oauth.md 5.7, 150). A lost factor is replaced by a new one from the account page.
 */
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { DeveloperAccount } from '../../../../schemas/oauth/account.js'
import type { AccountPage, PageGuard } from '../../lib/require-session.js'
import { newRecoveryCodesMail, secondFactorReplacedMail } from '../../mails.js'
import { DEVELOPER_HOME } from '../developer-kind.js'
import { checkCode, codeErrors, readSetUp, renderSetUp } from '../second-factor.js'
import type { SecondFactorDeps } from '../second-factor.js'
import { confirmAgain } from '../step-up.js'
import { renderNewCodes } from './show-codes.js'

type Page = AccountPage<DeveloperAccount>

const SECURITY = '/console/security'
const REPLACE = '/console/second-factor/replace'

/** `guard` admits developers whose session has the second factor. */
export function recoveryRoutes(
  app: FastifyInstance,
  guard: PageGuard<DeveloperAccount>,
  deps: SecondFactorDeps,
): void {
  app.post(
    '/console/recovery-codes',
    guard(async (page) => {
      const hadCodes = (await deps.recovery.remaining(page.account.id)) > 0
      const what = hadCodes ? 'replace your recovery codes' : 'create recovery codes'
      const request = { what, fields: [], back: SECURITY }
      if (!(await confirmAgain(page, request, deps))) return page.reply
      const answer = await renderNewCodes(page, SECURITY, deps)
      deps.mailer.send(newRecoveryCodesMail(page.account.email, hadCodes))
      return answer
    }),
  )
  app.post(
    REPLACE,
    guard(async (page) => await replaceFactor(page, deps)),
  )
}

/** Two forms: the first asks for a confirmation and shows the new key, the second has a code of it. */
async function replaceFactor(page: Page, deps: SecondFactorDeps): Promise<FastifyReply> {
  const { account, session, form } = page
  const request = { what: 'replace your second factor', fields: [], back: SECURITY }
  if (!(await confirmAgain(page, request, deps))) return page.reply
  const sealed = readSetUp(form.get('sealed'), account, deps)
  if (sealed === null) return await renderSetUp(page, { to: DEVELOPER_HOME, action: REPLACE }, deps)
  const code = await checkCode(page, sealed, true, deps)
  if (code.is !== 'accepted')
    return await renderSetUp(page, { to: DEVELOPER_HOME, action: REPLACE }, deps, codeErrors(page, code))
  await deps.developers.replaceTotp(account.id, sealed, code.step)
  await deps.sessions.closeAll('developer', account.id, session.hash)
  await page.audit('second_factor_set', { detail: { replaced: true } })
  deps.mailer.send(secondFactorReplacedMail(account.email))
  return await renderNewCodes(page, SECURITY, deps)
}
