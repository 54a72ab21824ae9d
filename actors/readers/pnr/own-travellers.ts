/** The travellers of each segment, with what the record says of their tickets, seats and loyalty numbers. */
import type { RawFields } from '../../../schemas/segment/validation/end-relations.js'
import type { Display } from './display.js'
import type { Fact } from './facts.js'
import type { SegmentLine } from './segment-line.js'
import type { DisplayTraveller } from './travellers.js'

/** @returns field `travelers` of a segment; empty if the display names nobody. Segments without facts share one list. */
export function ownTravellers({
  travellers,
  facts,
}: Display): (line: SegmentLine, fields: RawFields) => RawFields {
  if (travellers.length === 0) return () => ({})
  const named = travellers.map(({ first_name, last_name }) => ({ first_name, last_name }))
  const about = facts.flatMap((fact) => {
    const who = travellerOf(fact, travellers)
    return who === undefined ? [] : [{ fact, at: travellers.indexOf(who) }]
  })
  return (line, fields) => {
    const own = about.filter(({ fact }) => isOf(fact, line, fields))
    if (own.length === 0) return { travelers: named }
    const list: RawFields[] = [...named]
    for (const { fact, at } of own) list[at] = { ...list[at], [fact.field]: fact.value }
    return { travelers: list }
  }
}

function isOf({ segments, carrier, flight }: Fact, line: SegmentLine, fields: RawFields): boolean {
  if (fields['type'] !== 'Air') return false
  if (segments !== null && (line.number === null || !segments.includes(line.number))) return false
  if (carrier !== null && carrier !== fields['airline']) return false
  if (flight === null) return true
  return (
    parseInt(String(fields['flight_num']), 10) === flight.number &&
    flight.day.padStart(5, '0') === line.start.text.padStart(5, '0') &&
    flight.route === `${String(fields['origin'])}${String(fields['destination'])}`
  )
}

/** Undefined: not said, or of more than one. Infants have no numbers of their own in Amadeus. */
function travellerOf(
  { item, name, isInfant }: Fact,
  all: readonly DisplayTraveller[],
): DisplayTraveller | undefined {
  const alike = all.filter((one) => one.isInfant === isInfant)
  if (item !== null) return (isInfant ? alike : all).find((one) => one.item === item)
  const fitting = name === null ? alike : alike.filter((one) => fits(one, name))
  return fitting.length === 1 ? fitting[0] : undefined
}

/** Names in tickets are cut. */
function fits({ first_name: first, last_name: last }: DisplayTraveller, name: string): boolean {
  const [family, given = ''] = name.split('/')
  return last === family!.trim() && (first.startsWith(given.trim()) || given.trim().startsWith(first))
}
