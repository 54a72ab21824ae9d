/** Entries of the audit log as pages show them. */
import type { AuditDetail, AuditRow } from '../../../schemas/oauth/audit.js'
import LABELS from '../../../schemas/data/audit-labels.json' with { type: 'json' }
import { formatDateTime } from './format-date.js'

const EVENT_LABELS: Readonly<Record<string, string>> = LABELS.events

/** Reasons of refused authorization requests, for the developer of the application. */
const REASON_LABELS: Readonly<Record<string, string>> = LABELS.reasons

/** Labels of what was done with a test member. */
const TEST_LABELS: Readonly<Record<string, string>> = LABELS.test_members

/** What was done to a webhook, as an entry has it. */
const WEBHOOK_LABELS = LABELS.webhooks
export type WebhookAction = keyof typeof WEBHOOK_LABELS

export interface AuditListItem {
  when: string
  what: string
  application: string | null
  address: string | null
  detail: string | null
}

export function auditListItem(row: AuditRow): AuditListItem {
  const what = EVENT_LABELS[row.event] ?? row.event
  return {
    when: formatDateTime(row.at),
    what: row.count === 1 ? what : `${what}, ${row.count} times within an hour`,
    application: row.appName ?? row.clientId,
    address: row.address,
    detail: detailText(row.detail ?? {}),
  }
}

function detailText({ why, webhook, url, changed, test_member: test }: AuditDetail): string | null {
  if (typeof why === 'string') return REASON_LABELS[why] ?? why
  if (typeof test === 'string') return TEST_LABELS[test] ?? null
  if (typeof webhook !== 'string' || !(webhook in WEBHOOK_LABELS)) return null
  const action = WEBHOOK_LABELS[webhook as WebhookAction]
  const settings = typeof changed === 'string' ? `: ${changed}` : ''
  return `Webhook${typeof url === 'string' ? ` ${url}` : ''} ${action}${settings}`
}
