/**
 * Audit entries about a webhook: which one, what was done, and which settings changed. Never a secret, a value of a
 * setting, or the query and password of a URL.
 */
import type { CallbackRow } from '../../../../schemas/webhooks/callback.js'
import type { AuditDetail } from '../../../../schemas/oauth/audit.js'
import type { WebhookAction } from '../../lib/audit-labels.js'
import type { WebhookChange } from './webhook-stores.js'

const SETTING_LABELS = {
  url: 'URL',
  description: 'description',
  events: 'events',
  filter: 'filter',
  payload: 'payload',
  signature: 'signature',
  ordered: 'order',
  max_in_flight: 'requests at once',
  rate_per_second: 'requests per second',
  timeout_ms: 'time to answer',
} as const satisfies Partial<Record<keyof WebhookChange, string>>
type Setting = keyof typeof SETTING_LABELS

/** `changed`: names of settings. */
export function webhookDetail(
  url: string,
  webhook: WebhookAction,
  changed: readonly string[] = [],
): AuditDetail {
  return { webhook, url: hookName(url), ...(changed.length === 0 ? {} : { changed: changed.join(', ') }) }
}

/** The names of the settings in which the change differs from what is stored; new custom headers always count. */
export function changedSettings(change: WebhookChange, hook: CallbackRow): string[] {
  const settings = (Object.keys(SETTING_LABELS) as Setting[]).filter(
    (name) => change[name] !== undefined && !isSame(change[name], hook[name]),
  )
  const names: string[] = settings.map((name) => SETTING_LABELS[name])
  return change.headers === undefined ? names : [...names, 'custom headers']
}

/** Lists of events and conditions of a filter may be stored in another order. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other))
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(String).toSorted()
  if (typeof value !== 'object' || value === null) return value
  return Object.entries(value)
    .map(([name, item]): [string, unknown] => [name, sorted(item)])
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
}

/** The URL without its query, which may hold a secret, and without its password. */
export function hookName(url: string): string {
  const { origin, pathname } = new URL(url)
  return origin + pathname
}
