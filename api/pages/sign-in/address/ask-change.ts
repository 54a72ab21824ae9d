/**
 * A member or developer asks for another address: a link goes to the new one, a warning to the present one, and
 * nothing changes until the link is confirmed (oauth.md 5.7, 152). The answer never reveals whether the new
 * address has an account: the same work is done for both, and only the owner of the mailbox reads the difference.
 */
import type { Account } from '../../../../schemas/oauth/account.js'
import type { LinkStore } from '../../../../schemas/oauth/mailed-link.js'
import { randomToken, sameSecret, tokenHash } from '../../../oauth/random-token.js'
import { emailAddressError } from '../../lib/form-checks.js'
import type { AccountPage } from '../../lib/page-access.js'
import { addressAskedMail, newAddressMail, newAddressTakenMail } from '../../mails.js'
import { signInPath } from '../account-kind.js'
import type { AccountKind } from '../account-kind.js'
import { ADDRESS, renderSecurity } from '../account-security.js'
import type { AccountSecurityDeps } from '../account-security.js'
import { addressThrottle, TOO_MANY_ATTEMPTS } from '../sign-in-throttle.js'
import type { StepUpRequest } from '../step-up.js'
import { verifyPassword } from '../verify-password.js'
import { newAddressPath } from './confirm-change.js'
import { checkMail } from '../../views/check-mail.js'
import type { PageResult, Refused } from '../../lib/page-result.js'
import type { Admit, Page } from '../../lib/page.js'
import { page } from '../../lib/page.js'

export type AskChangeDeps = AccountSecurityDeps & { links: LinkStore }

/** Asks again who it is, besides the password; null if that is proven, otherwise the page that asks. */
export type ConfirmAgain<A, C> = (
  page: AccountPage<A>,
  request: StepUpRequest,
  deps: C,
) => Promise<PageResult | null>

const LINK_MINUTES = 60
const FIELD = 'new_email'
const PROVEN = 'password_proven'
const PROVEN_MAC = 'password proven for a new address'

/** POST `/address` of the account's pages. */
export function askChangePage<A extends Account, R, C>(
  access: Admit<AccountPage<A>, R>,
  kind: AccountKind,
  confirm: ConfirmAgain<A, C>,
): Page<AskChangeDeps & R & C> {
  return page(
    { route: `POST ${kind.accountPath}/address`, access, form: ADDRESS },
    async (page, deps: AskChangeDeps & C) => {
      const email = page.form.new_email
      const refused = await check(page, email, deps)
      if (refused !== null) return await renderSecurity(page, kind, deps, refused)
      const request = {
        what: 'change the address of your account',
        proofs: { [PROVEN]: proofs(page, email, deps)[0] ?? '' },
        back: `${kind.accountPath}/security`,
      }
      return (await confirm(page, request, deps)) ?? (await sendLink(page, kind, email, deps))
    },
  )
}

/** The page that asks again carries no password, but a proof that it was right for this session and address. */
async function check(
  page: AccountPage<Account>,
  email: string,
  deps: AskChangeDeps,
): Promise<Refused | null> {
  const invalid =
    email === page.account.email
      ? 'This is already your address. Enter another one.'
      : emailAddressError(email)
  const addressErrors = invalid === null ? [] : [{ field: FIELD, text: invalid }]
  const given = page.sent.get(PROVEN) ?? ''
  const isProven = proofs(page, email, deps).some((right) => sameSecret(given, right))
  const refused = isProven
    ? null
    : await verifyPassword(page, 'address_password', 'This is not your password.', deps)
  const errors = [...addressErrors, ...(refused?.errors ?? [])]
  return errors.length === 0 ? null : { ...refused, errors }
}

/** The first is that of the current secret. */
function proofs({ session }: AccountPage<Account>, email: string, { vault }: AskChangeDeps): string[] {
  const macs = vault.macs(PROVEN_MAC, session.hash.toString('base64url'), email)
  return macs.map((mac) => mac.toString('base64url'))
}

async function sendLink(
  page: AccountPage<Account>,
  kind: AccountKind,
  email: string,
  deps: AskChangeDeps,
): Promise<PageResult> {
  const { account, request } = page
  const wait = await addressThrottle({ type: kind.type, id: account.id }, email, request.ip, deps)
  if (wait !== null) {
    await page.audit('throttled', { detail: { what: 'change of address' } })
    const errors = [{ field: FIELD, text: TOO_MANY_ATTEMPTS }]
    return await renderSecurity(page, kind, deps, { errors, status: 429, retryAfter: wait })
  }
  const owner = await kind.accounts.byEmail(email)
  const isFree = owner === null || owner.id === account.id
  const token = randomToken('')
  await deps.links.create({
    purpose: kind.address.linkPurpose,
    about: account.id,
    hash: tokenHash(token),
    payload: isFree ? { id: account.id, email } : {},
    minutes: LINK_MINUTES,
    replacesEarlier: true,
  })
  await page.audit('address_asked')
  deps.mailer.send(addressAskedMail(account.email))
  const { authUrl, mailFolder } = deps.settings
  page.afterAnswer(() => {
    deps.mailer.send(
      isFree
        ? newAddressMail(email, authUrl + newAddressPath(kind, token), kind.address.mailAbout(account.id))
        : newAddressTakenMail(owner.email, authUrl + signInPath(kind)),
    )
  })
  const again = `${kind.accountPath}/security`
  return checkMail(email, { what: 'use this address for your account', within: 'an hour', again }, mailFolder)
}
