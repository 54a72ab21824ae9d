/** The webhooks of an application as its page manages them: adding, removing, rotating the signing secret. */
import type { FastifyInstance } from 'fastify'
import { isId } from '../../../schemas/base/ids.js'
import { formatDateTime } from '../lib/format-date.js'
import type { AppsDeps } from './apps-deps.js'
import { postAppActions, requireStepUp } from './own-app.js'
import type { AppAction, DeveloperGuard } from './own-app.js'
import { renderSecret } from './secret-page.js'
import { tabPath } from './tabs/app-frame.js'
import { renderWebhooks } from './tabs/webhooks.js'
import { webhookDetail } from './webhooks/webhook-audit.js'
import { renderWebhookSettings } from './webhooks/webhook-settings.js'
import type { WebhookSettingsDeps } from './webhooks/webhook-settings.js'

export function appWebhookRoutes(
  app: FastifyInstance,
  guard: DeveloperGuard,
  deps: WebhookSettingsDeps,
): void {
  postAppActions(app, guard, deps, {
    webhook: requireStepUp(
      { what: 'add a webhook to', fields: ['webhook_url'], tab: 'webhooks' },
      deps,
      register(deps),
    ),
    'webhook/rotate': requireStepUp(
      { what: 'change a signing secret of', fields: ['webhook', 'end_old'], tab: 'webhooks' },
      deps,
      rotate(deps),
    ),
    'webhook/remove': requireStepUp(
      { what: 'remove a webhook of', fields: ['webhook'], tab: 'webhooks' },
      deps,
      remove(deps),
    ),
  })
}

function register(deps: AppsDeps): AppAction {
  return async (page, app) => {
    const url = (page.form.get('webhook_url') ?? '').trim()
    const result = await deps.webhooks.register(app.clientId, url)
    if ('refused' in result)
      return await renderWebhooks(page, app, [{ field: 'webhook_url', text: result.refused }], deps)
    await page.audit('app_changed', { clientId: app.clientId, detail: webhookDetail(url, 'registered') })
    return await renderSecret(page, app, { kind: 'signing_secret', value: result.secret }, deps.settings)
  }
}

function rotate(deps: WebhookSettingsDeps): AppAction {
  return async (page, app) => {
    const id = page.form.get('webhook') ?? ''
    const result = await deps.webhooks.rotate(app.clientId, id, page.form.get('end_old') !== null)
    if (result === null) return await page.renderError('not_found')
    if ('oldUntil' in result) {
      const until = formatDateTime(result.oldUntil)
      const text =
        `The previous signing secret is valid until ${until}. ` +
        'A new one ends it at once: tick the box to confirm.'
      const errors = [{ field: 'end_old', text }]
      const hook = await deps.deliveries.find(app.clientId, id)
      return hook === null
        ? await page.renderError('not_found')
        : await renderWebhookSettings(page, { app, hook }, deps, { errors })
    }
    const hook = await deps.deliveries.find(app.clientId, id)
    const detail = hook === null ? { webhook: true } : webhookDetail(hook.url, 'rotated')
    await page.audit('secret_rotated', { clientId: app.clientId, detail })
    return await renderSecret(page, app, { kind: 'signing_secret', value: result.secret }, deps.settings)
  }
}

function remove({ webhooks, deliveries }: WebhookSettingsDeps): AppAction {
  return async (page, { clientId }) => {
    const id = page.form.get('webhook') ?? ''
    const hook = isId(id) ? await deliveries.find(clientId, id) : null
    if (hook === null || !(await webhooks.remove(clientId, id))) return await page.renderError('not_found')
    await page.audit('app_changed', { clientId, detail: webhookDetail(hook.url, 'removed') })
    return await page.redirect(tabPath(clientId, 'webhooks', 'webhook_removed'))
  }
}
