/**
 * Reservations of schema.org as mails, pages and programs write them: JSON-LD and microdata in HTML, and JSON files
 * (schema.org/Reservation, Google's and Microsoft's mail markup, the export of KItinerary).
 */
import { documentText } from '../document-text.js'
import { ignoredPart, refusedPart } from '../reader.js'
import type { DocumentReader, FoundPart, ReceivedDocument } from '../reader.js'
import { parseLenientJson } from './lenient-json.js'
import { isNode, isReference, linkedValue, typesOf, valuesOf } from './linked-data.js'
import type { LinkedNode, LinkedValue } from './linked-data.js'
import { markupOf } from './markup.js'
import type { MarkedUp } from './markup.js'
import { hasItem, inheriting, isReservation, ofAll, reservationParts } from './reservation.js'

/** Journeys that are no reservations: somebody may travel so. */
const JOURNEYS = new Set(['Flight', 'TrainTrip', 'BusTrip', 'BoatTrip'])
const NAMES_TYPE =
  /["'/:\s](?:(?:[A-Z][A-Za-z]{0,40})?Reservation|ReservationPackage|Flight|TrainTrip|BusTrip|BoatTrip)["'\s/>]/
const NAMES_EVENT = /["'/:\s](?:[A-Z][A-Za-z]{0,40})?Event["'\s/>]/
const IS_MARKUP = /@type|itemtype/
const MAX_DEPTH = 30
/** Of a document: more than a life of travelling. */
const MAX_PARTS = 10_000

const TOO_MANY = `The document has more than ${MAX_PARTS.toLocaleString('en')} reservations. Send the rest as another document.`
const UNREADABLE = 'This is not complete JSON (RFC 8259); it may be cut off.'

export const schemaOrg: DocumentReader = {
  format: 'schema-org',
  source: 'email_parser',
  accepts: ({ bytes, mediaType, appointments }) => {
    const text = documentText(bytes)
    const isOfForm = /^\s*[<{[]/.test(text) || mediaType === 'text/html'
    return (
      isOfForm && IS_MARKUP.test(text) && (NAMES_TYPE.test(text) || (appointments && NAMES_EVENT.test(text)))
    )
  },
  read: (document) => partsOf(rootsOf(documentText(document.bytes)), document),
}

function rootsOf(text: string): MarkedUp[] {
  if (!/^\s*[{[]/.test(text)) return markupOf(text)
  const json = parseLenientJson(text)
  return [{ line: null, value: json === undefined ? null : linkedValue(json) }]
}

/** What the parts of one document share. */
class Document {
  readonly byId = new Map<string, LinkedNode>()
  /** Ids that others refer to: those of parts of reservations, and of anything. */
  readonly #subIds = new Set<string>()
  readonly #ids = new Set<string>()
  readonly #read = new Set<LinkedNode>()
  readonly parts: FoundPart[] = []

  constructor(readonly appointments: boolean) {}

  /** Notes the ids in a value. */
  note(value: LinkedValue, property = '', depth = 0): void {
    if (typeof value === 'string' || depth > MAX_DEPTH) return
    if (Array.isArray(value)) {
      for (const entry of value) this.note(entry, property, depth + 1)
      return
    }
    const id = value['@id']
    if (typeof id === 'string') {
      if (!isReference(value)) this.byId.set(id, value)
      else (property === 'subReservation' ? this.#subIds : this.#ids).add(id)
    }
    for (const [name, inner] of Object.entries(value)) this.note(inner, name, depth + 1)
  }

  /** Adds the parts of a value. `isTop`: what says nothing about travel is a part as well. */
  add(value: LinkedValue, at: string, isTop: boolean, depth = 0): void {
    if (typeof value === 'string' || depth > MAX_DEPTH) return
    if (Array.isArray(value)) {
      for (const [row, entry] of value.entries()) this.add(entry, `${at}[${row}]`, isTop, depth + 1)
      return
    }
    if (this.#isFull()) return
    const before = this.parts.length
    const id = value['@id']
    if (isReservation(value)) {
      if (typeof id !== 'string' || !this.#subIds.has(id)) this.#addReservation(value, at, depth)
      return
    }
    if (this.#addOther(value, at)) return
    const isGraph = value['@graph'] !== undefined
    for (const [name, inner] of Object.entries(value))
      this.add(inner, `${at}.${name}`, isTop && name === '@graph', depth + 1)
    const isNamed = typeof id === 'string' && this.#ids.has(id)
    if (isTop && !isGraph && !isNamed && this.parts.length === before) this.parts.push(ignoredPart(at))
  }

  /** Adds reservations that are only parts of one another. */
  addRest(): void {
    for (const id of this.#subIds) {
      const node = this.byId.get(id)
      if (node !== undefined && isReservation(node) && !this.#read.has(node) && !this.#isFull())
        this.#addReservation(node, id, 0)
    }
  }

  #isFull = (): boolean => this.parts.length > MAX_PARTS

  #take(parts: Iterable<FoundPart>): void {
    for (const part of parts) {
      if (this.#isFull()) return
      this.parts.push(this.parts.length < MAX_PARTS ? part : refusedPart(part.at, TOO_MANY))
    }
  }

  #addReservation(node: LinkedNode, at: string, depth: number): void {
    this.#read.add(node)
    const subs = valuesOf(node, 'subReservation', this.byId, MAX_PARTS + 1).filter(
      (sub): sub is LinkedNode => isNode(sub) && !this.#read.has(sub),
    )
    for (const sub of subs) this.#read.add(sub)
    if (subs.length === 0 || hasItem(node, this.byId))
      this.#take(reservationParts(node, at, this.byId, MAX_PARTS + 1))
    const first = this.parts.length
    for (const [row, sub] of subs.entries())
      if (depth < MAX_DEPTH && !this.#isFull())
        this.#addReservation(inheriting(sub, node), `${at}.subReservation[${row}]`, depth + 1)
    if (subs.length > 1 && !hasItem(node, this.byId))
      this.parts[first]?.problems.push(...ofAll(node, subs.length))
  }

  /** True if the node is a journey or an event, which is accounted for. */
  #addOther(node: LinkedNode, at: string): boolean {
    const types = typesOf(node)
    const isNamed = typeof node['@id'] === 'string' && this.#ids.has(node['@id'])
    const journey = types.find((type) => JOURNEYS.has(type))
    if (journey !== undefined && !isNamed)
      this.parts.push(
        refusedPart(
          at,
          `A ${journey} by itself is not a reservation. Write it as the reservationFor of one.`,
          '@type',
        ),
      )
    const isEvent = this.appointments && types.some((type) => type.endsWith('Event'))
    if (isEvent && !isNamed) {
      const reservation = { '@type': 'EventReservation', reservationFor: node }
      this.#take(reservationParts(reservation, at, this.byId, 1))
    }
    return journey !== undefined || isEvent
  }
}

function partsOf(roots: MarkedUp[], { appointments }: ReceivedDocument): FoundPart[] {
  const document = new Document(appointments)
  for (const { value } of roots) if (value !== null) document.note(value)
  for (const { line, value } of roots) {
    const at = line === null ? '$' : `line ${line}, $`
    if (value === null) document.parts.push(refusedPart(at, UNREADABLE))
    else document.add(value, at, true)
  }
  document.addRest()
  return document.parts
}
