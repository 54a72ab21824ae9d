/** The webhooks of an application (webhooks.md 2). */
import type { FastifyReply } from 'fastify'
import type { OauthApp } from '../../../../schemas/oauth/oauth-app.js'
import { formatDateTime } from '../../lib/format-date.js'
import type { FieldError } from '../../lib/render-page.js'
import type { AppWebhook } from '../../ports.js'
import type { AppsDeps } from '../apps-deps.js'
import type { DeveloperPage } from '../own-app.js'
import { appFrame } from './app-frame.js'
import type { WebhookItem } from './page-data.js'

const NOTICES: Readonly<Record<string, string>> = { webhook_removed: 'The webhook URL is removed.' }

export async function renderWebhooks(
  page: DeveloperPage,
  app: OauthApp,
  errors: FieldError[],
  deps: AppsDeps,
): Promise<FastifyReply> {
  const webhooks = await deps.webhooks.list(app.clientId)
  const isRefused = errors.some(({ field }) => field === 'webhook_url')
  return await page.render(
    'app/webhooks',
    { title: `Webhooks of ${app.name}`, errors, notice: NOTICES[page.query.get('m') ?? ''] ?? null },
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
