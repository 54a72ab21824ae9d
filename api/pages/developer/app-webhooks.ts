/** The webhooks of an application as its page manages them: adding, removing, rotating the signing secret. */
import { isId } from '../../../schemas/base/ids.js'
import { formatDateTime } from '../lib/format-date.js'
import type { AppsDeps } from './apps-deps.js'
import { tabPath } from './tabs/app-frame.js'
import { renderWebhooks } from './tabs/webhooks.js'
import { webhookDetail } from './webhooks/webhook-audit.js'
import { renderWebhookSettings } from './webhooks/webhook-settings.js'
import type { WebhookSettingsDeps } from './webhooks/webhook-settings.js'
import { appPage } from './own-app.js'
import type { AppPage } from './own-app.js'
import type { PageResult } from '../lib/page-result.js'
import { secretPage } from './secret-page.js'
import { problem, redirect } from '../lib/page-result.js'

export const appWebhookPages = [
  appPage(
    {
      route: 'POST /console/apps/:clientId/webhook',
      stepUp: { what: 'add a webhook to', fields: ['webhook_url'], back: 'webhooks' },
    },
    register,
  ),
  appPage(
    {
      route: 'POST /console/apps/:clientId/webhook/rotate',
      stepUp: { what: 'change a signing secret of', fields: ['webhook', 'end_old'], back: 'webhooks' },
    },
    rotate,
  ),
  appPage(
    {
      route: 'POST /console/apps/:clientId/webhook/remove',
      stepUp: { what: 'remove a webhook of', fields: ['webhook'], back: 'webhooks' },
    },
    remove,
  ),
]

async function register(page: AppPage, deps: AppsDeps): Promise<PageResult> {
  const { app } = page
  const { clientId } = app
  const url = (page.form.get('webhook_url') ?? '').trim()
  const result = await deps.webhooks.register(clientId, url)
  if ('refused' in result)
    return await renderWebhooks(page, deps, [{ field: 'webhook_url', text: result.refused }])
  await page.audit('app_changed', { clientId, detail: webhookDetail(url, 'registered') })
  return secretPage(app, { kind: 'signing_secret', value: result.secret }, deps.settings)
}

async function rotate(page: AppPage, deps: WebhookSettingsDeps): Promise<PageResult> {
  const { app } = page
  const { clientId } = app
  const id = page.form.get('webhook') ?? ''
  const result = await deps.webhooks.rotate(clientId, id, page.form.get('end_old') !== null)
  if (result === null) return problem('not_found')
  const hook = await deps.deliveries.find(clientId, id)
  if ('oldUntil' in result) {
    const until = formatDateTime(result.oldUntil)
    const text =
      `The previous signing secret is valid until ${until}. ` +
      'A new one ends it at once: tick the box to confirm.'
    return hook === null
      ? problem('not_found')
      : renderWebhookSettings({ ...page, hook }, deps, { errors: [{ field: 'end_old', text }] })
  }
  const detail = hook === null ? { webhook: true } : webhookDetail(hook.url, 'rotated')
  await page.audit('secret_rotated', { clientId, detail })
  return secretPage(app, { kind: 'signing_secret', value: result.secret }, deps.settings)
}

async function remove(page: AppPage, { webhooks, deliveries }: WebhookSettingsDeps): Promise<PageResult> {
  const { clientId } = page.app
  const id = page.form.get('webhook') ?? ''
  const hook = isId(id) ? await deliveries.find(clientId, id) : null
  if (hook === null || !(await webhooks.remove(clientId, id))) return problem('not_found')
  await page.audit('app_changed', { clientId, detail: webhookDetail(hook.url, 'removed') })
  return redirect(tabPath(clientId, 'webhooks', 'webhook_removed'))
}
