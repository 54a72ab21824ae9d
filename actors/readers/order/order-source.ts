/** Who speaks in an order: the airline that owns it, where it is a source. */
import type { CheckContext } from '../../../schemas/segment/validation/check-segment.js'

/** For orders of airlines that are no source. */
export const ORDER_SOURCE = 'online_agency'

/** Designators of reservation systems, which sell for airlines. */
const SYSTEM = /^1[A-Z]$/i

/** @param airlines codes, the most likely first */
export function orderSource(airlines: ReadonlyArray<string | undefined>, { source }: CheckContext): string {
  const ids = airlines
    .filter((code) => code !== undefined && !SYSTEM.test(code))
    .map((code) => `airline_${code!.toLowerCase()}`)
  return ids.find((id) => source(id)?.status === 'Active') ?? ORDER_SOURCE
}
