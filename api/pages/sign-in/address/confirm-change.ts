/**
 * The link that was mailed to a new address (oauth.md 5.7, 152). Opening it changes nothing, because mail scanners
 * open links; its button does. In a browser that is not signed in to the account it asks for the password too: a
 * mistyped address is a stranger's mailbox, and would otherwise take the account over.
 */
import { tokenHash } from '../../../oauth/random-token.js'
import type { VisitorPage } from '../../lib/page-access.js'
import type { Account } from '../../../../schemas/oauth/account.js'
import { addressChangedMail } from '../../mails.js'
import { signInPath } from '../account-kind.js'
import type { AccountKind } from '../account-kind.js'
import { attempter, linkThrottle, TOO_MANY_ATTEMPTS } from '../sign-in-throttle.js'
import type { SignUpDeps } from '../sign-up.js'
import { asSent, secret } from '../../lib/form.js'
import { hasProvenAll, originOf, visitor } from '../../lib/page-access.js'
import { page } from '../../lib/page.js'
import type { Page, Posted } from '../../lib/page.js'
import { problem, redirect, view } from '../../lib/page-result.js'
import type { PageResult, Refused } from '../../lib/page-result.js'
import { fields } from '../../views/field.js'
import { html } from '../../views/html.js'
import { postForm } from '../../views/post-form.js'

const LINK = { token: asSent() }
const CONFIRM = {
  ...LINK,
  password: secret(
    'Your password',
    'current-password',
    'You are not signed in to the account in this browser, so we ask for it.',
  ),
}

interface OpenLink {
  token: string
  email: string
  account: Account
}

/** Path of the page that a link opens. */
export function newAddressPath({ visitorPath }: AccountKind, token: string): string {
  return `${visitorPath}/new-address?token=${token}`
}

/** GET and POST `/new-address`. */
export function confirmChangePages(kind: AccountKind): Array<Page<SignUpDeps>> {
  const access = visitor(kind.type)
  return [
    page(
      { route: `GET ${kind.visitorPath}/new-address`, access, form: LINK },
      async (page, deps: SignUpDeps) => {
        const link = await findLink(page.form.token, kind, deps)
        return link === null ? usedLink(kind) : renderConfirm(page, kind, link)
      },
    ),
    page(
      { route: `POST ${kind.visitorPath}/new-address`, access, form: CONFIRM },
      async (page, deps: SignUpDeps) => {
        const link = await findLink(page.form.token, kind, deps)
        if (link === null) return usedLink(kind)
        return (await refuse(page, kind, link, deps)) ?? (await changeAddress(page, kind, link, deps))
      },
    ),
  ]
}

async function findLink(token: string, kind: AccountKind, deps: SignUpDeps): Promise<OpenLink | null> {
  const { id, email } = (await deps.links.peek(kind.address.linkPurpose, tokenHash(token))) ?? {}
  if (id === undefined || email === undefined) return null
  const account = await kind.accounts.byId(id)
  return account === null ? null : { token, email, account }
}

function isSignedIn({ visitor }: VisitorPage, { account }: Pick<OpenLink, 'account'>): boolean {
  const { session } = visitor
  return session?.accountId === account.id && hasProvenAll(session, account)
}

/** Null if the change may be made; otherwise the page again, with 422, or 429 after too many attempts. */
async function refuse(
  page: Posted<VisitorPage, typeof CONFIRM>,
  kind: AccountKind,
  link: OpenLink,
  deps: SignUpDeps,
): Promise<PageResult | null> {
  if (isSignedIn(page, link)) return null
  const retry = (text: string, more: Refused = {}): PageResult =>
    renderConfirm(page, kind, link, { errors: [{ field: 'password', text }], ...more })
  const throttle = linkThrottle(tokenHash(link.token), deps)
  const wait = await throttle.consume()
  if (wait !== null) return retry(TOO_MANY_ATTEMPTS, { status: 429, retryAfter: wait })
  const { matches } = await deps.passwords.verify(
    link.account.passwordHash,
    page.form.password,
    attempter(null, page.request.ip),
  )
  if (!matches) return retry('This is not the password of the account.')
  await throttle.succeeded()
  return null
}

/** Ends all sessions but the one that confirms; mails in files to the old address go. */
async function changeAddress(
  page: VisitorPage,
  kind: AccountKind,
  { token, email, account }: OpenLink,
  deps: SignUpDeps,
): Promise<PageResult> {
  const result = await kind.address.change(account.id, email, tokenHash(token))
  if (result === 'link_gone') return usedLink(kind)
  const here = isSignedIn(page, { account }) ? page.visitor.session : null
  const next =
    here === null ? signInPath(kind, { notice: 'address' }) : `${kind.accountPath}/security?m=address`
  if (result === 'taken')
    return problem('new_address_taken', {
      next: { href: `${kind.accountPath}/security`, text: 'Back to your account' },
    })
  await deps.sessions.closeAll(kind.type, account.id, here?.hash ?? null)
  await deps.audit.record({
    event: 'address_changed',
    actor: { kind: kind.type, id: account.id },
    memberId: kind.type === 'member' ? account.id : null,
    ...originOf(page),
  })
  await deps.mailer.forget(account.email)
  const { operatorEmail } = deps.settings
  deps.mailer.send(addressChangedMail(account.email, operatorEmail, kind.address.mailAbout(account.id)))
  return redirect(next)
}

function renderConfirm(
  page: VisitorPage,
  kind: AccountKind,
  link: OpenLink,
  refused: Refused = {},
): PageResult {
  return view(
    { title: 'Confirm your new address', ...refused },
    (frame) => html`
<h1>Confirm your new address</h1>
<p class="lead"><strong>${link.email}</strong> becomes the address of your account.</p>
<p>From then on you sign in with it, and our emails go there. All your other sessions end.</p>
${postForm(
  frame,
  { action: `${kind.visitorPath}/new-address`, novalidate: true, hidden: { token: link.token } },
  html`${!isSignedIn(page, link) && fields(frame, CONFIRM)}
<p class="actions"><button class="primary">Use this address</button></p>
`,
)}
`,
  )
}

function usedLink(kind: AccountKind): PageResult {
  const next = { href: `${kind.accountPath}/security`, text: 'Ask for a new link' }
  return problem('link_used', { next })
}
