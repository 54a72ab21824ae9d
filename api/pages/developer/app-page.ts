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
    /** What the developer can do if an operator disabled it; null if none did. */
    disabledByOperator: string | null
  }
  secrets: SecretItem[]
  /**
   * Id of the newest live secret, or `none`. The form to rotate carries it and does nothing once there is
   * another.
   */
  newest: string
  /** What was typed into forms that are empty at first, where it was refused. */
  typed: { webhookUrl: string; disableName: string; transferEmail: string; deleteName: string }
  /** Number of members who connected it, and of those who do not allow it everything. */
  connected: { members: number; limited: number }
  /** Token requests for members that were granted, and requests that were refused, in 24 hours. */
  lastDay: { granted: number; refused: number }
  webhooks: WebhookItem[]
  refusals: AuditListItem[]
  authUrl: string
  baseUrl: string
  /** A real authorization request of this application. */
  tryIt: string
}

export interface SecretItem {
  id: string
  last4: string
  created: string
  lastUsed: string
  expires: string
  live: boolean
}

export interface WebhookItem extends Omit<AppWebhook, 'oldUntil'> {
  oldUntil: string | null
}
