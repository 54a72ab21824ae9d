/**
 * The settings of a webhook: URL, events, order, limits, and its signing secret (webhooks.md 2). Another URL
 * receives what travellers do, so it is confirmed like a new webhook (oauth.md 5.9, 131).
 */
import { SEGMENT_TYPES } from '../../../../schemas/segment/fields/segment-types.js'
import { EVENT_TYPES } from '../../../../schemas/webhooks/event.js'
import { formatDateTime } from '../../lib/format-date.js'
import type { AppsDeps } from '../apps-deps.js'
import { confirmOwner } from '../own-app.js'
import { appFrame, tabPath } from '../tabs/app-frame.js'
import type { WebhookPage, WebhookPagesDeps } from './own-webhook.js'
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
import { webhookPage } from './own-webhook.js'
import type { PageResult } from '../../lib/page-result.js'
import { redirect, view } from '../../lib/page-result.js'
import { noticeOf } from '../../lib/page.js'

export type WebhookSettingsDeps = AppsDeps & WebhookPagesDeps

const NOTICES: Readonly<Record<string, string>> = {
  saved: 'Saved. Requests from now on follow the settings.',
}
const PATH = '/console/apps/:clientId/webhooks/:hookId/settings'

export const webhookSettingsPages = [
  webhookPage({ route: `GET ${PATH}`, role: 'developer' }, (page, deps: WebhookSettingsDeps) =>
    renderWebhookSettings(page, deps),
  ),
  webhookPage({ route: `POST ${PATH}` }, save),
]

async function save(page: WebhookPage, deps: WebhookSettingsDeps): Promise<PageResult> {
  const { app, hook } = page
  const form = typedSettings(page.form)
  const errors = settingsErrors(form)
  if (errors.length > 0) return renderWebhookSettings(page, deps, { form, errors })
  const path = settingsPath(page)
  if (form.url !== hook.url) {
    const stepUp = { what: 'change a webhook URL of', fields: SETTINGS_FIELDS, back: path }
    const question = await confirmOwner(page, stepUp, deps)
    if (question !== null) return question
  }
  const change = settingsChange(form, hook)
  const refusal = await deps.webhooks.change(app.clientId, hook.id, change)
  if (refusal !== null)
    return renderWebhookSettings(page, deps, {
      form,
      errors: [{ field: 'url', text: refusal.refused }],
    })
  const changed = changedSettings(change, hook)
  if (changed.length > 0)
    await page.audit('app_changed', {
      clientId: app.clientId,
      detail: webhookDetail(hook.url, 'changed', changed),
    })
  return redirect(`${tabPath(app.clientId, 'overview')}/${path}?m=saved`)
}

/** Shows the stored settings, or `form` as it was typed. */
export function renderWebhookSettings(
  page: WebhookPage,
  { webhooks }: Pick<AppsDeps, 'webhooks'>,
  { form = storedSettings(page.hook), errors = [] }: { form?: WebhookSettings; errors?: FieldError[] } = {},
): PageResult {
  const { app, hook } = page
  return view(
    webhookSettingsView,
    { title: `Webhook settings of ${app.name}`, errors, notice: noticeOf(page, NOTICES) },
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
function settingsPath({ hook }: WebhookPage): string {
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
