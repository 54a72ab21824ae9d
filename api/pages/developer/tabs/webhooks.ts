/** The webhooks of an application (webhooks.md 2). */
import { formatDateTime } from '../../lib/format-date.js'
import type { AppWebhook } from '../../ports.js'
import type { AppsDeps } from '../apps-deps.js'
import { appFrame } from './app-frame.js'
import type { WebhookItem, WebhooksData } from './page-data.js'
import { html } from '../../views/html.js'
import type { Html } from '../../views/html.js'
import { postForm } from '../../views/post-form.js'
import { field } from '../../views/field.js'
import { appLayout } from './app-layout.js'
import type { PageFrame, FieldError } from '../../views/page-frame.js'
import type { AppPage } from '../own-app.js'
import type { PageResult } from '../../lib/page-result.js'
import { view } from '../../lib/page-result.js'
import { noticeOf } from '../../lib/page.js'

const NOTICES: Readonly<Record<string, string>> = { webhook_removed: 'The webhook URL is removed.' }

export async function renderWebhooks(
  page: AppPage,
  deps: AppsDeps,
  errors: FieldError[] = [],
): Promise<PageResult> {
  const { app } = page
  const webhooks = await deps.webhooks.list(app.clientId)
  const isRefused = errors.some(({ field }) => field === 'webhook_url')
  return view(
    webhooksView,
    { title: `Webhooks of ${app.name}`, errors, notice: noticeOf(page, NOTICES) },
    {
      appFrame: appFrame(app, 'webhooks'),
      urlHint: deps.webhooks.urlHint,
      webhooks: webhooks.map(webhookItem),
      webhookUrl: isRefused ? (page.form.get('webhook_url') ?? '') : '',
    },
  )
}

function webhookItem({ lastDelivery, ...webhook }: AppWebhook): WebhookItem {
  return { ...webhook, lastDelivery: lastDelivery === null ? null : formatDateTime(lastDelivery) }
}

function webhooksView(data: WebhooksData, frame: PageFrame): Html {
  const at = data.appFrame.path
  return appLayout(
    data.appFrame,
    frame,
    html`
<h1>Webhooks</h1>
<p>We post signed events there about travellers who connected your application.</p>
${data.webhooks.map(
  (hook) => html`<section class="card" aria-labelledby="hook_${hook.id}">
<h2 id="hook_${hook.id}" class="address"><a href="${at}/webhooks/${hook.id}"><code>${hook.url}</code></a></h2>
${hook.description !== null && html`<p>${hook.description}</p>`}
<p><span class="badge ${hook.status === 'Active' ? 'good' : 'bad'}">${hook.status}</span> ${hook.lastDelivery === null ? 'Nothing sent yet' : html`Last attempt on ${hook.lastDelivery}${hook.lastStatus !== null && html`, answered ${hook.lastStatus}`}`}${hook.failures > 0 && html`; <strong>${hook.failures} ${hook.failures === 1 ? 'failure' : 'failures in a row'}</strong>`}.</p>
<ul class="links plain"><li><a href="${at}/webhooks/${hook.id}">Activity and test events</a></li>${frame.role !== 'viewer' && html`<li><a href="${at}/webhooks/${hook.id}/settings">Settings and signing secret</a></li>`}</ul>
</section>
`,
)}
${data.webhooks.length === 0 && frame.role === 'viewer' && html`<p>It has no webhook yet.</p>`}
${
  frame.role !== 'viewer' &&
  html`<section class="card" aria-labelledby="add">
<h2 id="add">${data.webhooks.length === 0 ? 'Add your first webhook' : 'Add another webhook'}</h2>
${postForm(
  frame,
  { action: `${at}/webhook`, novalidate: true },
  html`${field(frame.errors, { id: 'webhook_url', label: 'Webhook URL', value: data.webhookUrl, plain: true, hint: `${data.urlHint} It receives all events; narrow that down in its settings.` })}
<p class="actions"><button class="primary">Add the webhook URL</button></p>
`,
)}
</section>
`
}
`,
  )
}
