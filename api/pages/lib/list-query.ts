/** Filters and places that lists of the console keep in their address. What is no value of its kind counts as absent. */
import { isDeliveryPosition } from '../../../schemas/webhooks/delivery-log.js'
import type { EventPlace } from '../../../schemas/webhooks/event-query.js'
import { isUuid } from '../../../schemas/base/uuid.js'
import type { Parameters } from '../../oauth/parameters.js'

const LOCAL = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2})?$/
const LONGEST = 100

/** Trimmed text of up to 100 characters, or null. */
export function textOf(from: Parameters, name: string): string | null {
  const value = (from.get(name) ?? '').trim()
  return value === '' || value.length > LONGEST ? null : value
}

export function choiceOf<T extends string>(from: Parameters, name: string, choices: readonly T[]): T | null {
  const value = from.get(name)
  return choices.find((one) => one === value) ?? null
}

/** Epoch milliseconds of a date and time that a datetime-local field gave, taken as UTC. */
export function dateTimeOf(from: Parameters, name: string): number | null {
  const value = textOf(from, name)
  const at = value === null || !LOCAL.test(value) ? Number.NaN : Date.parse(`${value}Z`)
  return Number.isNaN(at) ? null : at
}

/** For a datetime-local field: to the minute, or the second where there is one, UTC; for null what was typed, if anything. */
export function dateTimeInputValue(at: number | null, typed: string | null = null): string {
  return at === null ? (typed ?? '') : new Date(at).toISOString().slice(0, at % 60_000 === 0 ? 16 : 19)
}

/** Where a list of deliveries goes on. */
export function deliveryCursorOf(from: Parameters): { place: string; event: string } | null {
  const place = from.get('place')
  const event = from.get('event')
  return place !== null && event !== null && isDeliveryPosition(place) && isUuid(event)
    ? { place, event }
    : null
}

/** Where a list of events goes on. */
export function eventCursorOf(from: Parameters): EventPlace | null {
  const [xid = '', sequence = '', id = ''] = (from.get('place') ?? '').split('.')
  return /^\d{1,19}$/.test(xid) && /^\d{1,16}$/.test(sequence) && isUuid(id)
    ? { xid, sequence: Number(sequence), id }
    : null
}

/** The address of the next page: the filters that are set, and the place. */
export function nextPageUrl(filter: Record<string, string>, place: Record<string, string>): string {
  const set = Object.entries(filter).filter(([, value]) => value !== '')
  return `?${new URLSearchParams([...set, ...Object.entries(place)]).toString()}`
}
