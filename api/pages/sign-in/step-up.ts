/**
 * Developers and members confirm who they are again before an action that a stranger at their browser must not take
 * (oauth.md 5.9, 131): with a code of the second factor, or with the password if the account has none. It holds for
 * five minutes. The page carries the submitted form and sends it again with the code, so nothing has to be typed twice;
 * that form passes the same checks as the first one, its token included.
 */
import type { Account } from '../../../schemas/oauth/account.js'
import { shownOf } from '../lib/form.js'
import type { AccountPage } from '../lib/page-access.js'
import { view } from '../lib/page-result.js'
import type { PageResult, Refused } from '../lib/page-result.js'
import { field, recoveryField } from '../views/field.js'
import { html } from '../views/html.js'
import type { Html } from '../views/html.js'
import type { PageFrame } from '../views/page-frame.js'
import { postForm } from '../views/post-form.js'
import { checkCode, CODE, codeErrors } from './second-factor.js'
import type { SecondFactorDeps } from './second-factor.js'
import { verifyPassword } from './verify-password.js'

export interface StepUpRequest {
  /** What the person is about to do, as it follows "You are about to". */
  what: string
  /** What the page carries besides the fields of the form, and in place of some. */
  proofs?: Readonly<Record<string, string | null>>
  /** Where to go without confirming. */
  back: string
}

/** The hidden field that says: this form comes from the page that asks. */
const CONFIRMING = 'confirming'
const PASSWORD_FIELD = 'own_password'

/**
 * Null if the person has confirmed within five minutes, or does so with this form. Otherwise the page that
 * asks.
 */
export async function confirmAgain(
  page: AccountPage<Account>,
  request: StepUpRequest,
  deps: SecondFactorDeps,
): Promise<PageResult | null> {
  if (page.session.recentlyVerified) return null
  if (page.sent.get(CONFIRMING) === null) return question(page, request)
  const refused = await check(page, deps)
  if (refused !== null) return question(page, request, refused)
  await deps.sessions.recordStepUp(page.session.hash)
  await page.audit('proved_again')
  return null
}

/** The same, only for accounts with a second factor: the action itself asks for the password. */
export async function confirmFactor(
  page: AccountPage<Account>,
  request: StepUpRequest,
  deps: SecondFactorDeps,
): Promise<PageResult | null> {
  return page.account.sealedTotp === null ? null : await confirmAgain(page, request, deps)
}

async function check(page: AccountPage<Account>, deps: SecondFactorDeps): Promise<Refused | null> {
  const { sealedTotp } = page.account
  if (sealedTotp === null)
    return await verifyPassword(page, PASSWORD_FIELD, 'This is not your password.', deps)
  const code = await checkCode(page, sealedTotp, false, deps)
  return code.is === 'accepted' ? null : codeErrors(page, code)
}

function question(
  { sent, fields, request, account }: AccountPage<Account>,
  { what, proofs = {}, back }: StepUpRequest,
  refused: Refused = {},
): PageResult {
  const carried = { ...Object.fromEntries(fields.map((name) => [name, sent.get(name)])), ...proofs }
  const given = Object.entries(carried).filter((one): one is [string, string] => one[1] !== null)
  const hasFactor = account.sealedTotp !== null
  return view(
    { title: 'Confirm it is you', path: back, ...refused },
    (frame) => html`
<h1>Confirm it is you</h1>
<p class="lead">You are about to ${what}. Enter ${hasFactor ? 'the six digits that your authenticator app shows now' : 'your password'}. We will not ask again for five minutes.</p>
${postForm(
  frame,
  {
    action: request.url,
    novalidate: true,
    hidden: { [CONFIRMING]: '1', ...Object.fromEntries(given) },
  },
  html`${hasFactor ? codeFields(frame) : field(frame.errors, { id: PASSWORD_FIELD, label: 'Password', type: 'password', autocomplete: 'current-password' })}
<p class="actions"><button class="primary">Confirm</button> <a href="${back}">Back</a></p>
`,
)}
`,
  )
}

function codeFields({ errors }: PageFrame): Html {
  return html`${field(errors, { id: 'code', label: 'Code', ...shownOf(CODE.code) })}
${recoveryField(errors)}
`
}
