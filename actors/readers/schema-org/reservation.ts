/** A reservation of schema.org as raw segments: one for each thing that is reserved. */
import type { DocumentProblem } from '../../../schemas/documents/reading.js'
import {
  INHERITED_PROPERTIES,
  RESERVATION_KINDS,
  RESERVATION_STATUSES,
} from '../../../schemas/documents/schema-org.js'
import type { ReservationKind } from '../../../schemas/documents/schema-org.js'
import { SEGMENT_DEFINITIONS } from '../../../schemas/segment/catalog.js'
import { SEGMENT_KINDS } from '../../../schemas/segment/segment-kinds.js'
import type { RawFields } from '../../../schemas/segment/validation/end-relations.js'
import { refusedPart } from '../reader.js'
import type { FoundPart } from '../reader.js'
import { fieldValue } from './field-value.js'
import { bareName, isNode, textOf, typesOf, valuesAt, valuesOf } from './linked-data.js'
import type { LinkedNode, NodesById } from './linked-data.js'
import { travellersOf } from './travellers.js'

const GENERAL = 'Reservation'

/** Whether a node is a reservation by its type. */
export const isReservation = (node: LinkedNode): boolean =>
  typesOf(node).some((type) => type.endsWith('Reservation') || type === 'ReservationPackage')

const STATUS_BY_NAME = new Map(
  RESERVATION_STATUSES.flatMap(({ status, names }) =>
    names.map((name) => [name.toUpperCase(), status] as const),
  ),
)

/**
 * The parts of a reservation itself, without those that it consists of.
 * @param at where it stands
 */
export function reservationParts(node: LinkedNode, at: string, byId: NodesById, most: number): FoundPart[] {
  const items = valuesOf(node, 'reservationFor', byId, most)
  if (items.length <= 1) return [partOf(node, items[0], at, byId)]
  const shared = Object.fromEntries(Object.entries(node).filter(([name]) => !OF_ONE.has(name)))
  const parts = items.map((item, row) =>
    partOf({ ...shared, reservationFor: item }, item, `${at}.reservationFor[${row}]`, byId),
  )
  parts[0]!.problems.push(...ofAll(node, items.length))
  return parts
}

/** Properties of a whole that are of none of its parts, or of one that is not known. */
const OF_ONE: ReadonlySet<string> = new Set([
  'totalPrice',
  'price',
  'reservedTicket',
  'airplaneSeat',
  'boardingGroup',
  'passengerSequenceNumber',
])

/** What is not read of a whole of `count` parts. */
export const ofAll = (node: LinkedNode, count: number): DocumentProblem[] =>
  Object.keys(node)
    .filter((name) => OF_ONE.has(name))
    .map((name) => ({
      field: name,
      description: `"${name}" applies to ${count} reservations together. Write it in each of them.`,
    }))

/** What a reservation has from the one it is part of. */
export function inheriting(node: LinkedNode, from: LinkedNode): LinkedNode {
  const inherited = INHERITED_PROPERTIES.filter(
    (name) => node[name] === undefined && from[name] !== undefined,
  )
  return { ...node, ...Object.fromEntries(inherited.map((name) => [name, from[name]!])) }
}

function partOf(
  node: LinkedNode,
  item: string | LinkedNode | undefined,
  at: string,
  byId: NodesById,
): FoundPart {
  const kind = kindOf(node, item)
  if (kind === null) return refusedPart(at, unknownKind(node), '@type')
  const raw: RawFields = { type: kind.type }
  const problems: DocumentProblem[] = []
  addStatus(raw, node, item, problems)
  addFields(raw, kind, node, { byId, problems })
  addPair(raw, ['price', 'currency'], problems)
  const { from, to } = SEGMENT_KINDS[kind.type]
  for (const { prefix } of [from, to ?? from]) addPair(raw, [`${prefix}lat`, `${prefix}lon`], problems)
  const isLeg = Object.keys(raw).some(
    (name) => name !== 'type' && name in SEGMENT_DEFINITIONS[kind.type].fields,
  )
  if (isLeg || raw['status'] !== 'Cancelled') Object.assign(raw, kind.fixed)
  else if (item !== undefined) return { at, raw: null, problems: [...problems, NO_LEG] }
  for (const end of [from, to])
    if (end?.text != null && end.name !== null && raw[end.name] === raw[end.text]) delete raw[end.name]
  const travellers = travellersOf(node, kind, byId)
  const known = SEGMENT_DEFINITIONS[kind.type].schema.properties
  const own = Object.entries(travellers.fields).filter(([name]) => known[name] !== undefined)
  return { at, raw: { ...raw, ...Object.fromEntries(own) }, problems: [...problems, ...travellers.problems] }
}

