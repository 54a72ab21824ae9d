/** The settings form of a webhook (webhooks.md 2): reading it, and what is wrong with it. */
import {
  CALLBACK_BOUNDS,
  MAX_CALLBACK_DESCRIPTION,
  type CallbackRow,
} from '../../../../schemas/webhooks/callback.js'
import { EVENT_TYPES } from '../../../../schemas/webhooks/event.js'
import type { Parameters } from '../../../oauth/parameters.js'
import type { WebhookChange } from '../../ports.js'
import {
  DELIVERY_FIELDS,
  deliveryChange,
  deliveryErrors,
  storedDeliveryFields,
  typedDeliveryFields,
} from './delivery-fields.js'
import type { WebhookSettings } from './page-data.js'
import type { FieldError } from '../../views/page-frame.js'

const eventField = (type: string): string => `event_${type}`

/** The fields of the form, for the page that asks for the second factor in between. */
export const SETTINGS_FIELDS = [
  'url',
  'description',
  'events',
  ...EVENT_TYPES.map(eventField),
  'ordered',
  'max_in_flight',
  'rate_per_second',
  'timeout_ms',
  ...DELIVERY_FIELDS,
]

/** The stored settings, as the form shows them. */
export function storedSettings(hook: CallbackRow): WebhookSettings {
  return {
    url: hook.url,
    description: hook.description ?? '',
    allEvents: hook.events.includes('*'),
    events: hook.events.filter((type) => type !== '*'),
    ordered: hook.ordered,
    maxInFlight: String(hook.max_in_flight),
    rate: hook.rate_per_second === null ? '' : String(hook.rate_per_second),
    timeout: String(hook.timeout_ms),
    delivery: storedDeliveryFields(hook),
  }
}

export function typedSettings(form: Parameters): WebhookSettings {
  const text = (field: string): string => (form.get(field) ?? '').trim()
  return {
    url: text('url'),
    description: text('description'),
    allEvents: form.get('events') !== 'chosen',
    events: EVENT_TYPES.filter((type) => form.get(eventField(type)) !== null),
    ordered: form.get('ordered') === 'member' ? 'member' : 'none',
    maxInFlight: text('max_in_flight'),
    rate: text('rate_per_second'),
    timeout: text('timeout_ms'),
    delivery: typedDeliveryFields(form),
  }
}

/** The change that the form asks for; the URL only if it is another one, because its password is not shown. */
export function settingsChange(typed: WebhookSettings, hook: CallbackRow): WebhookChange {
  return {
    ...(typed.url === hook.url ? {} : { url: typed.url }),
    description: typed.description === '' ? null : typed.description,
    events: typed.allEvents ? ['*'] : (typed.events as NonNullable<WebhookChange['events']>),
    ordered: typed.ordered,
    max_in_flight: Number(typed.maxInFlight),
    rate_per_second: typed.rate === '' ? null : Number(typed.rate),
    timeout_ms: Number(typed.timeout),
    ...deliveryChange(typed.delivery),
  }
}

export function settingsErrors(typed: WebhookSettings): FieldError[] {
  const errors = deliveryErrors(typed.delivery, typed.allEvents ? ['*'] : typed.events)
  const refuse = (field: string, text: string): void => {
    errors.push({ field, text })
  }
  if (typed.url === '') refuse('url', 'Enter the webhook URL.')
  if ([...typed.description].length > MAX_CALLBACK_DESCRIPTION)
    refuse('description', `Use at most ${MAX_CALLBACK_DESCRIPTION} characters for the description.`)
  if (!typed.allEvents && typed.events.length === 0)
    refuse('events_chosen', 'Choose at least one event, or all events.')
  const numbers = [
    ['max_in_flight', typed.maxInFlight, 'requests at once'],
    ['rate_per_second', typed.rate, 'requests per second, or nothing for no limit'],
    ['timeout_ms', typed.timeout, 'milliseconds'],
  ] as const
  for (const [field, text, unit] of numbers) {
    const { minimum, maximum } = CALLBACK_BOUNDS[field]
    const isAbsent = field === 'rate_per_second' && text === ''
    const pattern = field === 'rate_per_second' ? /^\d{1,6}(\.\d{1,6})?$/ : /^\d{1,6}$/
    const isNumber = pattern.test(text) && Number(text) >= minimum && Number(text) <= maximum
    if (!isAbsent && !isNumber) refuse(field, `Enter ${minimum} to ${maximum.toLocaleString('en')} ${unit}.`)
  }
  return errors
}
