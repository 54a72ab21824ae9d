import type { PasskeyLine } from '../../../../schemas/oauth/factors/passkey.js'
import { formatDate } from '../../lib/format-date.js'
import { fieldError } from '../../views/field.js'
import { html } from '../../views/html.js'
import type { Html } from '../../views/html.js'
import type { PageFrame } from '../../views/page-frame.js'
import { postForm } from '../../views/post-form.js'

/** The passkeys of the account, each with a button that removes it. */
export function passkeySection(passkeys: readonly PasskeyLine[], frame: PageFrame): Html {
  return html`<h2 id="passkeys">Passkeys</h2>
${fieldError(frame.errors, 'passkeys')}
<p>A passkey signs you in without your password: your device checks your fingerprint, your face or a PIN. It works only on this site, so nobody can trick you into using it on another one.</p>
${passkeys.map(
  ({ id, name, created, lastUsed }) => html`<div class="card">
<p><strong>${name}</strong></p>
<p class="soft">Added on ${formatDate(created)}, ${lastUsed === null ? 'not used yet' : `last used on ${formatDate(lastUsed)}`}</p>
${postForm(frame, { action: '/account/passkeys/remove', hidden: { passkey: id } }, html`<button>Remove<span class="hidden"> ${name}</span></button>`)}
</div>
`,
)}
${postForm(frame, { action: '/account/passkeys/new' }, html`<p class="actions"><button>Add a passkey</button></p>`)}`
}
