/** Travellers of a reservation, each with what its tickets say. */
import type { DocumentProblem } from '../../../schemas/documents/reading.js'
import type { ReservationKind } from '../../../schemas/documents/schema-org.js'
import type { RawFields } from '../../../schemas/segment/validation/end-relations.js'
import { present } from '../json-fields.js'
import { joinedText } from './field-value.js'
import { isNode, textOf, typesOf, valuesAt, valuesOf } from './linked-data.js'
import type { LinkedNode, NodesById } from './linked-data.js'

type Person = Record<string, string>

/** Of a traveller; a person that is named twice is one. */
class Travellers {
  readonly all: Person[] = []
  readonly #byName = new Map<string, Person>()

  add(value: string | LinkedNode): Person | null {
    const person = personOf(value)
    if (person === null) return null
    const name = (
      person['name'] ?? `${person['first_name'] ?? ''} ${person['last_name'] ?? ''}`
    ).toUpperCase()
    const known = this.#byName.get(name)
    if (known !== undefined) return Object.assign(known, { ...person, ...known })
    this.#byName.set(name, person)
    this.all.push(person)
    return person
  }
}

function personOf(value: string | LinkedNode): Person | null {
  if (!isNode(value)) return value.trim() === '' ? null : { name: value.trim() }
  if (typesOf(value).some((type) => type !== 'Person' && type !== 'Thing')) return null
  const text = (property: string): string | null => {
    const [first] = [value[property] ?? []].flat()
    return first === undefined || Array.isArray(first) ? null : textOf(first)
  }
  const person = present({
    first_name: text('givenName'),
    last_name: text('familyName'),
    name: text('name'),
    loyalty_no: isNode(value['memberOf'])
      ? textOf((value['memberOf']['membershipNumber'] as string) ?? '')
      : null,
  })
  return Object.keys(person).some((name) => name !== 'loyalty_no') ? person : null
}

/** What is known of travellers: `travelers`, or the ticket of one whom nobody names. */
export function travellersOf(
  node: LinkedNode,
  { seat, fields }: ReservationKind,
  byId: NodesById,
): { fields: RawFields; problems: DocumentProblem[] } {
  const problems: DocumentProblem[] = []
  const travellers = new Travellers()
  for (const value of valuesOf(node, 'underName', byId)) travellers.add(value)
  const tickets = valuesOf(node, 'reservedTicket', byId).filter(isNode)
  const owned = tickets.map((ticket) => ({
    owner: valuesOf(ticket, 'underName', byId).map((value) => travellers.add(value))[0] ?? null,
    said: ticketOf(ticket, seat, byId),
  }))
  // Mails write both on the reservation itself too.
  owned.push({
    owner: null,
    said: present({
      ticket_number: firstText(node, ['ticketNumber'], byId),
      seat_assignment: firstText(node, ['airplaneSeat'], byId),
    }),
  })
  if (!fields.some(({ field }) => field === 'loyalty_no'))
    owned.push({
      owner: null,
      said: present({ loyalty_no: firstText(node, ['programMembershipUsed', 'membershipNumber'], byId) }),
    })

  const { all } = travellers
  let loose: Person | null = null
  for (const { owner, said } of owned) {
    if (Object.keys(said).length === 0) continue
    const person = owner ?? (all.length === 1 ? all[0]! : null) ?? (all.length === 0 ? (loose ??= {}) : null)
    const isOther =
      person !== null && Object.keys(said).some((name) => (person[name] ?? said[name]) !== said[name])
    if (person === null || isOther)
      problems.push({
        field: Object.keys(said)[0]!,
        description: `"${Object.values(said).join('", "')}" belongs to a traveller who is not named. Write underName for each ticket.`,
      })
    else Object.assign(person, said)
  }
  return { fields: { ...loose, ...(all.length > 0 && { travelers: all }) }, problems }
}

function ticketOf(ticket: LinkedNode, seat: readonly string[], byId: NodesById): Person {
  const parts = seat.flatMap((property) => firstText(ticket, ['ticketedSeat', property], byId) ?? [])
  return present({
    ticket_number: firstText(ticket, ['ticketNumber'], byId),
    seat_assignment: parts.length === 0 ? null : seatText(parts),
  })
}

/** Row `12` and seat `A` are `12A`. */
const seatText = (parts: string[]): string => joinedText(parts).replace(/^(\d{1,3}) ([A-Za-z])$/, '$1$2')

function firstText(node: LinkedNode, path: string[], byId: NodesById): string | null {
  const steps = path.map((property) => ({ property, ofType: null }))
  return valuesAt(node, steps, byId).map(textOf)[0] ?? null
}
