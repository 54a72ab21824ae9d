/** The pages by name with what each is made from, and the one way to show them. Eta escapes every value. */
import type {} from '@fastify/view'
import type { FastifyReply } from 'fastify'
import type { AuditListItem } from './audit-labels.js'
import type { AppPageData } from '../developer/app-page.js'
import type { ConsentData } from '../member/consent-page.js'
import type { LoyaltyLine } from '../member/itinerary.js'
import type { TimelineTrip } from '../member/timeline.js'
import type {
  DeliveryPageData,
  EventPageData,
  EventsPageData,
  WebhookPageData,
} from '../developer/webhooks/page-data.js'

/** A fault of a form: the field's id, and what to do about it in a sentence. */
export interface FieldError {
  field: string
  text: string
}

/** What every page has. */
export interface PageFrame {
  title: string
  /** Path of the request: the navigation marks where one is. */
  path: string
  /** Whose pages these are: decides the navigation. */
  nav: 'none' | 'member' | 'developer'
  /** Token for the forms of the page. */
  formToken: string
  errors: FieldError[]
  /** One sentence of good news, or null. */
  notice: string | null
}

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
  'sign-up': { returnTo: string; firstName: string; lastName: string; email: string; signInUrl: string }
  'check-mail': { email: string; what: string; within: string }
  confirm: { action: string; token: string; email: string; asks: boolean }
  forgot: { action: string; email: string; returnTo: string }
  reset: { action: string; token: string; consequence: string | null }
  connected: {
    apps: Array<{
      clientId: string
      name: string
      organisation: string
      verified: boolean
      homeUrl: string | null
      connected: string
      lastUsed: string
    }>
  }
  disconnect: { clientId: string; name: string | null; count: number }
  report: { clientId: string; name: string; words: string; sent: boolean }
  security: {
    heading: string
    email: string
    base: '/account' | '/console'
    activity: AuditListItem[]
    consequence: string
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
    trips: TimelineTrip[]
    earlier: string | null
    later: string | null
  }
  loyalty: { accounts: LoyaltyLine[] }
  'developer-sign-up': { name: string; organisation: string; email: string }
  'second-factor': { returnTo: string; setUp: { qr: string; secret: string; sealed: string } | null }
  prove: { returnTo: string }
  audit: { lines: AuditListItem[] }
  apps: {
    organisation: string
    apps: Array<{
      clientId: string
      name: string
      environment: string
      disabled: boolean
      created: string
      lastUsed: string
    }>
  }
  'app-new': { name: string; environment: 'development' | 'production'; redirectUri: string }
  app: AppPageData
  transfer: { token: string; name: string; organisation: string; environment: string; redirectUri: string }
  webhook: WebhookPageData
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

/** Renders a page into the layout. With errors the status is 422 unless another is given, and the title says so. */
export async function renderPage<N extends keyof PageData>(
  reply: FastifyReply,
  name: N,
  frame: Partial<PageFrame> & { title: string },
  data: PageData[N],
  status?: number,
): Promise<FastifyReply> {
  const errors = frame.errors ?? []
  const full: PageFrame = {
    nav: 'none',
    formToken: '',
    notice: null,
    path: reply.request.url.split('?', 1)[0] ?? '',
    ...frame,
    errors,
    title: errors.length > 0 ? `Error: ${frame.title}` : frame.title,
  }
  const html = await reply.viewAsync(name, { ...data, frame: full })
  return await reply
    .code(status ?? (errors.length > 0 ? 422 : 200))
    .type('text/html; charset=utf-8')
    .send(html)
}
