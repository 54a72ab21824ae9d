/** The flights of the bar code of a boarding pass. */
import type { DocumentProblem } from '../../../schemas/documents/reading.js'
import type { RawFields } from '../../../schemas/segment/validation/end-relations.js'
import { present } from '../json-fields.js'
import { ignoredPart, refusedPart } from '../reader.js'
import type { FoundPart } from '../reader.js'
import { barCodeOf } from './bar-code.js'
import type { BarCode, BarCodeLeg } from './bar-code.js'
import { passDate } from './pass-date.js'

const NAME_SIZE = 20
/** A seat that is kept for baggage, or an assistance animal. */
const NO_PASSENGER = '5'

/**
 * One part for each leg.
 * @param at where the bar code stands
 * @param received when the pass was read or is of use, epoch milliseconds
 */
export function barCodeParts(text: string, at: string, received: number): FoundPart[] {
  const code = barCodeOf(text)
  if (code === null)
    return [
      refusedPart(at, 'This is not a complete boarding pass bar code (IATA Resolution 792). Scan it again.'),
    ]
  if (code.passenger === NO_PASSENGER)
    return [ignoredPart(at, 'This seat was booked for baggage, not for a traveller.')]
  let previous: string | null = null
  const parts = code.legList.map((leg, index) => {
    const found = legPart(code, leg, { text, received, previous })
    previous = (found.raw?.['departure_datetime'] as string | undefined) ?? previous
    return { ...found, at: code.legList.length === 1 ? at : `${at}, leg ${index + 1}` }
  })
  const last = parts.at(-1)
  if (code.problem !== null && last !== undefined) last.problems.push(problem(null, code.problem))
  return parts
}

const problem = (field: string | null, description: string): DocumentProblem => ({ field, description })

function legPart(
  code: BarCode,
  leg: BarCodeLeg,
  { text, received, previous }: { text: string; received: number; previous: string | null },
): FoundPart {
  const problems: DocumentProblem[] = []
  const date = passDate(leg.day, code.issued, received, previous)
  if (date === null)
    problems.push(
      problem(
        'departure_datetime',
        `"${leg.day}" is not a day of the year, so the date of the flight is unknown.`,
      ),
    )
  if (date?.isUncertain === true)
    problems.push(
      problem(
        'departure_datetime',
        `The bar code does not state the year. Day ${leg.day} was read as ${date.date}.`,
      ),
    )
  const seat = /^0*(\d{1,3}[A-Z])$/.exec(leg.seat)?.[1]
  const ticket = /^\d{3}\d{10}$/.exec(leg.airlineNumber + leg.serial)?.[0]
  const flight = /^0*(\d{1,4}[A-Z]?)$/.exec(leg.flight)?.[1]
  if (flight === undefined && leg.flight !== '')
    problems.push(problem('flight_num', `"${leg.flight}" is not a flight number.`))
  const traveler = present({
    ...nameOf(code.name, problems),
    ticket_number: ticket,
    seat_assignment: seat,
    loyalty_no: leg.loyalty,
  })
  const raw = present({
    type: 'Air',
    airline: leg.carrier,
    flight_num: flight,
    origin: leg.from,
    destination: leg.to,
    departure_datetime: date?.date,
    confirmation_no: leg.locator,
    class_of_service: leg.compartment,
    boarding_sequence: leg.sequence.replace(/^0+(?=.)/, ''),
    travelers: Object.keys(traveler).length === 0 ? undefined : [traveler],
    ticket_barcode: text,
  })
  return { at: '', raw: date === null ? null : raw, problems }
}

/** `SAMPLE/ADA MS`: a name that fills its field may go on. */
function nameOf(name: string, problems: DocumentProblem[]): RawFields {
  const [last = '', first = ''] = name.split('/', 2).map((piece) => piece.trim())
  const isCut = name.length === NAME_SIZE
  if (isCut)
    problems.push(
      problem(
        'travelers',
        `The name "${name}" fills all ${NAME_SIZE} characters and may be cut off. The part that may be incomplete was left out.`,
      ),
    )
  if (last === '' || (isCut && first === '')) return {}
  const given = first.replace(/\s(?:MR|MRS|MS|MISS|MSTR|DR|PROF|SIR|INF|CHD)$/i, '')
  return { last_name: last, ...(given !== '' && !isCut && { first_name: given }) }
}
