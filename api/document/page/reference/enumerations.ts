/** The enumerations of the API with the meaning of each value, as schemas and the authorization server define them. */
import { ERROR_MEANINGS } from '../../../../schemas/base/errors.js'
import {
  ACCOUNT_STATUS_MEANINGS,
  HARVEST_MEANINGS,
  OWNERSHIP_MEANINGS,
} from '../../../../schemas/itinerary/account.js'
import { BATCH_STATUS_MEANINGS, OUTCOME_MEANINGS } from '../../../../schemas/itinerary/batch-status.js'
import { SEGMENT_STATUS_MEANINGS } from '../../../../schemas/itinerary/segment-resource.js'
import { SOURCE_STATUS_MEANINGS } from '../../../../schemas/itinerary/source.js'
import { CLASSIFICATION_MEANINGS } from '../../../../schemas/itinerary/source-row.js'
import { PRIVACY_MEANINGS, TRIP_STATUS_MEANINGS } from '../../../../schemas/itinerary/trip.js'
import { SCOPE_MEANINGS } from '../../../../schemas/oauth/scope.js'
import { RAW_STATUS_MEANINGS } from '../../../../schemas/segment/fields/common.js'
import { SEGMENT_TYPE_MEANINGS } from '../../../../schemas/segment/fields/segment-types.js'
import { SEGMENT_ERROR_MEANINGS } from '../../../../schemas/segment/validation/segment-error.js'
import { WARNING_MEANINGS } from '../../../../schemas/segment/warning.js'
import {
  CALLBACK_ORDER_MEANINGS,
  CALLBACK_STATUS_MEANINGS,
  REPLAY_MEANINGS,
} from '../../../../schemas/webhooks/callback.js'
import { DELIVERY_STATE_MEANINGS } from '../../../../schemas/webhooks/delivery-log.js'
import { EVENT_MEANINGS } from '../../../../schemas/webhooks/event.js'
import type { Json } from '../../json-schema.js'
import { code, heading, join, table } from '../html.js'
import { inlineMarkdown } from '../markdown.js'

export interface Enumeration {
  /** Anchor of its table; that of a value is `id.value`. */
  id: string
  title: string
  /** The page that has its table. */
  page: string
  meanings: Readonly<Record<string, string>>
}

const segments = '/docs/reference/segments'
const trips = '/docs/reference/trips'
const events = '/docs/reference/events'
const members = '/docs/reference/members'

export const ENUMERATIONS: readonly Enumeration[] = [
  { id: 'segment-type', title: 'Segment types', page: segments, meanings: SEGMENT_TYPE_MEANINGS },
  { id: 'segment-status', title: 'Statuses of a segment', page: segments, meanings: SEGMENT_STATUS_MEANINGS },
  { id: 'raw-status', title: 'Statuses of a raw segment', page: segments, meanings: RAW_STATUS_MEANINGS },
  { id: 'batch-status', title: 'Statuses of a batch', page: segments, meanings: BATCH_STATUS_MEANINGS },
  { id: 'action', title: 'What became of a raw segment', page: segments, meanings: OUTCOME_MEANINGS },
  { id: 'warning', title: 'Warning codes', page: trips, meanings: WARNING_MEANINGS },
  { id: 'trip-status', title: 'Statuses of a trip', page: trips, meanings: TRIP_STATUS_MEANINGS },
  { id: 'privacy', title: 'Privacy of a trip', page: trips, meanings: PRIVACY_MEANINGS },
  { id: 'event', title: 'Event types', page: events, meanings: EVENT_MEANINGS },
  {
    id: 'callback-status',
    title: 'Statuses of a callback',
    page: events,
    meanings: CALLBACK_STATUS_MEANINGS,
  },
  { id: 'ordered', title: 'Order of deliveries', page: events, meanings: CALLBACK_ORDER_MEANINGS },
  { id: 'delivery-state', title: 'States of a delivery', page: events, meanings: DELIVERY_STATE_MEANINGS },
  { id: 'replay-only', title: 'What a replay sends', page: events, meanings: REPLAY_MEANINGS },
  { id: 'scope', title: 'Scopes', page: '/docs/reference/oauth', meanings: SCOPE_MEANINGS },
  { id: 'account-status', title: 'Statuses of an account', page: members, meanings: ACCOUNT_STATUS_MEANINGS },
  { id: 'ownership', title: 'Ownership of an account', page: members, meanings: OWNERSHIP_MEANINGS },
  { id: 'harvest-status', title: 'Results of a harvest', page: members, meanings: HARVEST_MEANINGS },
  { id: 'source-status', title: 'Statuses of a source', page: members, meanings: SOURCE_STATUS_MEANINGS },
  { id: 'classification', title: 'Classes of sources', page: members, meanings: CLASSIFICATION_MEANINGS },
]
export const SEGMENT_ERRORS: Enumeration = {
  id: 'segment-error',
  title: 'Codes of a segment',
  page: '/docs/reference/errors',
  meanings: SEGMENT_ERROR_MEANINGS,
}
/** Their table has more columns: errors-page.ts. */
const API_ERRORS: Enumeration = {
  id: 'codes',
  title: 'Codes of the API',
  page: '/docs/reference/errors',
  meanings: Object.fromEntries(Object.entries(ERROR_MEANINGS).map(([name, { meaning }]) => [name, meaning])),
}
const ALL = [...ENUMERATIONS, SEGMENT_ERRORS, API_ERRORS]

/** The enumeration that has exactly these values, null and patterns as `*` aside; of event types some are enough. */
export function enumerationOf(values: readonly unknown[]): Enumeration | null {
  const wanted = values.filter((value) => value !== null && !String(value).endsWith('*'))
  const hasAll = ({ meanings }: Enumeration): boolean => wanted.every((value) => String(value) in meanings)
  const exact = ALL.find((one) => hasAll(one) && Object.keys(one.meanings).length === wanted.length)
  return exact ?? ALL.find((one) => one.id === 'event' && wanted.length > 0 && hasAll(one)) ?? null
}

/** The values that a schema may have, if they are an enumeration. */
export function valuesOf(schema: Json): readonly unknown[] | null {
  const own = schema['enum'] ?? (schema['items'] as Json | undefined)?.['enum']
  return Array.isArray(own) ? (own as unknown[]) : null
}

const FEW_VALUES = 8

/** The values of a field for its row: all of a short list, else a link to the table with their meanings. */
export function valuesText(values: readonly unknown[]): string {
  const shown = values.filter((value) => value !== null)
  const known = enumerationOf(values)
  const link = known === null ? '' : ` (<a href="${known.page}#${known.id}">meanings</a>)`
  if (known !== null && shown.length > FEW_VALUES)
    return `One of <a href="${known.page}#${known.id}">${String(shown.length)} values</a>.`
  return `One of ${shown.map(code).join(', ')}${link}.`
}

/** The tables of the enumerations of a page. */
export function enumerationSection(page: string): string {
  const own = ENUMERATIONS.filter((one) => one.page === page)
  return own.length === 0 ? '' : heading(2, 'Values', 'values') + join(own.map(enumerationTable))
}

/** One table: value and meaning, each row with its anchor. */
export function enumerationTable({ id, title, meanings }: Enumeration): string {
  const rows = Object.entries(meanings).map(([value, meaning]) => ({
    id: `${id}.${value.replaceAll(' ', '-')}`,
    cells: [code(value), inlineMarkdown(meaning)],
  }))
  return heading(3, title, id) + table(['Value', 'Meaning'], rows)
}

/** The table of the codes of single segments. */
export const segmentErrorTable = (): string => enumerationTable(SEGMENT_ERRORS)
