/**
 * The settings of a webhook: URL, events, order, limits, and its signing secret (webhooks.md 2). Another URL
 * receives what travellers do, so it is confirmed like a new webhook (oauth.md 5.9, 131).
 */
import { SEGMENT_TYPES } from '../../../../schemas/segment/fields/segment-types.js'
import type { CallbackRow } from '../../../../schemas/webhooks/callback.js'
import { EVENT_TYPES, MOVED } from '../../../../schemas/webhooks/event.js'
import { formatDateTime } from '../../lib/format-date.js'
import { noticeOf } from '../../lib/page.js'
import type { Posted } from '../../lib/page.js'
import { redirect } from '../../lib/page-result.js'
import type { PageResult, Refused } from '../../lib/page-result.js'
import { copyButton, fieldError, fieldOf, radios, tick } from '../../views/field.js'
import { html } from '../../views/html.js'
import type { Html } from '../../views/html.js'
import type { PageFrame } from '../../views/page-frame.js'
import { postForm } from '../../views/post-form.js'
import { appView } from '../app-view.js'
import type { AppsDeps } from '../apps-deps.js'
import { confirmOwner } from '../own-app.js'
import { webhookPage, webhookPath } from './own-webhook.js'
import type { WebhookPage, WebhookPagesDeps } from './own-webhook.js'
import { settingsChange, settingsErrors, storedSettings, WEBHOOK_SETTINGS } from './settings-form.js'
import type { WebhookSettings } from './settings-form.js'
import { changedSettings, webhookDetail } from './webhook-audit.js'
import { webhookHead } from './webhook-page.js'

export type WebhookSettingsDeps = AppsDeps & WebhookPagesDeps

const NOTICES: Readonly<Record<string, string>> = {
  saved: 'Saved. The settings apply from the next request on.',
}
const PATH = '/console/apps/:clientId/webhooks/:hookId/settings'

export const webhookSettingsPages = [
  webhookPage({ route: `GET ${PATH}`, role: 'developer' }, (page, deps: WebhookSettingsDeps) =>
    renderWebhookSettings(page, deps),
  ),
  webhookPage({ route: `POST ${PATH}`, form: WEBHOOK_SETTINGS }, save),
]

async function save(
  page: Posted<WebhookPage, typeof WEBHOOK_SETTINGS>,
  deps: WebhookSettingsDeps,
): Promise<PageResult> {
  const { app, hook, form } = page
  const errors = settingsErrors(form, page.errors)
  if (errors.length > 0) return renderWebhookSettings(page, deps, { errors }, form)
  if (form.url !== hook.url) {
    const stepUp = { what: 'change the URL of a webhook of', back: `webhooks/${hook.id}/settings` }
    const question = await confirmOwner(page, stepUp, deps)
    if (question !== null) return question
  }
  const change = settingsChange(form, hook)
  const refusal = await deps.webhooks.change(app.clientId, hook.id, change)
  if (refusal !== null)
    return renderWebhookSettings(page, deps, { errors: [{ field: 'url', text: refusal.refused }] }, form)
  const changed = changedSettings(change, hook)
  if (changed.length > 0)
    await page.audit('app_changed', {
      clientId: app.clientId,
      detail: webhookDetail(hook.url, 'changed', changed),
    })
  return redirect(webhookPath(page, '/settings?m=saved'))
}

/** Shows the stored settings, or `form` as it was typed. */
export function renderWebhookSettings(
  page: WebhookPage,
  { webhooks }: Pick<AppsDeps, 'webhooks'>,
  refused: Refused = {},
  form: WebhookSettings = storedSettings(page.hook),
): PageResult {
  const { app, hook } = page
  const urlHint = `${webhooks.urlHint} A user name and password in it are sent as HTTP Basic and are not shown again.`
  return appView(
    page,
    'webhooks',
    { title: `Webhook settings of ${app.name}`, notice: noticeOf(page, NOTICES), ...refused },
    (frame, at) => {
      const shown = (name: keyof WebhookSettings, hint?: string): Html =>
        fieldOf(frame, WEBHOOK_SETTINGS, name, { values: form, ...(hint === undefined ? {} : { hint }) })
      return html`
${webhookHead('Webhook settings', page, frame)}
${postForm(
  frame,
  { action: webhookPath(page, '/settings'), novalidate: true },
  html`${shown('url', urlHint)}
${shown('description')}
${eventFields(form, frame)}
${filterFields(shown)}
<fieldset>
<legend>Payload</legend>
${radios(
  'payload',
  form.payload,
  [
    ['full', 'Full: the resource and what has changed'],
    ['thin', 'Thin: ids only, and the address at which to read the resource'],
  ],
  'payload_',
)}</fieldset>
<fieldset>
<legend>Signature</legend>
${radios(
  'signature',
  form.signature,
  [
    ['v1', 'v1: HMAC with the signing secret below'],
    ['v1a', 'v1a as well: Ed25519 with a private key of the service, verified with a public key'],
  ],
  'signature_',
)}</fieldset>
${shown('headers', headersHint(hook.header_names))}
${hook.header_names.length > 0 && shown('remove_headers')}
<fieldset>
<legend>Order</legend>
${radios(
  'ordered',
  form.ordered,
  [
    ['none', html`As fast as possible: events may overtake each other. Compare <code>sequence</code>.`],
    [
      'member',
      'In sequence for each traveller: an event that fails holds up the later ones of that traveller.',
    ],
  ],
  'ordered_',
)}</fieldset>
${shown('rate_per_second')}
${shown('max_in_flight')}
${shown('timeout_ms')}
<p class="actions"><button class="primary">Save</button> <a href="${webhookPath(page)}">Back</a></p>
`,
)}
${secretSection(hook, frame, at)}
${hook.signature === 'v1a' && publicKeySection(webhooks.publicKeys())}
<section class="card danger" aria-labelledby="remove">
<h2 id="remove">Remove this webhook</h2>
<p>Waiting deliveries are dropped, and the delivery log with them. The event log keeps the events: another webhook can replay them.</p>
${postForm(frame, { action: `${at}/webhook/remove`, hidden: { webhook: hook.id } }, html`<p class="actions"><button class="danger">Remove</button></p>`)}
</section>
`
    },
  )
}

