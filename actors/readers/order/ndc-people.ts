/** Travellers of an NDC message with their tickets. */
import { present } from '../json-fields.js'
import { FORMER, words } from './ndc-lists.js'
import { inside, textAt } from './xml-tree.js'
import type { Element } from './xml-tree.js'

/** A ticket has the airline's number and ten digits (IATA resolution 722). */
const TICKET = /^\d{3}-?\d{10}(?:[-/]\d{1,2})?$/
/** Type of a document that is an EMD. */
const NO_TICKET = new Set(['J', 'Y', 'EMD', 'EMD-A', 'EMD-S', '702'])

/** No more than these are distinguished. */
const MOST_TICKETS = 20

export interface Ticket {
  number: string
  /** Ids of the flights that it names; empty: none. */
  flights: string[]
}

export interface NdcPeople {
  /** Names by the id of the traveller, in their order. */
  names: Map<string, Record<string, unknown>>
  tickets: Map<string, Ticket[]>
}

export function ndcPeople(message: Element, flightsOf: (element: Element) => string[]): NdcPeople {
  const names = new Map<string, Record<string, unknown>>()
  const elements = inside(message, ['Pax', 'Passenger', 'Traveler'], FORMER)
  for (const element of elements) {
    const id = textAt(element, 'PaxID', '@PassengerID', '@PaxID', '@ObjectKey', '@TravelerID', 'PassengerID')
    const name = nameOf(element)
    if (id !== undefined && !names.has(id) && Object.keys(name).length > 0) names.set(id, name)
  }
  const tickets = new Map<string, Ticket[]>()
  for (const info of inside(message, ['TicketDocInfo'], FORMER)) {
    const found = ticketsOf(info, flightsOf).slice(0, MOST_TICKETS)
    for (const person of inside(info, [
      'PaxRefID',
      'PassengerReference',
      'PassengerRef',
      'PassengerReferences',
    ]))
      for (const id of words(person.text))
        tickets.set(id, [...(tickets.get(id) ?? []), ...found].slice(0, MOST_TICKETS))
  }
  return { names, tickets }
}

function nameOf(person: Element): Record<string, unknown> {
  const first = textAt(
    person,
    'Individual/GivenName|Given',
    'Name/Given',
    'GivenName',
    'IdentityDoc/GivenName',
  )
  const middle = textAt(person, 'Individual/MiddleName|Middle', 'Name/Middle')
  return present({
    first_name: [first, middle].filter(Boolean).join(' '),
    last_name: textAt(person, 'Individual/Surname', 'Name/Surname', 'Surname', 'IdentityDoc/Surname'),
    loyalty_no: textAt(
      person,
      'LoyaltyProgramAccount|LoyaltyProgramAcct/AccountNumber',
      'FQTVs/FQTV_ProgramInfo/AccountNumber',
      'FQTVs/FQTV/Account/Number',
    ),
  })
}

function ticketsOf(info: Element, flightsOf: (element: Element) => string[]): Ticket[] {
  return inside(info, ['Ticket', 'TicketDocument']).flatMap((document) => {
    const type = textAt(document, 'TicketDocTypeCode', 'Type/Code', 'Type')
    const number = textAt(document, 'TicketNumber', 'TicketDocNbr')?.replaceAll(' ', '')
    if (number === undefined || !TICKET.test(number) || NO_TICKET.has(type?.toUpperCase() ?? '')) return []
    return [{ number, flights: flightsOf(document) }]
  })
}
