/** What the bookings of a segment add to it: who else travels, and what a partner calls the flight (RULES 3.5.4). */
import { listOf, textOf } from './segment-doc.js'
import type { SegmentDoc } from './segment-doc.js'

type Fact = [label: string, value: string]

/** `Alan Demo (31D)` for each traveller who is not the one that the segment's own fields name. */
export function companions(doc: SegmentDoc): Fact[] {
  return listOf(doc, 'travelers')
    .filter((one) => one['first_name'] !== doc['first_name'] || one['last_name'] !== doc['last_name'])
    .flatMap((one): Fact[] => {
      const parts = [textOf(one, 'first_name'), textOf(one, 'last_name')].filter((part) => part !== null)
      const who = parts.length === 0 ? textOf(one, 'name') : parts.join(' ')
      const seat = textOf(one, 'seat_assignment')
      return who === null ? [] : [['With', seat === null ? who : `${who} (${seat})`]]
    })
}

/** The numbers under which others booked the same flight. */
export function otherNumbers(doc: SegmentDoc): Fact[] {
  if (doc.type !== 'Air') return []
  const own = `${textOf(doc, 'normalized_airline') ?? ''} ${textOf(doc, 'flight_num') ?? ''}`.trim()
  const numbers = new Set(listOf(doc, 'bookings').map((one) => textOf(one, 'number')))
  return [...numbers].flatMap((number): Fact[] =>
    number === null || number === own ? [] : [['Also sold as', number]],
  )
}
