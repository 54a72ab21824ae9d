import { view } from '../lib/page-result.js'
import type { PageResult } from '../lib/page-result.js'
import { html } from './html.js'

/**
 * Says that an email is on its way, whether it is or not.
 * @param what the link in it is for
 * @param again the page that sends another
 */
export function checkMail(
  email: string,
  { what, within, again }: { what: string; within: string; again: string },
  mailFolder: string | null,
): PageResult {
  return view(
    { title: 'Check your email' },
    () => html`
<h1>Check your email</h1>
<p class="lead">We have sent a message to <strong>${email}</strong>.</p>
<p>Open the link in it to ${what}. It works once, within ${within}.${mailFolder === null && html` If nothing arrives, check your spam folder or <a href="${again}">try again</a>.`}</p>
${mailFolder !== null && html`<p class="notice">This service is set up for development and has no mail server. The message is the newest file in the folder <code>${mailFolder}</code> of its data directory, <code>.tripfold/${mailFolder}</code> unless <code>DATA_DIR</code> is set.</p>`}
`,
  )
}
