/** What the pages of webhooks and events show. */
import type { SegmentType } from '../../../../schemas/segment/fields/segment-types.js'
import type { AppFrame } from '../tabs/page-data.js'
import type { HealthChart } from './health-chart.js'

export interface DeliveryListItem {
  eventId: string
  /** It was sent on request, with an example as its content. */
  isTest: boolean
  type: string
  resource: string
  /** Name of the trip that it is about, if the application may see it. */
  trip: string | null
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
  appFrame: AppFrame
  hook: {
    id: string
    url: string
    description: string
    status: string
    reason: string | null
    failures: number
    lastDelivery: string
    lastStatus: string
    events: string
    /** What an event has to pass besides; empty if nothing. */
    filter: string[]
    payload: string
    /** Names of the custom headers. */
    headers: readonly string[]
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

/** What else the settings form decides about deliveries; values of stored headers are never shown. */
export interface DeliveryFields {
  material: boolean
  changedFields: string
  segmentTypes: readonly SegmentType[]
  payload: 'full' | 'thin'
  /** Lines of `Name: value`; empty: the headers stay. */
  headers: string
  removeHeaders: boolean
}

/** The settings form of a webhook, as it was typed. */
export interface WebhookSettings {
  url: string
  description: string
  allEvents: boolean
  events: readonly string[]
  ordered: 'none' | 'member'
  maxInFlight: string
  rate: string
  timeout: string
  delivery: DeliveryFields
}

export interface WebhookSettingsData {
  appFrame: AppFrame
  hook: { id: string; url: string; status: string }
  urlHint: string
  form: WebhookSettings
  eventGroups: Array<{ name: string; types: string[] }>
  segmentTypes: readonly SegmentType[]
  /** Names of the custom headers that are stored. */
  headerNames: readonly string[]
  /** When the previous signing secret stops being used next to the current one; null if there is none. */
  oldUntil: string | null
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
  /** What was sent, where it is not the whole event. */
  body: string | null
  answer: string | null
}

export interface DeliveryPageData {
  appFrame: AppFrame
  hookId: string
  url: string
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
  /** Name of the trip that it is about, if the application may see it. */
  trip: string | null
  when: string
}

export interface EventsPageData {
  appFrame: AppFrame
  types: readonly string[]
  filter: { type: string; member: string; resource: string; since: string; until: string }
  events: EventListItem[]
  more: string | null
}

export interface EventPageData {
  appFrame: AppFrame
  event: EventListItem
  deliveries: Array<{ hookId: string; url: string; state: string }>
  body: string
}
