/** Entries of the audit log as pages show them. */
import type { AuditDetail, AuditRow } from '../../../schemas/oauth/audit.js'
import { formatDateTime } from './format-date.js'

const EVENT_LABELS: Readonly<Record<string, string>> = {
  signed_up: 'Account created',
  signed_in: 'Signed in',
  sign_in_failed: 'Sign-in failed',
  signed_out: 'Signed out',
  session_ended: 'Session ended',
  password_changed: 'Password changed',
  password_reset: 'Password reset by mail',
  reset_asked: 'Password reset requested',
  address_asked: 'Change of address requested',
  address_changed: 'Address changed',
  second_factor_set: 'Second factor set up',
  second_factor_failed: 'Second factor failed',
  proved_again: 'Identity confirmed again',
  recovery_codes_made: 'Recovery codes created',
  recovery_code_used: 'Recovery code used',
  consent_given: 'Application connected',
  consent_refused: 'Application refused',
  authorize_refused: 'Authorization request refused',
  token_granted: 'Tokens issued',
  token_refused: 'Token request refused',
  code_replayed: 'Code used twice: its tokens were revoked',
  refresh_reused: 'Refresh token used twice: its tokens were revoked',
  token_revoked: 'Token revoked by the application',
  app_disconnected: 'Application disconnected',
  app_created: 'Application created',
  app_changed: 'Application changed',
  app_disabled: 'Application disabled',
  app_enabled: 'Application enabled',
  app_deleted: 'Application deleted',
  app_offered: 'Application offered to another developer',
  app_transferred: 'Application transferred',
  team_invited: 'Invited to the team',
  team_joined: 'Joined the team',
  team_role_changed: 'Role in the team changed',
  team_removed: 'Removed from the team',
  team_left: 'Left the team',
  team_invitation_ended: 'Invitation to the team ended',
  tokens_ended: 'All tokens revoked',
  secret_rotated: 'Secret rotated',
  secret_revoked: 'Secret revoked',
  throttled: 'Too many attempts: slowed down',
  account_closed: 'Account closed',
  data_exported: 'Everything about you downloaded',
  app_reported: 'Application reported',
  loyalty_confirmed: 'Loyalty number confirmed',
  loyalty_proof_failed: 'Booking named for a loyalty number not found',
  loyalty_removed: 'Loyalty number removed',
  trip_shared: 'Link to a trip made',
  trip_unshared: 'Link to a trip revoked',
  calendar_created: 'Calendar address made',
  calendar_removed: 'Calendar address removed',
  mail_address_created: 'Email address for bookings made',
  mail_address_removed: 'Email address for bookings removed',
  mail_sender_accepted: 'Sender of emails accepted',
  mail_sender_removed: 'Sender of emails removed',
  home_stated: 'Home changed',
}

/** Reasons of refused authorization requests, for the developer of the application. */
const REASON_LABELS: Readonly<Record<string, string>> = {
  redirect_missing: 'redirect_uri was missing',
  redirect_repeated: 'redirect_uri was sent more than once',
  redirect_mismatch: 'redirect_uri is not the registered one, character for character',
}

/** What was done to a webhook, as an entry has it. */
const WEBHOOK_LABELS = {
  registered: 'added',
  changed: 'changed',
  enabled: 'enabled',
  disabled: 'disabled',
  removed: 'removed',
  rotated: 'new signing secret',
} as const
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

function detailText({ why, webhook, url, changed }: AuditDetail): string | null {
  if (typeof why === 'string') return REASON_LABELS[why] ?? why
  if (typeof webhook !== 'string' || !(webhook in WEBHOOK_LABELS)) return null
  const action = WEBHOOK_LABELS[webhook as WebhookAction]
  const settings = typeof changed === 'string' ? `: ${changed}` : ''
  return `Webhook${typeof url === 'string' ? ` ${url}` : ''} ${action}${settings}`
}
