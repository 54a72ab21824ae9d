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
import type { WebhookSettings, WebhookSettingsData } from './page-data.js'
import { changedSettings, webhookDetail } from './webhook-audit.js'
import {
  SETTINGS_FIELDS,
  settingsChange,
  settingsErrors,
  storedSettings,
  typedSettings,
} from './settings-form.js'
import type { FieldError, PageFrame } from '../../views/page-frame.js'
import { webhookPage } from './own-webhook.js'
import type { PageResult } from '../../lib/page-result.js'
import { redirect, view } from '../../lib/page-result.js'
import { noticeOf } from '../../lib/page.js'
import { html } from '../../views/html.js'
import type { Html } from '../../views/html.js'
import { postForm } from '../../views/post-form.js'
import { field, fieldError, tick } from '../../views/field.js'
import { appLayout } from '../tabs/app-layout.js'
import { webhookHead } from './webhook-view.js'

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

export function webhookSettingsView(data: WebhookSettingsData, frame: PageFrame): Html {
  const app = data.appFrame.path
  const at = `${app}/webhooks/${data.hook.id}`
  const form = data.form
  return appLayout(
    data.appFrame,
    frame,
    html`
${webhookHead('Webhook settings', data, frame)}
${postForm(
  frame,
  { action: `${at}/settings`, novalidate: true },
  html`${field(frame.errors, { id: 'url', label: 'Webhook URL', value: form.url, plain: true, hint: `${data.urlHint} A user name and password in it are sent as HTTP Basic and are not shown again.` })}
${field(frame.errors, { id: 'description', label: 'Description', value: form.description, required: false, hint: 'For your own use, up to 500 characters.' })}
<fieldset class="events">
<legend>Events</legend>
${fieldError(frame.errors, 'events_chosen')}
${tick({ type: 'radio', id: 'events_all', name: 'events', value: 'all', checked: form.allEvents }, 'All events, also types that are added later')}
${tick({ type: 'radio', id: 'events_chosen', name: 'events', value: 'chosen', checked: !form.allEvents }, 'Only these:')}
<div class="chosen">
${data.eventGroups.map(
  (group) => html`<fieldset><legend>${group.name}</legend>
${group.types.map(
  (
    type,
  ) => html`${tick({ type: 'checkbox', id: `event_${type}`, checked: form.events.includes(type) }, html`<code>${type}</code>`)}
`,
)}</fieldset>
`,
)}</div>
</fieldset>
${deliveryFields(data, frame)}
<fieldset>
<legend>Order</legend>
${tick({ type: 'radio', id: 'ordered_none', name: 'ordered', value: 'none', checked: form.ordered === 'none' }, html`As fast as possible: events may overtake each other. Compare <code>sequence</code>.`)}
${tick({ type: 'radio', id: 'ordered_member', name: 'ordered', value: 'member', checked: form.ordered === 'member' }, 'In sequence for each traveller: one that fails holds up the later ones of that traveller.')}
</fieldset>
${field(frame.errors, { id: 'rate_per_second', label: 'Requests per second at most', value: form.rate, inputmode: 'decimal', required: false, hint: 'Leave empty for no limit. What is over the limit waits.' })}
${field(frame.errors, { id: 'max_in_flight', label: 'Requests at once at most', value: form.maxInFlight, inputmode: 'numeric', hint: '1 to 100.' })}
${field(frame.errors, { id: 'timeout_ms', label: 'Time to answer, in milliseconds', value: form.timeout, inputmode: 'numeric', hint: '100 to 30,000. An answer that takes longer counts as a failure and is retried.' })}
<p class="actions"><button class="primary">Save</button> <a href="${at}">Back</a></p>
`,
)}
<section class="card" aria-labelledby="signing">
<h2 id="signing">Signing secret</h2>
<p>Each delivery is signed with it. A new one is shown once; the old one signs as well for a day, so that no delivery fails meanwhile.</p>
${postForm(
  frame,
  { action: `${app}/webhook/rotate`, hidden: { webhook: data.hook.id } },
  html`${data.oldUntil !== null && html`${fieldError(frame.errors, 'end_old')}${tick({ type: 'checkbox', id: 'end_old', checked: false }, html`End the previous one now; otherwise it is valid until ${data.oldUntil}`)}`}
<p class="actions"><button>New signing secret</button></p>`,
)}
</section>
<section class="card danger" aria-labelledby="remove">
<h2 id="remove">Remove this webhook</h2>
<p>Deliveries that wait are dropped, and their log with them. The event log still has the events: another webhook can replay them.</p>
${postForm(frame, { action: `${app}/webhook/remove`, hidden: { webhook: data.hook.id } }, html`<p class="actions"><button class="danger">Remove</button></p>`)}
</section>
`,
  )
}

/** What else decides about a delivery. */
function deliveryFields(data: WebhookSettingsData, frame: PageFrame): Html {
  const more = data.form.delivery
  return html`
<fieldset class="events">
<legend>Filter</legend>
<p class="hint">Leave everything empty to get all events of the types above. An event has to pass each condition.</p>
${tick({ type: 'checkbox', id: 'material', checked: more.material }, 'Updates only if they are material: a time by 15 minutes or more, a place, number, status, traveller or locator')}
${field(frame.errors, { id: 'changed_fields', label: 'Updates only if one of these fields changes', value: more.changedFields, plain: true, required: false, hint: 'Names as in changed_fields, separated by commas: departure_datetime, departure_gate.' })}
<fieldset><legend>Segment events only of these types</legend>
<div class="chosen short">
${data.segmentTypes.map(
  (
    type,
  ) => html`${tick({ type: 'checkbox', id: `segment_${type}`, checked: more.segmentTypes.includes(type) }, type)}
`,
)}</div></fieldset>
</fieldset>
<fieldset>
<legend>Payload</legend>
${tick({ type: 'radio', id: 'payload_full', name: 'payload', value: 'full', checked: more.payload === 'full' }, 'Full: the resource and what has changed')}
${tick({ type: 'radio', id: 'payload_thin', name: 'payload', value: 'thin', checked: more.payload === 'thin' }, 'Thin: ids only, and the address at which to read the resource')}
</fieldset>
${field(frame.errors, { id: 'headers', label: 'Custom headers', value: more.headers, rows: 3, plain: true, required: false, hint: data.headerNames.length === 0 ? 'One "Name: value" a line, at most 10, such as the key of a gateway. Values are stored encrypted and not shown again.' : `There are ${data.headerNames.join(', ')}; values are not shown. Leave empty to keep them; lines of "Name: value" replace all of them.` })}
${data.headerNames.length > 0 && html`${tick({ type: 'checkbox', id: 'remove_headers', checked: more.removeHeaders }, 'Remove all custom headers')}`}
`
}
