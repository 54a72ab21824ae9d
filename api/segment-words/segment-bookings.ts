/** What the bookings of a segment add to it: who travels, and what a partner calls the flight (RULES 3.5.4). */
import { SEGMENT_KINDS } from '../../schemas/segment/segment-kinds.js'
import { listOf, textOf } from './segment-doc.js'
import type { SegmentDoc } from './segment-doc.js'

/** `Ada Demo 12A` for each traveller, the one in the segment's own fields first; empty if only one is known. */
export function travellersOf(doc: SegmentDoc): string[] {
  const named = [doc, ...listOf(doc, 'travelers')].flatMap((one) => {
    const who = personOf(one)
    return who === null ? [] : [{ who, seat: textOf(one, 'seat_assignment') }]
  })
  const seats = new Map<string, string | null>()
  for (const { who, seat } of named) seats.set(who, seats.get(who) ?? seat)
  return seats.size < 2 ? [] : [...seats].map(([who, seat]) => (seat === null ? who : `${who} ${seat}`))
}

function personOf(one: Readonly<Record<string, unknown>>): string | null {
  const parts = [textOf(one, 'first_name'), textOf(one, 'last_name')].filter((part) => part !== null)
  return parts.length === 0 ? textOf(one, 'name') : parts.join(' ')
}

/** The numbers under which others booked the same service: `LH 7612`. */
export function otherNumbers(doc: SegmentDoc): string[] {
  const { number } = SEGMENT_KINDS[doc.type]
  if (number === null) return []
  const bare = (text: string): string => text.replace(/[\s-]+/g, '').toUpperCase()
  const [vendor, own] = [textOf(doc, 'normalized_airline') ?? '', textOf(doc, number) ?? '']
  const known = new Set([bare(own), bare(vendor + own)])
  return listOf(doc, 'bookings').flatMap((one) => {
    const other = textOf(one, 'number')
    if (other === null || known.has(bare(other))) return []
    known.add(bare(other))
    return [other]
  })
}