/** The event types by what they are about. */
function eventFields(form: WebhookSettings, frame: PageFrame): Html {
  const groups = [...new Set(EVENT_TYPES.map((type) => type.split('.', 1)[0] ?? ''))]
  const box = (type: (typeof EVENT_TYPES)[number]): Html =>
    html`${tick({ type: 'checkbox', id: `event_${type}`, checked: form[`event_${type}`] }, html`<code>${type}</code>`)}\n`
  return html`<fieldset class="events">
<legend>Events</legend>
${fieldError(frame.errors, 'events_chosen')}
${radios(
  'events',
  form.events,
  [
    ['all', 'All events, including types that are added later'],
    ['chosen', 'Only these:'],
  ],
  'events_',
)}<div class="chosen">
${groups.map(
  (group) => html`<fieldset><legend>${group}</legend>
${EVENT_TYPES.filter((type) => type.startsWith(`${group}.`)).map(box)}</fieldset>
`,
)}</div>
</fieldset>`
}

function filterFields(shown: (name: keyof WebhookSettings) => Html): Html {
  return html`<fieldset class="events">
<legend>Filter</legend>
<p class="hint">Leave everything empty to get all events of the types above. An event has to meet every condition.</p>
${shown('material')}
<fieldset><legend>Updates only if they move one of these</legend>
<p class="hint">Unlike <code>material</code>, which leaves out gates, terminals and seats.</p>
<div class="chosen short">
${MOVED.map((one) => html`${shown(`moved_${one}`)}\n`)}</div></fieldset>
${shown('changed_fields')}
<fieldset><legend>Segment events only of these types</legend>
<div class="chosen short">
${SEGMENT_TYPES.map((type) => html`${shown(`segment_${type}`)}\n`)}</div></fieldset>
</fieldset>`
}

function headersHint(names: readonly string[]): string {
  return names.length === 0
    ? 'One "Name: value" per line, at most 10, such as the key of a gateway. Values are stored encrypted and not shown again.'
    : `Now set: ${names.join(', ')}. Values are not shown. Leave empty to keep them; lines of "Name: value" replace all of them.`
}

function secretSection(hook: CallbackRow, frame: PageFrame, at: string): Html {
  const oldUntil = hook.previous_secret_expires
  return html`<section class="card" aria-labelledby="signing">
<h2 id="signing">Signing secret</h2>
<p>Each delivery is signed with it. A new one is shown once; the old one also signs for a day, so that no delivery fails meanwhile.</p>
${postForm(
  frame,
  { action: `${at}/webhook/rotate`, hidden: { webhook: hook.id } },
  html`${oldUntil !== null && html`${fieldError(frame.errors, 'end_old')}${tick({ type: 'checkbox', id: 'end_old', checked: false }, `End the previous one now; otherwise it is valid until ${formatDateTime(oldUntil)}`)}`}
<p class="actions"><button>New signing secret</button></p>`,
)}
</section>`
}

function publicKeySection(keys: readonly string[]): Html {
  const several =
    keys.length > 1 &&
    html`<p>The service is changing its key: accept a signature that either verifies, and keep the newest key, which is last.</p>`
  return html`<section class="card" aria-labelledby="public_keys">
<h2 id="public_keys">Public key of the service</h2>
<p>It verifies the <code>v1a</code> signatures, and is no secret. Programs should read it from <a href="/.well-known/webhook-keys"><code>/.well-known/webhook-keys</code></a>, so that they notice a new one.</p>
${several}
${keys.map(
  (
    key,
    at,
  ) => html`<p class="address"><code id="public_key_${at}">${key}</code> ${copyButton(`public_key_${at}`, 'the public key')}</p>
`,
)}</section>`
}
