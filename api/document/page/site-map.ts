/** The pages of the documentation by task, in the order of the sidebar. */
import type { Tag } from '../../operation/declaration.js'

export interface ReferencePage {
  name: string
  title: string
  lead: string
  /** Operations with one of these tags belong to the page. */
  tags: readonly Tag[]
}

export const REFERENCE_PAGES: readonly ReferencePage[] = [
  {
    name: 'segments',
    title: 'Segments',
    lead: 'Submit what sources report, as raw segments; read the merged segments of the itinerary.',
    tags: ['Segments', 'Batches', 'Documents'],
  },
  {
    name: 'raw-segment-fields',
    title: 'Fields that you send',
    lead: 'Every field of a raw segment, for every type.',
    tags: [],
  },
  {
    name: 'segment-fields',
    title: 'Fields that you read',
    lead: 'Every field of a segment on the itinerary, for every type.',
    tags: [],
  },
  {
    name: 'trips',
    title: 'Trips',
    lead: 'Times away from home, made of segments: read them, change them, or show them in a calendar.',
    tags: ['Trips', 'Calendar'],
  },
  {
    name: 'events',
    title: 'Events and webhooks',
    lead: 'What changed, pushed to your webhooks or read from the log.',
    tags: ['Events', 'Callbacks'],
  },
  {
    name: 'oauth',
    title: 'OAuth',
    lead: 'How an application gets tokens: for a member who authorises it, or for itself.',
    tags: ['OAuth'],
  },
  {
    name: 'feeds',
    title: 'Feeds',
    lead: 'Bulk data of suppliers: one JSON line per batch, answered line by line.',
    tags: ['Feeds'],
  },
  {
    name: 'members',
    title: 'Members, accounts, sources, places',
    lead: 'The record of the member, loyalty accounts, and the reference data.',
    tags: ['Member', 'Accounts', 'Sources', 'Locations'],
  },
  {
    name: 'errors',
    title: 'Errors',
    lead: 'Every error code, what it means and what to do.',
    tags: [],
  },
  {
    name: 'requests',
    title: 'Requests and limits',
    lead: 'What holds for every request: forms, credentials, limits and headers.',
    tags: ['Document'],
  },
]

export const SEGMENT_FIELDS_PAGE = 'segment-fields'
export const RAW_FIELDS_PAGE = 'raw-segment-fields'

export const referencePath = (name: string): string => `/docs/reference/${name}`
export const guidePath = (name: string): string => `/docs/guides/${name}`
