/** The form in which a passkey answers; the script passkeys.js shows it and fills in the answer. */
import { fieldError } from '../../views/field.js'
import { html } from '../../views/html.js'
import type { Html } from '../../views/html.js'
import type { PageFrame } from '../../views/page-frame.js'
import { postForm } from '../../views/post-form.js'

interface PasskeyForm {
  action: string
  hidden?: Readonly<Record<string, string>>
  /** Creates a passkey with these options; absent for a sign-in, which fetches its challenge on demand. */
  options?: object
}

/** @param content with a button that has the id `passkey` */
export function passkeyForm(
  frame: PageFrame,
  { action, hidden = {}, options }: PasskeyForm,
  content: Html,
): Html {
  return html`<div data-passkey="${options === undefined ? 'get' : 'create'}"${options !== undefined && html` data-options="${JSON.stringify(options)}"`} hidden>
${postForm(
  frame,
  { action, novalidate: true, hidden: { ...hidden, credential: '' } },
  html`${fieldError(frame.errors, 'passkey')}<p class="error" role="alert" data-passkey-problem hidden></p>
${content}`,
)}
</div>`
}
