/** The settings form of a webhook (webhooks.md 2): its fields, what is wrong with them, and the change they ask for. */
import { SEGMENT_TYPES } from '../../../../schemas/segment/fields/segment-types.js'
import { CALLBACK_BOUNDS, MAX_CALLBACK_DESCRIPTION } from '../../../../schemas/webhooks/callback.js'
import type { CallbackRow } from '../../../../schemas/webhooks/callback.js'
import { unknownChangedFields } from '../../../../schemas/webhooks/changed-field-names.js'
import { customHeadersError } from '../../../../schemas/webhooks/custom-headers.js'
import { EVENT_TYPES, MOVED } from '../../../../schemas/webhooks/event.js'
import { normaliseFilter } from '../../../../schemas/webhooks/event-filter.js'
import { choice, flag, text } from '../../lib/form.js'
import type { FormOf, Shown } from '../../lib/form.js'
import type { FieldError } from '../../views/page-frame.js'
import type { WebhookChange } from './webhook-stores.js'

type Flag = ReturnType<typeof flag>

/** A box for each of the types, named after it. */
const boxes = <P extends string, T extends string>(prefix: P, types: readonly T[]) =>
  Object.fromEntries(types.map((type) => [`${prefix}${type}`, flag(type)])) as Record<`${P}${T}`, Flag>

const number = (name: keyof typeof CALLBACK_BOUNDS, unit: string, shown: Shown) => {
  const { minimum, maximum } = CALLBACK_BOUNDS[name]
  const pattern = shown.inputmode === 'decimal' ? /^\d{1,6}(\.\d{1,6})?$/ : /^\d{1,6}$/
  const isRight = (value: string): boolean =>
    pattern.test(value) && Number(value) >= minimum && Number(value) <= maximum
  return text(shown, (value) =>
    isRight(value) || (value === '' && shown.required === false)
      ? null
      : `Enter ${minimum} to ${maximum.toLocaleString('en')} ${unit}.`,
  )
}

export const WEBHOOK_SETTINGS = {
  url: text({ label: 'Webhook URL', plain: true }, (value) =>
    value === '' ? 'Enter the webhook URL.' : null,
  ),
  description: text(
    { label: 'Description', required: false, hint: 'For your own use, up to 500 characters.' },
    (value) =>
      [...value].length > MAX_CALLBACK_DESCRIPTION
        ? `Use at most ${MAX_CALLBACK_DESCRIPTION} characters for the description.`
        : null,
  ),
  events: choice(['all', 'chosen'], 'all'),
  ...boxes('event_', EVENT_TYPES),
  ordered: choice(['none', 'member'], 'none'),
  max_in_flight: number('max_in_flight', 'requests at once', {
    label: 'Maximum requests at once',
    inputmode: 'numeric',
    hint: '1 to 100.',
  }),
  rate_per_second: number('rate_per_second', 'requests per second, or nothing for no limit', {
    label: 'Maximum requests per second',
    inputmode: 'decimal',
    required: false,
    hint: 'Leave empty for no limit. Requests over the limit wait.',
  }),
  timeout_ms: number('timeout_ms', 'milliseconds', {
    label: 'Time to answer, in milliseconds',
    inputmode: 'numeric',
    hint: '100 to 30,000. An answer that takes longer counts as a failure and is retried.',
  }),
  material: flag(
    'Updates only if they are material: a time moves by 15 minutes or more, or a place, number, status, traveller or locator changes',
  ),
  ...boxes('moved_', MOVED),
  changed_fields: text({
    label: 'Updates only if one of these fields changes',
    plain: true,
    required: false,
    hint: 'Names as in changed_fields, separated by commas: departure_datetime, departure_gate.',
  }),
  ...boxes('segment_', SEGMENT_TYPES),
  payload: choice(['full', 'thin'], 'full'),
  signature: choice(['v1', 'v1a'], 'v1'),
  /** Lines of `Name: value`; empty: the stored ones, whose values are never shown, stay. */
  headers: text({ label: 'Custom headers', rows: 3, plain: true, required: false }),
  remove_headers: flag('Remove all custom headers'),
}
export type WebhookSettings = FormOf<typeof WEBHOOK_SETTINGS>

