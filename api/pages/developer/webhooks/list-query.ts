/** Filters and cursors that the lists of the console keep in their URL. An invalid value counts as absent. */
import { isUuid } from '../../../../schemas/base/uuid.js'
import { isDeliveryPosition } from '../../../../schemas/webhooks/delivery-log.js'
import type { EventPlace } from '../../../../schemas/webhooks/event-query.js'
import type { Parameters } from '../../../oauth/parameters.js'

const DATE_TIME_INPUT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2})?$/
const MAX_TEXT = 100
const MINUTE_MS = 60_000

/** Trimmed text of up to 100 characters, or null. */
export function textOf(from: Parameters, name: string): string | null {
  const value = (from.get(name) ?? '').trim()
  return value === '' || value.length > MAX_TEXT ? null : value
}

export function choiceOf<T extends string>(from: Parameters, name: string, choices: readonly T[]): T | null {
  const value = from.get(name)
  return choices.find((one) => one === value) ?? null
}

/** The value of a datetime-local field in epoch milliseconds, read as UTC; null if it is none. */
export function dateTimeOf(from: Parameters, name: string): number | null {
  const value = textOf(from, name)
  const at = value === null || !DATE_TIME_INPUT.test(value) ? Number.NaN : Date.parse(`${value}Z`)
  return Number.isNaN(at) ? null : at
}

/**
 * The value for a datetime-local field, UTC, with seconds only if there are any; for null, what was typed.
 */
export function dateTimeInputValue(at: number | null, typed: string | null = null): string {
  return at === null ? (typed ?? '') : new Date(at).toISOString().slice(0, at % MINUTE_MS === 0 ? 16 : 19)
}

/** Where the next page of a list of deliveries starts. */
export function deliveryCursorOf(from: Parameters): { place: string; event: string } | null {
  const place = from.get('place')
  const event = from.get('event')
  return place !== null && event !== null && isDeliveryPosition(place) && isUuid(event)
    ? { place, event }
    : null
}

/** Where the next page of a list of events starts. */
export function eventCursorOf(from: Parameters): EventPlace | null {
  const [xid = '', sequence = '', id = ''] = (from.get('place') ?? '').split('.')
  return /^\d{1,19}$/.test(xid) && /^\d{1,16}$/.test(sequence) && isUuid(id)
    ? { xid, sequence: Number(sequence), id }
    : null
}

/** The URL of the next page: the filters that are set, and the cursor. */
export function nextPageUrl(filter: Record<string, string>, cursor: Record<string, string>): string {
  const set = Object.entries(filter).filter(([, value]) => value !== '')
  return `?${new URLSearchParams([...set, ...Object.entries(cursor)]).toString()}`
}
