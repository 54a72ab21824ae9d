/** TripIt's JSON: the answers of its API v1, or all trips of an account in one file. */
import { instantText } from '../../../schemas/base/wall-time.js'
import type { DocumentProblem } from '../../../schemas/documents/reading.js'
import type { RawFields } from '../../../schemas/segment/validation/end-relations.js'
import { at, listAt, present, textAt } from '../json-fields.js'
import { ignoredPart, refusedPart } from '../reader.js'
import type { FoundPart } from '../reader.js'
import { cruiseOf } from './tripit-cruise.js'
import { TRIPIT_COMMON, TRIPIT_DETAILS, TRIPIT_KINDS, TRIPIT_OTHERS } from './tripit-kinds.js'
import type { FieldPaths, TripItKind } from './tripit-kinds.js'
import { timesOf } from './tripit-times.js'

const MOST_LEVELS = 12
const MOST_PARTS = 20_000
const MOST_PEOPLE = 99
const OBJECT_NAME = /^([a-z]{1,20})objects?$/i
/** Code of a flight status. */
const CANCELLED_FLIGHT = '400'

/** Whether a text names objects as TripIt does. */
export const isTripIt = (text: string): boolean =>
  /^\s*[[{]/.test(text) &&
  /"(?:air|lodging|car|rail|transport|cruise|restaurant|activity|parking|note)objects?"\s*:/i.test(text)

export function readTripIt(document: unknown): FoundPart[] {
  const parts: FoundPart[] = []
  const waiting: Array<{ value: unknown; path: string; level: number }> = [
    { value: document, path: '', level: 0 },
  ]
  for (let next = waiting.pop(); next !== undefined && parts.length < MOST_PARTS; next = waiting.pop()) {
    const { value, path, level } = next
    if (typeof value !== 'object' || value === null || level > MOST_LEVELS) continue
    const inner: typeof waiting = []
    const names = Array.isArray(value) ? value.keys() : Object.keys(value)
    for (const key of names) {
      const name = String(key)
      const below = (value as Record<string, unknown>)[name]
      if (typeof below !== 'object' || below === null) continue
      const kind = Array.isArray(value) ? undefined : OBJECT_NAME.exec(name)?.[1]?.toLowerCase()
      const here = pathTo(path, name, Array.isArray(value))
      if (kind === undefined) inner.push({ value: below, path: here, level: level + 1 })
      else for (const part of partsOf(kind, below, here)) parts.push(part)
    }
    for (const one of inner.reverse()) waiting.push(one)
  }
  return parts.length < MOST_PARTS
    ? parts
    : [
        ...parts.slice(0, MOST_PARTS),
        refusedPart('document', `The file has more than ${MOST_PARTS} objects. Split it.`),
      ]
}

function pathTo(path: string, name: string, isList: boolean): string {
  if (isList) return `${path}[${name}]`
  return path === '' ? name : `${path}.${name}`
}

function partsOf(kind: string, below: unknown, path: string): FoundPart[] {
  if (Array.isArray(below))
    return below
      .slice(0, MOST_PARTS)
      .flatMap((object, position) => objectParts(kind, object, `${path}[${position}]`))
  return objectParts(kind, below, path)
}

function objectParts(name: string, object: unknown, path: string): FoundPart[] {
  if (TRIPIT_OTHERS.has(name)) return [ignoredPart(path)]
  if (name === 'cruise') return [{ at: path, ...withCommon(object, object, cruiseOf(object), 'Traveler') }]
  const kind = TRIPIT_KINDS[name]
  if (kind === undefined)
    return [refusedPart(path, `"${name}" is not a supported kind of TripIt object. Enter it as an activity.`)]
  if (!kind.hasSegments) return [{ at: path, ...oneSegment(detailed(name, object), object, object) }]
  const segments = listAt(object, 'Segment').slice(0, MOST_PARTS)
  if (segments.length === 0)
    return [refusedPart(path, 'The object has no "Segment" with its times and places. Add one.')]
  const isList = Array.isArray(at(object, 'Segment'))
  return segments.map((segment, position) => ({
    at: `${path}.Segment${isList ? `[${position}]` : ''}`,
    ...oneSegment(detailed(name, segment), object, segment),
  }))
}

function detailed(name: string, segment: unknown): TripItKind {
  const detail = textAt(segment, 'detail_type_code')
  return TRIPIT_KINDS[TRIPIT_DETAILS[`${name} ${detail}`] ?? name]!
}

interface Read {
  raw: RawFields
  problems: DocumentProblem[]
}

function oneSegment(kind: TripItKind, object: unknown, segment: unknown): Read {
  const { fields, problems } = timesOf(kind, segment)
  const places = Object.entries(kind.places).flatMap(([prefix, name]) =>
    Object.entries(placeFields(at(segment, name), prefix, prefix === 'origin_' || prefix === 'destination_')),
  )
  const raw = {
    type: kind.type,
    ...fields,
    ...Object.fromEntries(places),
    ...valuesOf(kind.fields, object, segment),
  }
  return withCommon(object, segment, { raw, problems }, kind.people)
}

/** What every object may have: status, travellers, locators, price, version. */
function withCommon(object: unknown, segment: unknown, { raw, problems }: Read, people: string): Read {
  const cost = costOf(textAt(object, 'total_cost'))
  const changed = Number(textAt(object, 'last_modified') ?? NaN)
  const id = textAt(segment, 'id')
  return {
    raw: {
      // TripIt reads the traveller's mails.
      source: 'email_parser',
      ...raw,
      ...valuesOf(TRIPIT_COMMON, object, segment),
      ...present({
        status: statusOf(object, segment),
        travelers: listAt(object, people)
          .slice(0, MOST_PEOPLE)
          .map(travelerOf)
          .filter((one) => Object.keys(one).length > 0),
        entry_id: id === undefined ? undefined : `tripit/${String(raw['type'])}/${id}`,
        supplier_updated: changed > 0 && changed < 7e9 ? instantText(changed * 1_000) : undefined,
        ...('price' in cost && cost),
      }),
    },
    problems: 'wrong' in cost ? [...problems, { field: 'total_cost', description: cost.wrong }] : problems,
  }
}

function statusOf(object: unknown, segment: unknown): string | undefined {
  if (textAt(segment, 'Status.flight_status') === CANCELLED_FLIGHT) return 'Cancelled'
  return String(at(object, 'is_purchased')) === 'false' ? 'Pending' : undefined
}

function valuesOf(paths: FieldPaths, object: unknown, segment: unknown): Record<string, unknown> {
  return present(
    Object.fromEntries(
      Object.entries(paths).map(([field, path]) => {
        const names = typeof path === 'string' ? [path] : path
        const text = textAt(segment, ...names) ?? textAt(object, ...names)
        return [field, field.startsWith('number_of_') && /^\d{1,3}$/.test(text ?? '') ? Number(text) : text]
      }),
    ),
  )
}

const travelerOf = (person: unknown): Record<string, unknown> =>
  present({
    first_name: [textAt(person, 'first_name'), textAt(person, 'middle_name')].filter(Boolean).join(' '),
    last_name: textAt(person, 'last_name'),
    ticket_number: textAt(person, 'ticket_num'),
    loyalty_no: textAt(person, 'frequent_traveler_num'),
  })

/** @param isStation a station has no street */
function placeFields(address: unknown, prefix: string, isStation: boolean): Record<string, unknown> {
  const fields = {
    address1: isStation ? undefined : textAt(address, 'addr1', 'address'),
    address2: isStation ? undefined : textAt(address, 'addr2'),
    city_name: textAt(address, 'city'),
    admin_code: textAt(address, 'state'),
    postal_code: isStation ? undefined : textAt(address, 'zip'),
    country: textAt(address, 'country'),
    lat: textAt(address, 'latitude'),
    lon: textAt(address, 'longitude'),
  }
  return present(Object.fromEntries(Object.entries(fields).map(([name, value]) => [prefix + name, value])))
}

/** The currency by its code; a sign such as $ is that of several. */
function costOf(text: string | undefined): { price: string; currency: string } | { wrong: string } | object {
  if (text === undefined) return {}
  const currency = /(?<![A-Z])[A-Z]{3}(?![A-Z])/.exec(text)?.[0] ?? (text.includes('€') ? 'EUR' : undefined)
  const digits = /\d[\d.,' ]*/
    .exec(text)?.[0]
    .trim()
    .replace(/[' ]|,(?=\d{3}(?!\d))/g, '')
  if (currency !== undefined && digits !== undefined && /^\d+(\.\d+)?$/.test(digits))
    return { price: digits, currency }
  return {
    wrong: `"${text.slice(0, 40)}" is not an amount with a currency code. Write it as 120.50 EUR.`,
  }
}
