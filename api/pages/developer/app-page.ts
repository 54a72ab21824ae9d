/** What the page of an application shows. */
import type { AuditListItem } from '../lib/audit-labels.js'
import type { AppWebhook } from '../ports.js'

export interface AppPageData {
  app: {
    clientId: string
    name: string
    description: string
    environment: 'development' | 'production'
    redirectUri: string
    homeUrl: string
    privacyUrl: string
    supportUrl: string
    pkceRequired: boolean
    familyDays: string
    disabled: boolean
    verified: boolean
    created: string
    /** What to do when an operator switched it off; null when none did. */
    held: string | null
  }
  secrets: Array<{
    id: string
    last4: string
    created: string
    lastUsed: string
    expires: string
    live: boolean
  }>
  /** Id of the newest secret that works, or `none`: a form made for it does nothing once there is another. */
  newest: string
  /** What was typed into the forms that are empty to begin with, where it was refused. */
  typed: { webhookUrl: string; disableName: string; transferEmail: string; deleteName: string }
  connected: number
  /** Token requests for members that were answered, and requests refused, in 24 hours. */
  lastDay: { granted: number; refused: number }
  webhooks: Array<Omit<AppWebhook, 'oldUntil'> & { oldUntil: string | null }>
  refusals: AuditListItem[]
  authUrl: string
  baseUrl: string
  /** A real authorization request of this application. */
  tryIt: string
}
