/**
 * Developers confirm who they are again before an action that a stranger at their browser must not take
 * (oauth.md 5.9, 131): with a code of the second factor, or with the password if the account has none any
 * more. It holds for five minutes. The page carries the submitted form and sends it again with the code, so
 * nothing has to be typed twice; that form passes the same checks as the first one, its token included.
 */
import { checkCode, codeErrors } from './second-factor.js'
import type { SecondFactorDeps } from './second-factor.js'
import { verifyPassword } from './verify-password.js'
import { html } from '../views/html.js'
import type { Html } from '../views/html.js'
import { postForm } from '../views/post-form.js'
import { field, recoveryField } from '../views/field.js'
import type { PageFrame } from '../views/page-frame.js'
import type { DeveloperPage } from '../lib/page-access.js'
import type { PageResult, Refused } from '../lib/page-result.js'
import { view } from '../lib/page-result.js'

export interface StepUpRequest {
  /** What the developer is about to do, as it follows "You are about to". */
  what: string
  /** The fields of the form that the page carries. */
  fields: readonly string[]
  /** Further fields for it to carry. */
  proofs?: Readonly<Record<string, string>>
  /** Where to go without confirming. */
  back: string
}

/** The hidden field that says: this form comes from the page that asks. */
const CONFIRMING = 'confirming'
const PASSWORD_FIELD = 'own_password'

/**
 * Null if the developer has confirmed within five minutes, or does so with this form. Otherwise the page that
 * asks.
 */
export async function confirmAgain(
  page: DeveloperPage,
  request: StepUpRequest,
  deps: SecondFactorDeps,
): Promise<PageResult | null> {
  if (page.session.recentlyVerified) return null
  if (page.form.get(CONFIRMING) === null) return question(page, request)
  const refused = await check(page, deps)
  if (refused !== null) return question(page, request, refused)
  await deps.sessions.recordStepUp(page.session.hash)
  await page.audit('proved_again')
  return null
}

async function check(page: DeveloperPage, deps: SecondFactorDeps): Promise<Refused | null> {
  const { sealedTotp } = page.account
  if (sealedTotp === null)
    return await verifyPassword(page, PASSWORD_FIELD, 'This is not your password.', deps)
  const code = await checkCode(page, sealedTotp, false, deps)
  return code.is === 'accepted' ? null : codeErrors(page, code)
}

function question(
  { form, request, account }: DeveloperPage,
  { what, fields, proofs = {}, back }: StepUpRequest,
  refused: Refused = {},
): PageResult {
  return view(
    proveView,
    { title: 'Confirm it is you', ...refused },
    {
      what,
      back,
      action: request.url,
      hasFactor: account.sealedTotp !== null,
      passwordField: PASSWORD_FIELD,
      fields: [
        { name: CONFIRMING, value: '1' },
        ...fields.flatMap((name) => {
          const value = form.get(name)
          return value === null ? [] : [{ name, value }]
        }),
        ...Object.entries(proofs).map(([name, value]) => ({ name, value })),
      ],
    },
  )
}

interface ProveViewData {
  /** What is about to be done, as it follows "You are about to". */
  what: string
  /** Where the form goes, and the hidden fields it carries. */
  action: string
  fields: Array<{ name: string; value: string }>
  hasFactor: boolean
  passwordField: string
  back: string
}

function proveView(data: ProveViewData, frame: PageFrame): Html {
  return html`
<h1>Confirm it is you</h1>
<p class="lead">You are about to ${data.what}. Enter ${data.hasFactor ? 'the six digits that your authenticator app shows now' : 'your password'}. We do not ask again for five minutes.</p>
${postForm(
  frame,
  { action: data.action, novalidate: true },
  html`${data.fields.map(
    (field) => html`<input type="hidden" name="${field.name}" value="${field.value}">
`,
  )}
${
  data.hasFactor
    ? html`${field(frame.errors, { id: 'code', label: 'Code', autocomplete: 'one-time-code', inputmode: 'numeric', plain: true })}
${recoveryField(frame.errors)}
`
    : html`${field(frame.errors, { id: data.passwordField, label: 'Password', type: 'password', autocomplete: 'current-password' })}
`
}
<p class="actions"><button class="primary">Confirm</button> <a href="${data.back}">Back</a></p>
`,
)}
`
}
