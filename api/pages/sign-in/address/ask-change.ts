/**
 * A member or developer asks for another address: a link goes to the new one, a warning to the present one, and
 * nothing changes until the link is confirmed (oauth.md 5.7, 152). The answer never reveals whether the new
 * address has an account: the same work is done for both, and only the owner of the mailbox reads the difference.
 */
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Account } from '../../../../schemas/oauth/account.js'
import type { LinkStore } from '../../../../schemas/oauth/mailed-link.js'
import { randomToken, sameSecret, tokenHash } from '../../../oauth/random-token.js'
import { emailAddressError } from '../../lib/form-checks.js'
import type { AccountPage, PageGuard } from '../../lib/require-session.js'
import { addressAskedMail, newAddressMail, newAddressTakenMail } from '../../mails.js'
import { signInPath } from '../account-kind.js'
import type { AccountKind } from '../account-kind.js'
import { renderSecurity } from '../account-security.js'
import type { AccountSecurityDeps } from '../account-security.js'
import { addressThrottle, TOO_MANY_ATTEMPTS } from '../sign-in-throttle.js'
import type { StepUpRequest } from '../step-up.js'
import { verifyPassword } from '../verify-password.js'
import { newAddressPath } from './confirm-change.js'
import type { FieldError } from '../../views/page-frame.js'
import { checkMailView } from '../check-mail.js'

export type AskChangeDeps = AccountSecurityDeps & { links: LinkStore }

/**
 * Asks again who it is, besides the password; true if that is proven, otherwise the page that asks has been sent.
 */
export type ConfirmAgain<A> = (page: AccountPage<A>, request: StepUpRequest) => Promise<boolean>

const LINK_MINUTES = 60
const FIELD = 'new_email'
const PROVEN = 'password_proven'
const PROVEN_MAC = 'password proven for a new address'

/** POST `/address` of the account's pages. */
export function askChangeRoute<A extends Account>(
  app: FastifyInstance,
  guard: PageGuard<A>,
  kind: AccountKind,
  deps: AskChangeDeps & { confirm: ConfirmAgain<A> },
): void {
  app.post(
    `${kind.accountPath}/address`,
    guard(async (page) => {
      const email = (page.form.get(FIELD) ?? '').trim()
      const { errors, status } = await check(page, email, deps)
      if (errors.length > 0) return await renderSecurity(page, kind, deps, errors, status)
      const isConfirmed = await deps.confirm(page, {
        what: 'change the address of your account',
        fields: [FIELD],
        proofs: { [PROVEN]: proofs(page, email, deps)[0] ?? '' },
        back: `${kind.accountPath}/security`,
      })
      return isConfirmed ? await sendLink(page, kind, email, deps) : page.reply
    }),
  )
}

/** The page that asks again carries no password, but a proof that it was right for this session and address. */
async function check(
  page: AccountPage<Account>,
  email: string,
  deps: AskChangeDeps,
): Promise<{ errors: FieldError[]; status?: number }> {
  const invalid =
    email === page.account.email ? 'This is the address that you have.' : emailAddressError(email)
  const addressErrors = invalid === null ? [] : [{ field: FIELD, text: invalid }]
  const given = page.form.get(PROVEN) ?? ''
  if (proofs(page, email, deps).some((right) => sameSecret(given, right))) return { errors: addressErrors }
  const password = await verifyPassword(page, 'address_password', 'This is not your password.', deps)
  return { errors: [...addressErrors, ...password.errors], status: password.status }
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
): Promise<FastifyReply> {
  const { account, request, reply } = page
  const wait = await addressThrottle({ type: kind.type, id: account.id }, email, request.ip, deps)
  if (wait !== null) {
    await page.audit('throttled', { detail: { what: 'change of address' } })
    void reply.header('retry-after', wait)
    return await renderSecurity(page, kind, deps, [{ field: FIELD, text: TOO_MANY_ATTEMPTS }], 429)
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
  return await page.render(
    checkMailView,
    { title: 'Check your mail' },
    { email, what: 'make it the address of your account', within: 'an hour', mailFolder },
  )
}
