/**
 * The settings of a webhook: URL, events, order, limits, and its signing secret (webhooks.md 2). Another URL
 * receives what travellers do, so it is confirmed like a new webhook (oauth.md 5.9, 131).
 */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { SEGMENT_TYPES } from '../../../../schemas/segment/fields/segment-types.js'
import { EVENT_TYPES } from '../../../../schemas/webhooks/event.js'
import { formatDateTime } from '../../lib/format-date.js'
import type { AppsDeps } from '../apps-deps.js'
import { confirmOwner } from '../own-app.js'
import type { DeveloperGuard, DeveloperPage } from '../own-app.js'
import { appFrame, tabPath } from '../tabs/app-frame.js'
import type { OwnWebhook } from './delivery-store.js'
import { findOwnWebhook } from './own-webhook.js'
import type { WebhookPagesDeps } from './own-webhook.js'
import type { WebhookSettings } from './page-data.js'
import { changedSettings, webhookDetail } from './webhook-audit.js'
import {
  SETTINGS_FIELDS,
  settingsChange,
  settingsErrors,
  storedSettings,
  typedSettings,
} from './settings-form.js'
import type { FieldError } from '../../views/page-frame.js'
import { webhookSettingsView } from './settings-view.js'

export type WebhookSettingsDeps = AppsDeps & WebhookPagesDeps

const NOTICES: Readonly<Record<string, string>> = {
  saved: 'Saved. Requests from now on follow the settings.',
}
const PATH = '/console/apps/:clientId/webhooks/:hookId/settings'

export function webhookSettingsRoutes(
  app: FastifyInstance,
  guard: DeveloperGuard,
  deps: WebhookSettingsDeps,
): void {
  app.get(
    PATH,
    guard(async (page) => {
      const own = await findOwnWebhook(page, deps, 'developer')
      return own === null ? await page.renderError('not_found') : await renderWebhookSettings(page, own, deps)
    }),
  )
  app.post(
    PATH,
    guard(async (page) => {
      const own = await findOwnWebhook(page, deps)
      return own === null ? await page.renderError('not_found') : await save(page, own, deps)
    }),
  )
}

async function save(page: DeveloperPage, own: OwnWebhook, deps: WebhookSettingsDeps): Promise<FastifyReply> {
  const { app, hook } = own
  const form = typedSettings(page.form)
  const errors = settingsErrors(form)
  if (errors.length > 0) return await renderWebhookSettings(page, own, deps, { form, errors })
  const path = settingsPath(own)
  if (form.url !== hook.url) {
    const question = { what: 'change a webhook URL of', fields: SETTINGS_FIELDS, tab: path }
    if (!(await confirmOwner(page, app, question, deps))) return page.reply
  }
  const change = settingsChange(form, hook)
  const refusal = await deps.webhooks.change(app.clientId, hook.id, change)
  if (refusal !== null)
    return await renderWebhookSettings(page, own, deps, {
      form,
      errors: [{ field: 'url', text: refusal.refused }],
    })
  const changed = changedSettings(change, hook)
  if (changed.length > 0)
    await page.audit('app_changed', {
      clientId: app.clientId,
      detail: webhookDetail(hook.url, 'changed', changed),
    })
  return await page.redirect(`${tabPath(app.clientId, 'overview')}/${path}?m=saved`)
}

/** Shows the stored settings, or `form` as it was typed. */
export async function renderWebhookSettings(
  page: DeveloperPage,
  own: OwnWebhook,
  { webhooks }: Pick<AppsDeps, 'webhooks'>,
  { form = storedSettings(own.hook), errors = [] }: { form?: WebhookSettings; errors?: FieldError[] } = {},
): Promise<FastifyReply> {
  const { app, hook } = own
  return await page.render(
    webhookSettingsView,
    { title: `Webhook settings of ${app.name}`, errors, notice: NOTICES[page.query.get('m') ?? ''] ?? null },
    {
      appFrame: appFrame(app, 'webhooks'),
      hook: { id: hook.id, url: hook.url, status: hook.status },
      urlHint: webhooks.urlHint,
      form,
      eventGroups: eventGroups(),
      segmentTypes: SEGMENT_TYPES,
      headerNames: hook.header_names,
      oldUntil: hook.previous_secret_expires === null ? null : formatDateTime(hook.previous_secret_expires),
    },
  )
}

/** The path of the page, below that of the application. */
function settingsPath({ hook }: OwnWebhook): string {
  return `webhooks/${hook.id}/settings`
}

/** The event types by what they are about. */
function eventGroups(): Array<{ name: string; types: string[] }> {
  const groups = new Map<string, string[]>()
  for (const type of EVENT_TYPES) {
    const [name = ''] = type.split('.', 1)
    groups.set(name, [...(groups.get(name) ?? []), type])
  }
  return [...groups].map(([name, types]) => ({ name, types }))
}