/** The stored settings, as the form shows them. */
export function storedSettings(hook: CallbackRow): WebhookSettings {
  const { filter } = hook
  const ticked = <P extends string, T extends string>(
    prefix: P,
    types: readonly T[],
    those: readonly string[] = [],
  ) =>
    Object.fromEntries(types.map((type) => [`${prefix}${type}`, those.includes(type)])) as Record<
      `${P}${T}`,
      boolean
    >
  return {
    url: hook.url,
    description: hook.description ?? '',
    events: hook.events.includes('*') ? 'all' : 'chosen',
    ...ticked('event_', EVENT_TYPES, hook.events),
    ordered: hook.ordered,
    max_in_flight: String(hook.max_in_flight),
    rate_per_second: String(hook.rate_per_second ?? ''),
    timeout_ms: String(hook.timeout_ms),
    material: filter?.material === true,
    ...ticked('moved_', MOVED, filter?.moved),
    changed_fields: filter?.changed_fields?.join(', ') ?? '',
    ...ticked('segment_', SEGMENT_TYPES, filter?.segment_types),
    payload: hook.payload,
    signature: hook.signature,
    headers: '',
    remove_headers: false,
  }
}

/** The change that the form asks for; the URL only if it is another one, because its password is not shown. */
export function settingsChange(form: WebhookSettings, hook: CallbackRow): WebhookChange {
  const names = fieldNames(form)
  const types = SEGMENT_TYPES.filter((type) => form[`segment_${type}`])
  const moved = MOVED.filter((one) => form[`moved_${one}`])
  const headers = form.remove_headers ? {} : parseHeaders(form.headers)
  return {
    ...(form.url === hook.url ? {} : { url: form.url }),
    description: form.description || null,
    events: chosenEvents(form),
    ordered: form.ordered,
    max_in_flight: Number(form.max_in_flight),
    rate_per_second: form.rate_per_second === '' ? null : Number(form.rate_per_second),
    timeout_ms: Number(form.timeout_ms),
    payload: form.payload,
    signature: form.signature,
    filter: normaliseFilter({
      material: form.material,
      ...(moved.length === 0 ? {} : { moved }),
      ...(names.length === 0 ? {} : { changed_fields: names }),
      ...(types.length === 0 ? {} : { segment_types: types }),
    }),
    ...(form.remove_headers || form.headers !== '' ? { headers: headers ?? {} } : {}),
  }
}

function chosenEvents(form: WebhookSettings): NonNullable<WebhookChange['events']> {
  return form.events === 'all' ? ['*'] : EVENT_TYPES.filter((type) => form[`event_${type}`])
}

const ERROR_ORDER = ['changed_fields', 'headers', 'url', 'description', 'events_chosen']

/** What is wrong with the form: with its fields, and with several of them together. */
export function settingsErrors(form: WebhookSettings, errors: readonly FieldError[]): FieldError[] {
  const events = chosenEvents(form)
  const all = [...namesErrors(fieldNames(form), events), ...headersErrors(form), ...errors]
  if (events.length === 0)
    all.push({ field: 'events_chosen', text: 'Choose at least one event, or all events.' })
  const place = ({ field }: FieldError): number =>
    (ERROR_ORDER.indexOf(field) + 1 || ERROR_ORDER.length + 1) - 1
  return all.toSorted((one, other) => place(one) - place(other))
}

function namesErrors(names: readonly string[], events: readonly string[]): FieldError[] {
  const field = 'changed_fields'
  if (names.length > 50 || names.some((name) => !/^[a-z][a-z0-9_]{0,59}$/.test(name)))
    return [
      {
        field,
        text: 'Enter at most 50 field names, separated by commas, such as departure_datetime.',
      },
    ]
  return unknownChangedFields(names, events).map(({ name, resources, likely }) => ({
    field,
    text: `No ${resources} has a field "${name}".${likely === null ? '' : ` Did you mean "${likely}"?`}`,
  }))
}

function headersErrors(form: WebhookSettings): FieldError[] {
  if (form.remove_headers || form.headers === '') return []
  const headers = parseHeaders(form.headers)
  const error = headers === null ? 'has a line without a colon, or a name twice' : customHeadersError(headers)
  return error === null ? [] : [{ field: 'headers', text: `The list ${error}.` }]
}

function fieldNames({ changed_fields: names }: WebhookSettings): string[] {
  return [...new Set(names.split(/[\s,]+/).filter((name) => name !== ''))]
}

/** Null if a line is no header, or repeats one. */
function parseHeaders(text: string): Record<string, string> | null {
  const headers = new Map<string, string>()
  for (const line of text.split(/\r?\n/).filter((one) => one.trim() !== '')) {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).trim()
    if (colon < 0 || headers.has(name)) return null
    headers.set(name, line.slice(colon + 1).trim())
  }
  return Object.fromEntries(headers)
}
