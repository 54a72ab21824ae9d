/** What the pages of webhooks and events show. */
import type { HealthChart } from './health-chart.js'

export interface DeliveryListItem {
  eventId: string
  type: string
  resource: string
  state: string
  attempts: number
  last: string
  status: string
  next: string
}
export interface ReplayForm {
  since: string
  until: string
  type: string
  only: 'undelivered' | 'all'
  count: number | null
}

export interface WebhookPageData {
  clientId: string
  appName: string
  hook: {
    id: string
    url: string
    status: string
    reason: string | null
    failures: number
    lastDelivery: string
    lastStatus: string
    events: string
    order: string
    limits: string
  }
  plot: HealthChart | null
  notices: Array<{ when: string; what: string; eventId: string }>
  filter: { state: string; type: string; status: string; resource: string; since: string; until: string }
  states: readonly string[]
  types: readonly string[]
  deliveries: DeliveryListItem[]
  more: string | null
  replay: ReplayForm
}

export interface AttemptCard {
  no: number
  at: string
  state: string
  outcome: string
  address: string
  ms: number
  next: string | null
  headers: Array<[name: string, value: string]>
  answer: string | null
}

export interface DeliveryPageData {
  clientId: string
  appName: string
  hookId: string
  active: boolean
  line: DeliveryListItem
  attempts: AttemptCard[]
  body: string | null
}

export interface EventListItem {
  id: string
  type: string
  member: string
  resource: string
  when: string
}

export interface EventsPageData {
  clientId: string
  appName: string
  types: readonly string[]
  filter: { type: string; member: string; resource: string; since: string; until: string }
  events: EventListItem[]
  more: string | null
}

export interface EventPageData {
  clientId: string
  appName: string
  event: EventListItem
  deliveries: Array<{ hookId: string; url: string; state: string }>
  body: string
}
