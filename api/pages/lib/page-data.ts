/** What each page is made from, by the name of its view. */
import type {
  CredentialsData,
  DangerData,
  OverviewData,
  SecondAppData,
  SettingsData,
  WebhooksData,
} from '../developer/tabs/page-data.js'
import type { InvitationData, InvitationItem, TeamData } from '../developer/team/page-data.js'
import type { RequestData, RequestsData } from '../developer/requests/page-data.js'
import type {
  DeliveryPageData,
  EventPageData,
  EventsPageData,
  WebhookPageData,
  WebhookSettingsData,
} from '../developer/webhooks/page-data.js'
import type { ConsentData } from '../member/consent-page.js'
import type { LoyaltyItem } from '../member/loyalty-item.js'
import type { CalendarLinkItem } from '../member/calendar/calendar-link-item.js'
import type { HomePageData } from '../member/home/home-items.js'
import type { SharedLinkItem } from '../member/sharing/shared-link-item.js'
import type { TripSummary, TripView } from '../member/trip/trip-view.js'
import type { UnfiledData } from '../member/unfiled/page-data.js'
import type { AuditListItem } from './audit-labels.js'

export interface PageData {
  problem: { heading: string; text: string; hint: string | null; next?: { href: string; text: string } }
  'sign-in': {
    heading: string
    action: string
    returnTo: string
    appName: string | null
    email: string
    signUpUrl: string
    forgotUrl: string
  }
  consent: ConsentData
  'sign-up': {
    heading: string
    lead: string | null
    steps: readonly string[]
    action: string
    returnTo: string
    fields: Array<{ id: string; label: string; autocomplete: string; hint: string | null; value: string }>
    email: string
    emailHint: string | null
    passwordHint: string
    signInUrl: string
  }
  'check-mail': { email: string; what: string; within: string; mailFolder: string | null }
  confirm: { action: string; token: string; email: string; needsPassword: boolean }
  forgot: { action: string; email: string; returnTo: string }
  reset: { action: string; token: string; consequence: string | null }
  'new-address': { action: string; token: string; email: string; needsPassword: boolean }
  connected: {
    apps: Array<{
      clientId: string
      name: string
      organisation: string
      verified: boolean
      connected: string
      lastUsed: string
      /** Whether changes are sent to it; null if it may not see any. */
      news: string | null
      sent: string
      /** What it may do, in sentences. */
      can: string[]
    }>
    others: Array<{ name: string; sent: string }>
    sources: Array<{ name: string; segments: number }>
  }
  disconnect: { clientId: string; name: string | null; count: number }
  report: { clientId: string; name: string; words: string; sent: boolean }
  security: {
    heading: string
    email: string
    /** What was entered as the new one. */
    newEmail: string
    base: '/account' | '/console'
    activity: AuditListItem[]
    consequence: string
    /** Whether the account can be downloaded. */
    canDownload: boolean
    /** Number of recovery codes that remain; null if this kind of account has no second factor. */
    recovery: number | null
    sessions: Array<{
      id: string
      current: boolean
      agent: string
      address: string
      lastSeen: string
      created: string
    }>
  }
  trips: {
    firstName: string
    view: 'past' | 'upcoming'
    groups: Array<{ name: string; trips: TripSummary[] }>
    total: number
    /** Number of planned segments in no trip; 0 on the page of past trips. */
    unfiled: number
    page: number
    pages: number
    previous: string | null
    next: string | null
  }
  unfiled: UnfiledData
  trip: { trip: TripView; links: SharedLinkItem[] }
  'shared-trip': { owner: string; trip: TripView }
  'shared-link': { trip: string; name: string; url: string; shows: string }
  home: HomePageData
  calendar: { links: CalendarLinkItem[]; name: string }
  'calendar-link': { name: string; url: string; webcal: string }
  loyalty: { accounts: LoyaltyItem[] }
  'second-factor': {
    returnTo: string
    /** Where the form goes. */
    action: string
    setUp: { qr: string; secret: string; sealed: string } | null
  }
  /** `hadCodes`: earlier ones could still be used until now. */
  'recovery-codes': { codes: string[]; hadCodes: boolean; continueAt: string }
  prove: {
    /** What is about to be done, as it follows "You are about to". */
    what: string
    /** Where the form goes, and the hidden fields it carries. */
    action: string
    fields: Array<{ name: string; value: string }>
    hasFactor: boolean
    passwordField: string
    back: string
  }
  audit: { lines: AuditListItem[] }
  apps: {
    organisation: string
    /** Open invitations to the teams of others. */
    invitations: InvitationItem[]
    apps: Array<{
      clientId: string
      name: string
      environment: string
      disabled: boolean
      created: string
      lastUsed: string
      /** Organisation of another developer whose application it is, and the role there; null for an own one. */
      team: { organisation: string; role: string } | null
    }>
  }
  'app-new': { name: string; environment: 'development' | 'production'; redirectUri: string }
  'app/overview': OverviewData
  'app/second': SecondAppData
  'app/credentials': CredentialsData
  'app/webhooks': WebhooksData
  'app/requests': RequestsData
  'app/request': RequestData
  'app/team': TeamData
  invitation: InvitationData
  'app/settings': SettingsData
  'app/danger': DangerData
  transfer: { token: string; name: string; organisation: string; environment: string; redirectUri: string }
  webhook: WebhookPageData
  'webhook-settings': WebhookSettingsData
  delivery: DeliveryPageData
  events: EventsPageData
  event: EventPageData
  secret: {
    clientId: string
    name: string
    redirectUri: string
    value: string
    kind: 'client_secret' | 'signing_secret'
    authUrl: string
    baseUrl: string
  }
}
