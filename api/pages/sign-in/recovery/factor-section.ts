import { secret } from '../../lib/form.js'
import { fields } from '../../views/field.js'
import { html } from '../../views/html.js'
import type { Html } from '../../views/html.js'
import type { PageFrame } from '../../views/page-frame.js'
import { postForm } from '../../views/post-form.js'
import type { AccountKind } from '../account-kind.js'

/** The form that turns a second factor off. */
export const OFF = { off_password: secret('Your password') }

/** @param codes number of recovery codes that remain; null: the account has no second factor */
export function secondFactorSection(
  codes: number | null,
  { accountPath, secondFactor }: AccountKind,
  frame: PageFrame,
): Html {
  const replace = `${accountPath}/second-factor/replace`
  if (codes === null)
    return html`<h2 id="factor">Second factor</h2>
<p>You have none. With one, signing in also asks for a code from an authenticator app: your password alone is not enough.</p>
${postForm(frame, { action: replace }, html`<p class="actions"><button>Set up an authenticator app</button></p>`)}`
  return html`<h2 id="factor">Second factor</h2>
<p>${codes === 0 ? html`<span class="badge bad">No recovery codes</span> Without one, a lost authenticator app locks you out.` : html`Signing in with the password asks for a code from your authenticator app. ${codes} of 10 recovery codes remain.`}</p>
<div class="actions">
${postForm(frame, { action: `${accountPath}/recovery-codes` }, html`<button>${codes === 0 ? 'Create recovery codes' : 'Replace the recovery codes'}</button>`)}
${postForm(frame, { action: replace }, html`<button>Set up another authenticator app</button>`)}
</div>
${!secondFactor.isRequired && offForm(accountPath, frame)}`
}

function offForm(accountPath: string, frame: PageFrame): Html {
  const isRefused = frame.errors.some(({ field }) => field === 'off_password')
  return html`<details class="recovery"${isRefused && html` open`}>
<summary>Turn the second factor off</summary>
${postForm(frame, { action: `${accountPath}/second-factor/off`, novalidate: true }, html`${fields(frame, OFF)}<p class="actions"><button>Turn it off</button></p>`)}
</details>`
}
