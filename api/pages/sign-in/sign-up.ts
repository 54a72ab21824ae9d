/**
 * Sign-up: a form, a mail, a link. The answer never reveals whether an address has an account: the same
 * work is done for both, and only the owner of the mailbox reads the difference.
 */
import { randomToken, tokenHash } from '../../oauth/random-token.js'
import type { Parameters } from '../../oauth/parameters.js'
import { checkEmail, checkNewPassword, checkText } from '../lib/form-checks.js'
import type { VisitorPage } from '../lib/page-access.js'
import { returnPath } from '../lib/return-path.js'
import { accountExistsMail, confirmAddressMail } from '../mails.js'
import type { Mailer } from '../ports.js'
import type { LinkStore } from '../../../schemas/oauth/mailed-link.js'
import { signInPath } from './account-kind.js'
import type { AccountKind } from './account-kind.js'
import { browserId } from './confirm-sign-up.js'
import type { SignInDeps } from './sign-in.js'
import { attempter, mailThrottle } from './sign-in-throttle.js'
import { html } from '../views/html.js'
import type { Html } from '../views/html.js'
import { postForm } from '../views/post-form.js'
import { field } from '../views/field.js'
import type { PageFrame, FieldError } from '../views/page-frame.js'
import { checkMailView } from '../views/check-mail.js'
import type { Page } from '../lib/page.js'
import { visitor } from '../lib/page-access.js'
import { throttled, view } from '../lib/page-result.js'
import type { PageResult } from '../lib/page-result.js'
import { page } from '../lib/page.js'

export type SignUpDeps = SignInDeps & { links: LinkStore; mailer: Mailer }

const LINK_MINUTES = 24 * 60

interface SignUpForm {
  /** Values of the fields of this kind of account, by key. */
  values: Record<string, string>
  email: string
  password: string
  /** Where to continue after sign-in. */
  returnTo: string
  errors: FieldError[]
}

/** GET and POST `/signup`. */
export function signUpPages(kind: AccountKind): Array<Page<SignUpDeps>> {
  const access = visitor(kind.type)
  return [
    page({ route: `GET ${kind.visitorPath}/signup`, access }, ({ query }) => {
      const returnTo = returnPath(query.get('q'), kind.home)
      return renderSignUp(kind, { values: {}, email: '', password: '', returnTo, errors: [] })
    }),
    page({ route: `POST ${kind.visitorPath}/signup`, access }, async (page, deps: SignUpDeps) => {
      const form = readSignUpForm(page.form, kind, deps)
      if (form.errors.length > 0) return renderSignUp(kind, form)
      const by = attempter(null, page.request.ip)
      const wait = await mailThrottle(`${kind.type} sign-up`, form.email, by, deps)
      return wait === null ? await sendLink(page, kind, form, deps) : throttled(wait)
    }),
  ]
}

async function sendLink(
  page: VisitorPage,
  kind: AccountKind,
  { values, email, password, returnTo }: SignUpForm,
  deps: SignUpDeps,
): Promise<PageResult> {
  const passwordHash = await deps.passwords.hash(password)
  const known = await kind.accounts.byEmail(email)
  const token = randomToken('')
  const payload: Record<string, string> = {
    ...values,
    email,
    passwordHash,
    by: browserId(page.visitor),
    returnTo,
  }
  await deps.links.create({
    purpose: kind.signUp.linkPurpose,
    about: null,
    hash: tokenHash(token),
    payload: known === null ? payload : {},
    minutes: LINK_MINUTES,
  })
  const { authUrl } = deps.settings
  deps.mailer.send(
    known === null
      ? confirmAddressMail(email, `${authUrl}${kind.visitorPath}/confirm?token=${token}`)
      : accountExistsMail(known.email, authUrl + signInPath(kind, { returnTo })),
  )
  return view(
    checkMailView,
    { title: 'Check your mail' },
    {
      email,
      what: 'confirm the address and finish signing up',
      within: 'a day',
      mailFolder: deps.settings.mailFolder,
    },
  )
}

function readSignUpForm(form: Parameters, kind: AccountKind, deps: SignUpDeps): SignUpForm {
  const values: Record<string, string> = {}
  const errors: FieldError[] = []
  for (const { field, key, description, validate } of kind.signUp.fields) {
    const text = checkText(form, field, description, 100)
    values[key] = text.value
    errors.push(...text.errors)
    const invalid = text.errors.length > 0 ? null : (validate?.(text.value) ?? null)
    if (invalid !== null) errors.push({ field, text: invalid })
  }
  const email = checkEmail(form)
  const password = checkNewPassword(form, 'password', deps.passwords)
  errors.push(...email.errors, ...password.errors)
  return {
    values,
    email: email.value,
    password: password.value,
    returnTo: returnPath(form.get('q'), kind.home),
    errors,
  }
}

function renderSignUp(kind: AccountKind, form: SignUpForm): PageResult {
  const { title, lead, steps, emailHint, passwordHint, fields } = kind.signUp
  return view(
    signUpView,
    { title, errors: form.errors },
    {
      heading: title,
      lead,
      steps,
      action: `${kind.visitorPath}/signup`,
      returnTo: form.returnTo,
      fields: fields.map(({ field, key, label, autocomplete, hint = null }) => ({
        id: field,
        label,
        autocomplete,
        hint,
        value: form.values[key] ?? '',
      })),
      email: form.email,
      emailHint,
      passwordHint,
      signInUrl: signInPath(kind, { returnTo: form.returnTo }),
    },
  )
}

interface SignUpViewData {
  heading: string
  lead: string | null
  steps: readonly string[]
  action: string
  returnTo: string
  fields: Array<{ id: string; label: string; autocomplete: string; hint: string | null; value: string }>
  email: string
  emailHint: string | null
  passwordHint: string
  signInUrl: string
}

function signUpView(data: SignUpViewData, frame: PageFrame): Html {
  return html`
<h1>${data.heading}</h1>
${data.lead !== null && html`<p class="lead">${data.lead}</p>`}
${data.steps.length > 0 && html`<ol class="plan">${data.steps.map((step) => html`<li>${step}</li>`)}</ol>`}
${postForm(
  frame,
  { action: data.action, novalidate: true, hidden: { q: data.returnTo } },
  html`${data.fields.map(
    (one) => html`${field(frame.errors, { ...one })}
`,
  )}
${field(frame.errors, { id: 'email', label: 'Email address', type: 'email', autocomplete: 'username', value: data.email, hint: data.emailHint })}
${field(frame.errors, { id: 'password', label: 'Password', type: 'password', autocomplete: 'new-password', hint: data.passwordHint })}
<p class="actions"><button class="primary">Create account</button></p>
`,
)}
<p class="aside">Already have an account? <a href="${data.signInUrl}">Sign in</a></p>
`
}
