/** Flights that a change took away, as opposed to those that it only moved. */
import { ignoredPart } from '../reader.js'
import type { FoundPart } from '../reader.js'

const FLIGHT = ['airline', 'flight_num', 'origin', 'destination'] as const

/**
 * The former flights without those that the order still has: one of the same number and route is the same at another
 * time, and its new version says so.
 */
export function withoutCurrent(former: readonly FoundPart[], current: readonly FoundPart[]): FoundPart[] {
  const key = ({ raw }: FoundPart): string => FLIGHT.map((field) => String(raw?.[field])).join(' ')
  const known = new Set(current.filter(({ raw }) => raw !== null).map(key))
  return former.map((part) => (known.has(key(part)) ? ignoredPart(part.at) : part))
}
