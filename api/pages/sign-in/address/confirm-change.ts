/**
 * The link that was mailed to a new address (oauth.md 5.7, 152). Opening it changes nothing, because mail scanners
 * open links; its button does. In a browser that is not signed in to the account it asks for the password too: a
 * mistyped address is a stranger's mailbox, and would otherwise take the account over.
 */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { tokenHash } from '../../../oauth/random-token.js'
import { visitorPages } from '../../lib/page-context.js'
import type { PageContext } from '../../lib/page-context.js'
import type { Account } from '../../../../schemas/oauth/account.js'
import { addressChangedMail } from '../../mails.js'
import { signInPath } from '../account-kind.js'
import type { AccountKind } from '../account-kind.js'
import { linkThrottle, TOO_MANY_ATTEMPTS } from '../sign-in-throttle.js'
import type { SignUpDeps } from '../sign-up.js'
import { html } from '../../views/html.js'
import type { Html } from '../../views/html.js'
import { postForm } from '../../views/post-form.js'
import { field } from '../../views/field.js'
import type { PageFrame, FieldError } from '../../views/page-frame.js'

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
export function confirmChangeRoutes(app: FastifyInstance, kind: AccountKind, deps: SignUpDeps): void {
  const route = visitorPages(kind.type, deps)
  const path = `${kind.visitorPath}/new-address`
  app.get(
    path,
    route(async (page) => {
      const link = await findLink(page.query.get('token'), kind, deps)
      return link === null ? await renderUsedLink(page, kind) : await renderConfirm(page, kind, link)
    }),
  )
  app.post(
    path,
    route(async (page) => {
      const link = await findLink(page.form.get('token'), kind, deps)
      if (link === null) return await renderUsedLink(page, kind)
      const refused = await refuse(page, kind, link, deps)
      // A sent reply is awaited to undefined.
      return refused === null ? await changeAddress(page, kind, link, deps) : refused
    }),
  )
}

async function findLink(given: string | null, kind: AccountKind, deps: SignUpDeps): Promise<OpenLink | null> {
  const token = given ?? ''
  const { id, email } = (await deps.links.peek(kind.address.linkPurpose, tokenHash(token))) ?? {}
  if (id === undefined || email === undefined) return null
  const account = await kind.accounts.byId(id)
  return account === null ? null : { token, email, account }
}

function isSignedIn({ visitor }: PageContext, { account }: OpenLink): boolean {
  return visitor.session?.accountId === account.id
}

/** Null if the change may be made; otherwise the page again, with 422, or 429 after too many attempts. */
async function refuse(
  page: PageContext,
  kind: AccountKind,
  link: OpenLink,
  deps: SignUpDeps,
): Promise<FastifyReply | null> {
  if (isSignedIn(page, link)) return null
  const retry = async (text: string, status: number): Promise<FastifyReply> =>
    await renderConfirm(page, kind, link, [{ field: 'password', text }], status)
  const throttle = linkThrottle(tokenHash(link.token), deps)
  const wait = await throttle.consume()
  if (wait !== null) {
    void page.reply.header('retry-after', wait)
    return await retry(TOO_MANY_ATTEMPTS, 429)
  }
  const { matches } = await deps.passwords.verify(link.account.passwordHash, page.form.get('password') ?? '')
  if (!matches) return await retry('This is not the password of the account.', 422)
  await throttle.succeeded()
  return null
}

/** Ends all sessions but the one that confirms; mails in files to the old address go. */
async function changeAddress(
  page: PageContext,
  kind: AccountKind,
  { token, email, account }: OpenLink,
  deps: SignUpDeps,
): Promise<FastifyReply> {
  const result = await kind.address.change(account.id, email, tokenHash(token))
  if (result === 'link_gone') return await renderUsedLink(page, kind)
  const here = page.visitor.session?.accountId === account.id ? page.visitor.session : null
  const next =
    here === null ? signInPath(kind, { notice: 'address' }) : `${kind.accountPath}/security?m=address`
  if (result === 'taken')
    return await page.renderError('new_address_taken', {
      next: { href: `${kind.accountPath}/security`, text: 'Back to your account' },
    })
  await deps.sessions.closeAll(kind.type, account.id, here?.hash ?? null)
  await deps.audit.record({
    event: 'address_changed',
    actor: { kind: kind.type, id: account.id },
    memberId: kind.type === 'member' ? account.id : null,
    address: page.request.ip,
    request: page.request.id,
  })
  await deps.mailer.forget(account.email)
  const { operatorEmail } = deps.settings
  deps.mailer.send(addressChangedMail(account.email, operatorEmail, kind.address.mailAbout(account.id)))
  return await page.redirect(next)
}

async function renderConfirm(
  page: PageContext,
  kind: AccountKind,
  link: OpenLink,
  errors: FieldError[] = [],
  status?: number,
): Promise<FastifyReply> {
  return await page.render(
    newAddressView,
    { title: 'Confirm your new address', errors },
    {
      action: `${kind.visitorPath}/new-address`,
      token: link.token,
      email: link.email,
      needsPassword: !isSignedIn(page, link),
    },
    status,
  )
}

async function renderUsedLink(page: PageContext, kind: AccountKind): Promise<FastifyReply> {
  const next = { href: `${kind.accountPath}/security`, text: 'Ask for a new link' }
  return await page.renderError('link_used', { next })
}

export interface NewAddressViewData {
  action: string
  token: string
  email: string
  needsPassword: boolean
}

function newAddressView(data: NewAddressViewData, frame: PageFrame): Html {
  return html`
<h1>Confirm your new address</h1>
<p class="lead"><strong>${data.email}</strong> becomes the address of your account.</p>
<p>From then on you sign in with it, and our mails go there. All your other sessions end.</p>
${postForm(
  frame,
  { action: data.action, novalidate: true, hidden: { token: data.token } },
  html`${
    data.needsPassword &&
    html`${field(frame.errors, { id: 'password', label: 'Your password', type: 'password', autocomplete: 'current-password', hint: 'You are not signed in to the account in this browser, so we ask for it.' })}
`
  }
<p class="actions"><button class="primary">Use this address</button></p>
`,
)}
`
}
