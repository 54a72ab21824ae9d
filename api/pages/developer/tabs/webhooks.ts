/** The webhooks of an application (webhooks.md 2): adding and removing them, rotating their signing secrets. */
import { isId } from '../../../../schemas/base/ids.js'
import { asSent, flag, text } from '../../lib/form.js'
import { formatDateTime } from '../../lib/format-date.js'
import { noticeOf } from '../../lib/page.js'
import { problem, redirect } from '../../lib/page-result.js'
import type { PageResult, Refused } from '../../lib/page-result.js'
import { activeBadge } from '../../views/badges.js'
import { fieldOf } from '../../views/field.js'
import { html } from '../../views/html.js'
import { postForm } from '../../views/post-form.js'
import { appView, tabPath } from '../app-view.js'
import type { AppsDeps } from '../apps-deps.js'
import { appPage } from '../own-app.js'
import type { AppPage } from '../own-app.js'
import { secretPage } from '../secret-page.js'
import { webhookDetail } from '../webhooks/webhook-audit.js'
import { healthBadge } from '../webhooks/health-section.js'
import { renderWebhookSettings } from '../webhooks/webhook-settings.js'
import type { WebhookSettingsDeps } from '../webhooks/webhook-settings.js'

const NOTICES: Readonly<Record<string, string>> = { webhook_removed: 'The webhook has been removed.' }
const NEW = {
  webhook_url: text({ label: 'Webhook URL', plain: true }),
  webhook_test: flag('For test members: it gets their events, and no others'),
}

export const webhookListPages = [
  appPage(
    { route: 'GET /console/apps/:clientId/webhooks' },
    async (page, deps: AppsDeps) => await renderWebhooks(page, deps),
  ),
  appPage(
    {
      route: 'POST /console/apps/:clientId/webhook',
      form: NEW,
      stepUp: { what: 'add a webhook to', back: 'webhooks' },
    },
    async (page, deps: AppsDeps) => {
      const { app, form } = page
      const { clientId } = app
      const result = await deps.webhooks.register(clientId, form.webhook_url, form.webhook_test)
      if ('refused' in result)
        return await renderWebhooks(page, deps, { errors: [{ field: 'webhook_url', text: result.refused }] })
      await page.audit('app_changed', { clientId, detail: webhookDetail(form.webhook_url, 'registered') })
      return secretPage(app, { kind: 'signing_secret', value: result.secret }, deps.settings)
    },
  ),
  appPage(
    {
      route: 'POST /console/apps/:clientId/webhook/rotate',
      form: { webhook: asSent(), end_old: flag() },
      stepUp: { what: 'change a signing secret of', back: 'webhooks' },
    },
    async (page, deps: WebhookSettingsDeps) => {
      const { app, form } = page
      const { clientId } = app
      const result = await deps.webhooks.rotate(clientId, form.webhook, form.end_old)
      if (result === null) return problem('not_found')
      const hook = await deps.deliveries.find(clientId, form.webhook)
      if ('oldUntil' in result) {
        const text =
          `The previous signing secret is valid until ${formatDateTime(result.oldUntil)}. ` +
          'A new one ends it at once: tick the box to confirm.'
        return hook === null
          ? problem('not_found')
          : renderWebhookSettings({ ...page, hook }, deps, { errors: [{ field: 'end_old', text }] })
      }
      const detail = hook === null ? { webhook: true } : webhookDetail(hook.url, 'rotated')
      await page.audit('secret_rotated', { clientId, detail })
      return secretPage(app, { kind: 'signing_secret', value: result.secret }, deps.settings)
    },
  ),
  appPage(
    {
      route: 'POST /console/apps/:clientId/webhook/remove',
      form: { webhook: asSent() },
      stepUp: { what: 'remove a webhook of', back: 'webhooks' },
    },
    async ({ app: { clientId }, form, audit }, { webhooks, deliveries }: WebhookSettingsDeps) => {
      const id = form.webhook
      const hook = isId(id) ? await deliveries.find(clientId, id) : null
      if (hook === null || !(await webhooks.remove(clientId, id))) return problem('not_found')
      await audit('app_changed', { clientId, detail: webhookDetail(hook.url, 'removed') })
      return redirect(tabPath(clientId, 'webhooks', 'webhook_removed'))
    },
  ),
]

async function renderWebhooks(page: AppPage, deps: AppsDeps, refused: Refused = {}): Promise<PageResult> {
  const { app } = page
  const hooks = await deps.webhooks.list(app.clientId)
  const hint = `${deps.webhooks.urlHint} It receives all events; narrow that down in its settings.`
  return appView(
    page,
    'webhooks',
    { title: `Webhooks of ${app.name}`, notice: noticeOf(page, NOTICES), ...refused },
    (frame, at) => html`
<h1>Webhooks</h1>
<p>We post signed events to your webhooks about travellers who connected your application.</p>
${hooks.map(
  (hook) => html`<section class="card" aria-labelledby="hook_${hook.id}">
<h2 id="hook_${hook.id}" class="address"><a href="${at}/webhooks/${hook.id}"><code>${hook.url}</code></a></h2>
${hook.description !== null && html`<p>${hook.description}</p>`}
<p>${activeBadge(hook.status)}${hook.test && html` <span class="badge plain">Test</span>`}${hook.status === 'Active' && html` ${healthBadge(hook.health)}`} ${hook.lastDelivery === null ? 'Nothing sent yet' : html`Last attempt on ${formatDateTime(hook.lastDelivery)}${hook.lastStatus !== null && html`, answered ${hook.lastStatus}`}`}${hook.failures > 0 && html`; <strong>${hook.failures} ${hook.failures === 1 ? 'failure' : 'failures in a row'}</strong>`}.</p>
<ul class="links plain"><li><a href="${at}/webhooks/${hook.id}">Activity and test events</a></li>${frame.role !== 'viewer' && html`<li><a href="${at}/webhooks/${hook.id}/settings">Settings and signing secret</a></li>`}</ul>
</section>
`,
)}
${hooks.length === 0 && frame.role === 'viewer' && html`<p>This application has no webhook yet.</p>`}
${
  frame.role !== 'viewer' &&
  html`<section class="card" aria-labelledby="add">
<h2 id="add">${hooks.length === 0 ? 'Add your first webhook' : 'Add another webhook'}</h2>
${postForm(
  frame,
  { action: `${at}/webhook`, novalidate: true },
  html`${fieldOf(frame, NEW, 'webhook_url', { hint })}
${fieldOf(frame, NEW, 'webhook_test')}
<p class="actions"><button class="primary">Add the webhook</button></p>
`,
)}
</section>
`
}
`,
  )
}
