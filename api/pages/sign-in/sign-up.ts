/**
 * Sign-up: a form, a mail, a link. The answer never reveals whether an address has an account: the same
 * work is done for both, and only the owner of the mailbox reads the difference.
 */
import { emailKey } from '../../../schemas/base/email-key.js'
import type { LinkStore } from '../../../schemas/oauth/mailed-link.js'
import { randomToken, tokenHash } from '../../oauth/random-token.js'
import { newPasswordErrors } from '../lib/form-checks.js'
import { email, secret } from '../lib/form.js'
import { visitor } from '../lib/page-access.js'
import type { VisitorPage } from '../lib/page-access.js'
import { page } from '../lib/page.js'
import type { Page } from '../lib/page.js'
import { throttled, view } from '../lib/page-result.js'
import type { PageResult, Refused } from '../lib/page-result.js'
import { returnPath } from '../lib/return-path.js'
import { browserId } from '../lib/session.js'
import { accountExistsMail, confirmAddressMail } from '../mails.js'
import type { Mailer } from '../ports.js'
import { checkMail } from '../views/check-mail.js'
import { fields } from '../views/field.js'
import { html } from '../views/html.js'
import { postForm } from '../views/post-form.js'
import { signInPath, signUpPath } from './account-kind.js'
import type { AccountKind } from './account-kind.js'
import type { SignInDeps } from './sign-in.js'
import { attempter, mailThrottle } from './sign-in-throttle.js'

export type SignUpDeps = SignInDeps & { links: LinkStore; mailer: Mailer }

const LINK_MINUTES = 24 * 60

const formOf = ({ signUp }: AccountKind) => ({
  ...signUp.fields,
  email: email({ label: 'Email address', autocomplete: 'username', hint: signUp.emailHint }),
  password: secret('Password', 'new-password', signUp.passwordHint),
})

/** GET and POST `/signup`. */
export function signUpPages(kind: AccountKind): Array<Page<SignUpDeps>> {
  const access = visitor(kind.type)
  const form = formOf(kind)
  return [
    page({ route: `GET ${kind.visitorPath}/signup`, access }, ({ query }) =>
      renderSignUp(kind, query.get('q')),
    ),
    page({ route: `POST ${kind.visitorPath}/signup`, access, form }, async (page, deps: SignUpDeps) => {
      const { email, password, ...names } = page.form
      const errors = [...page.errors, ...newPasswordErrors(password, deps.passwords)]
      const q = page.sent.get('q')
      if (errors.length > 0) return renderSignUp(kind, q, { errors })
      const by = attempter(null, page.request.ip)
      const wait = await mailThrottle(`${kind.type} sign-up`, email, by, deps)
      if (wait !== null) return throttled(wait)
      const passwordHash = await deps.passwords.hash(password, by)
      const returnTo = returnPath(q, kind.home)
      return await sendLink(
        page,
        kind,
        { ...(names as Record<string, string>), email, passwordHash, returnTo },
        deps,
      )
    }),
  ]
}

interface SignUp extends Record<string, string> {
  email: string
  passwordHash: string
  returnTo: string
}

async function sendLink(
  page: VisitorPage,
  kind: AccountKind,
  signUp: SignUp,
  deps: SignUpDeps,
): Promise<PageResult> {
  const { email, returnTo } = signUp
  const known = await kind.accounts.byEmail(email)
  const token = randomToken('')
  await deps.links.create({
    purpose: kind.signUp.linkPurpose,
    about: known === null ? emailKey(email) : null,
    hash: tokenHash(token),
    payload: known === null ? { ...signUp, by: browserId(page.visitor) } : {},
    minutes: LINK_MINUTES,
  })
  const { authUrl, mailFolder } = deps.settings
  deps.mailer.send(
    known === null
      ? confirmAddressMail(email, `${authUrl}${kind.visitorPath}/confirm?token=${token}`)
      : accountExistsMail(known.email, authUrl + signInPath(kind, { returnTo })),
  )
  const what = 'confirm the address and finish signing up'
  return checkMail(email, { what, within: 'a day', again: signUpPath(kind, returnTo) }, mailFolder)
}

function renderSignUp(kind: AccountKind, q: string | null, refused: Refused = {}): PageResult {
  const { title, lead, steps } = kind.signUp
  const returnTo = returnPath(q, kind.home)
  return view(
    { title, ...refused },
    (frame) => html`
<h1>${title}</h1>
${lead !== null && html`<p class="lead">${lead}</p>`}
${steps.length > 0 && html`<ol class="plan">${steps.map((step) => html`<li>${step}</li>`)}</ol>`}
${postForm(
  frame,
  { action: `${kind.visitorPath}/signup`, novalidate: true, hidden: { q: returnTo } },
  html`${fields(frame, formOf(kind))}<p class="actions"><button class="primary">Create account</button></p>`,
)}
<p class="aside">Already have an account? <a href="${signInPath(kind, { returnTo })}">Sign in</a></p>
`,
  )
}
