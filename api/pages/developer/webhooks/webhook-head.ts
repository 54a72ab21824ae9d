import { copyButton } from '../../views/field.js'
import { html } from '../../views/html.js'
import type { Html } from '../../views/html.js'
import type { PageFrame } from '../../views/page-frame.js'
import type { AppFrame } from '../tabs/page-data.js'

interface HeadData {
  appFrame: AppFrame
  hook: { id: string; url: string; status: string; reason?: string | null }
}

/** The head of the pages of a webhook. */
export function webhookHead(title: string, data: HeadData, frame: PageFrame): Html {
  const at = `${data.appFrame.path}/webhooks/${data.hook.id}`
  return html`
<p class="crumbs"><a href="${data.appFrame.path}/webhooks">Webhooks</a></p>
<h1>${title}</h1>
<p class="address"><code id="webhook_address">${data.hook.url}</code> ${copyButton('webhook_address', 'the URL')} <span class="badge ${data.hook.status === 'Active' ? 'good' : 'bad'}">${data.hook.status}</span>${data.hook.reason != null && ` (${data.hook.reason})`}</p>
<ul class="links plain"><li><a href="${at}"${frame.path === at && html` aria-current="page"`}>Activity</a></li>${frame.role !== 'viewer' && html`<li><a href="${at}/settings"${frame.path === `${at}/settings` && html` aria-current="page"`}>Settings</a></li>`}</ul>
`
}