function kindOf(node: LinkedNode, item: string | LinkedNode | undefined): ReservationKind | null {
  const itemTypes = item !== undefined && isNode(item) ? typesOf(item) : []
  const types = typesOf(node)
  const kinds = RESERVATION_KINDS.filter(({ reservation, item }) =>
    types.includes(GENERAL) ? itemTypes.includes(item) : types.includes(reservation),
  )
  const additional =
    item !== undefined && isNode(item) ? textOf((item['additionalType'] as string) ?? '') : null
  return (
    kinds.find(({ additionalType }) => additionalType !== null && additionalType === additional) ??
    kinds.find(({ additionalType }) => additionalType === null) ??
    null
  )
}

/** A cancellation of no leg would be that of the whole booking. */
const NO_LEG: DocumentProblem = {
  field: 'reservationFor',
  description: 'What is cancelled cannot be identified. Write its times and places.',
}

const NAMES = [...new Set(RESERVATION_KINDS.map(({ reservation }) => reservation))]
  .filter((name) => name !== GENERAL)
  .join(', ')

const unknownKind = (node: LinkedNode): string =>
  `"${typesOf(node).join(' ').slice(0, 60)}" is not a supported reservation type. Use one of ${NAMES}.`

function addStatus(
  raw: RawFields,
  node: LinkedNode,
  item: string | LinkedNode | undefined,
  problems: DocumentProblem[],
): void {
  const texts = [
    node['reservationStatus'],
    item !== undefined && isNode(item) ? item['eventStatus'] : undefined,
  ]
    .flat()
    .flatMap((value) => (value === undefined || Array.isArray(value) ? [] : (textOf(value) ?? [])))
  const statuses = texts.map((text) => STATUS_BY_NAME.get(bareName(text).toUpperCase()))
  const status = statuses.find((one) => one === 'Cancelled') ?? statuses[0]
  if (status !== undefined) raw['status'] = status
  else if (node['reservationStatus'] !== undefined && texts[0] !== undefined)
    problems.push({
      field: 'status',
      description:
        `"${texts[0].slice(0, 60)}" is not a schema.org reservationStatus and was read as confirmed. ` +
        'Use ReservationConfirmed, ReservationPending or ReservationCancelled.',
    })
}

function addFields(
  raw: RawFields,
  { type, fields }: ReservationKind,
  node: LinkedNode,
  { byId, problems }: { byId: NodesById; problems: DocumentProblem[] },
): void {
  const { start, end, startZone, endZone } = SEGMENT_KINDS[type]
  for (const field of fields) {
    const found = fieldValue(field, node, byId)
    if (found?.problem !== undefined) problems.push({ field: field.field, description: `${found.problem}.` })
    if (found?.value === undefined) continue
    raw[field.field] = found.value
    if (found.zone === undefined) continue
    if (field.field === start) raw[startZone] ??= found.zone
    if (field.field === end) raw[endZone] ??= found.zone
  }
}

/** Of two fields that go together, one alone is not taken. */
function addPair(raw: RawFields, pair: readonly [string, string], problems: DocumentProblem[]): void {
  const [given, ...rest] = pair.filter((name) => raw[name] !== undefined)
  if (given === undefined || rest.length > 0) return
  const lacking = pair.find((name) => name !== given)!
  const value = raw[given]
  delete raw[given]
  if (given !== 'currency')
    problems.push({
      field: given,
      description: `"${String(value)}" needs ${lacking}. Write both.`,
    })
}

/** Whether the path to what is reserved leads anywhere. */
export const hasItem = (node: LinkedNode, byId: NodesById): boolean =>
  valuesAt(node, [{ property: 'reservationFor', ofType: null }], byId).length > 0
