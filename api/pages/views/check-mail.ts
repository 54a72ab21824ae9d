import { html } from './html.js'
import type { Html } from './html.js'

interface CheckMailViewData {
  email: string
  what: string
  within: string
  mailFolder: string | null
}

/** Says that a mail is on its way, whether it is or not. */
export function checkMailView(data: CheckMailViewData): Html {
  return html`
<h1>Check your mail</h1>
<p class="lead">We have sent a message to <strong>${data.email}</strong>.</p>
<p>Open the link in it to ${data.what}. It works once, within ${data.within}.${data.mailFolder === null && ' If nothing arrives, check your spam folder or try again.'}</p>
${data.mailFolder !== null && html`<p class="notice">This service is set up for development and has no mail server. The message is the newest file in the folder <code>${data.mailFolder}</code> of its data directory, <code>.tripfold/${data.mailFolder}</code> unless <code>DATA_DIR</code> is set.</p>`}
`
}
