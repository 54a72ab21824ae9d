/** What the tabs of an application show. */
import type { AppWebhook } from '../../ports.js'

/** What every page of an application shows above its content. */
export interface AppFrame {
  clientId: string
  name: string
  environment: 'development' | 'production'
  verified: boolean
  disabled: boolean
  disabledByOperator: boolean
  /** Path of the application's first tab; the others are below it. */
  path: string
  tabs: Array<{ label: string; path: string; current: boolean }>
}

export interface OverviewData {
  appFrame: AppFrame
  created: string
  /** Number of members who connected it, and of those who do not allow it everything. */
  connected: { members: number; limited: number }
  /** Token requests for members that were granted, and requests that were refused, in 24 hours. */
  lastDay: { granted: number; refused: number }
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

export interface CredentialsData {
  appFrame: AppFrame
  secrets: SecretItem[]
  /**
   * Id of the newest live secret, or `none`. The form to rotate carries it and does nothing once there is
   * another.
   */
  newest: string
  authUrl: string
}

export interface WebhookItem extends Omit<AppWebhook, 'oldUntil'> {
  oldUntil: string | null
}

export interface WebhooksData {
  appFrame: AppFrame
  webhooks: WebhookItem[]
  /** What was typed into the form to add one, where it was refused. */
  webhookUrl: string
}

export interface SettingsData {
  appFrame: AppFrame
  description: string
  redirectUri: string
  homeUrl: string
  privacyUrl: string
  supportUrl: string
  familyDays: string
  pkceRequired: boolean
  /** Name as it is in the form; the frame has the stored one. */
  name: string
}

export interface DangerData {
  appFrame: AppFrame
  /** What the developer can do if an operator disabled it; null if none did. */
  disabledByOperator: string | null
  /** What was typed into the forms, where it was refused. */
  typed: { disableName: string; transferEmail: string; deleteName: string }
}
