/** Audit entries in words. */
import type { AuditRow } from '../../../schemas/oauth/audit.js'
import { formatDateTime } from './format-date.js'

const WORDS: Record<string, string> = {
  signed_up: 'Account made',
  signed_in: 'Signed in',
  sign_in_failed: 'Sign-in failed',
  signed_out: 'Signed out',
  session_ended: 'Session ended',
  password_changed: 'Password changed',
  password_reset: 'Password set anew by mail',
  reset_asked: 'New password asked for',
  second_factor_set: 'Second factor set',
  second_factor_failed: 'Second factor failed',
  proved_again: 'Confirmed again who you are',
  consent_given: 'Application connected',
  consent_refused: 'Application refused',
  authorize_refused: 'Authorization request refused',
  token_granted: 'Tokens given out',
  token_refused: 'Token request refused',
  code_replayed: 'Code used twice: its tokens were ended',
  refresh_reused: 'Refresh token used twice: its tokens were ended',
  token_revoked: 'Token ended by the application',
  app_disconnected: 'Application disconnected',
  app_created: 'Application made',
  app_changed: 'Application changed',
  app_disabled: 'Application switched off',
  app_enabled: 'Application switched on',
  app_deleted: 'Application deleted',
  app_offered: 'Application offered to another developer',
  app_transferred: 'Application handed over',
  tokens_ended: 'All tokens ended',
  secret_rotated: 'Secret rotated',
  secret_revoked: 'Secret ended',
  throttled: 'Too many attempts: slowed down',
  account_closed: 'Account closed',
  app_reported: 'Application reported',
}

/** Reasons of refused authorization requests, for whoever builds the application. */
const REASONS: Record<string, string> = {
  redirect_missing: 'redirect_uri was missing',
  redirect_repeated: 'redirect_uri came more than once',
  redirect_mismatch: 'redirect_uri is not the registered one, character for character',
}

export interface AuditListItem {
  when: string
  what: string
  application: string | null
  address: string | null
  detail: string | null
}

/** One line of the activity list. */
export function auditListItem(line: AuditRow): AuditListItem {
  const why = line.detail?.['why']
  return {
    when: formatDateTime(line.at),
    what: WORDS[line.event] ?? line.event,
    application: line.appName ?? line.clientId,
    address: line.address,
    detail: typeof why === 'string' ? (REASONS[why] ?? why) : null,
  }
}
