/** What the tabs of an application show. */
import type { TeamRole } from '../../../../schemas/oauth/team.js'
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
  tabs: Array<{ label: string; path: string; current: boolean; needs: TeamRole }>
}

/** One thing that a new application needs. */
export interface NextStep {
  text: string
  href: string
  state: 'done' | 'next' | 'open'
}

/** Something that keeps the application from working, and where to look. */
export interface AppProblem {
  text: string
  href: string
  link: string
}

export interface OverviewData {
  appFrame: AppFrame
  created: string
  problems: AppProblem[]
  /** Empty once nothing is left to do. */
  steps: NextStep[]
  lastRequest: { when: string; what: string; status: number; badge: string; href: string } | null
  /** Requests of 24 hours, the share of refused ones, and the path of the log filtered on these. */
  requests: { total: string; refused: number; share: string; href: string }
  lastEvent: { when: string; type: string; trip: string | null; href: string } | null
  /** Attempts to deliver events in 24 hours; null without a webhook. */
  attempts: { delivered: number; failed: number } | null
  /** Number of members who connected it, and of those who do not allow it everything. */
  connected: { members: number; limited: number }
  /** Token requests for members that were granted, and requests that were refused, in 24 hours. */
  lastDay: { granted: number; refused: number }
  authUrl: string
  baseUrl: string
  /** A real authorization request of this application; null without a redirect URL. */
  tryIt: string | null
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
  redirectUri: string
  authUrl: string
}

export interface WebhookItem extends Pick<
  AppWebhook,
  'id' | 'url' | 'description' | 'status' | 'failures' | 'lastStatus'
> {
  lastDelivery: string | null
}

export interface WebhooksData {
  appFrame: AppFrame
  /** What a webhook URL has to be on this service. */
  urlHint: string
  webhooks: WebhookItem[]
  /** What was typed into the form to add one, where it was refused. */
  webhookUrl: string
}

/** A second application, made from the first one. */
export interface SecondAppData {
  appFrame: AppFrame
  name: string
  environment: 'development' | 'production'
  redirectUri: string
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
  /** Number of members who connected it. */
  members: number
  /** What was typed into the forms, where it was refused. */
  typed: { disableName: string; transferEmail: string; deleteName: string }
}
