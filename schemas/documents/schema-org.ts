/**
 * Maps properties of schema.org reservations to fields of segments, in both directions: readers use the first path that
 * has a value, and writers the first path (data/schema-org.json).
 */
import TABLE from '../data/schema-org.json' with { type: 'json' }
import { SEGMENT_DEFINITIONS } from '../segment/catalog.js'
import { commonFields } from '../segment/fields/common.js'
import { fieldKindOf } from '../segment/fields/field-entry.js'
import type { FieldEntry } from '../segment/fields/field-entry.js'
import type { FieldKind } from '../segment/fields/field.js'
import type { SegmentType } from '../segment/fields/segment-types.js'

/** A property on the way to a value, and the type that its object must have. */
export interface PathStep {
  property: string
  ofType: string | null
}

/** Values that are joined into one text, or added up if they are numbers; usually one. */
export type JoinedPaths = readonly PathStep[][]

export interface MappedField {
  field: string
  kind: FieldKind
  paths: readonly JoinedPaths[]
}

/** One kind of reservation, and the segment that it is. */
export interface ReservationKind {
  type: SegmentType
  /** Types of the reservation and of what is reserved. */
  reservation: string
  item: string
  /** Distinguishes kinds of one reservation: `additionalType` of the reserved thing. */
  additionalType: string | null
  /** Values implied by this kind. */
  fixed: Readonly<Record<string, string>>
  fields: readonly MappedField[]
  /** Properties of a `Seat` that together name the seat; empty: no seats. */
  seat: readonly string[]
}

interface Row {
  as?: string
  type?: string
  reservation?: string
  item?: string
  additionalType?: string
  fixed?: Record<string, string>
  places?: Record<string, string>
  fields?: Record<string, string[]>
  seat?: string
}

const words = (text: string): string[] => text.split(' ')
const ROWS = TABLE.rows as readonly Row[]

function kindOf({ as: base, ...row }: Row): ReservationKind {
  const { type, reservation, item, additionalType, fixed, places, fields, seat } = {
    ...(base === undefined ? {} : ROWS.find((other) => other.item === base)),
    ...row,
  } as Required<Row>
  const known = { ...commonFields, ...SEGMENT_DEFINITIONS[type as SegmentType].fields }
  const placePaths = Object.entries(places).flatMap(([prefix, at]) =>
    Object.entries(TABLE.place).map(([name, paths]) => [prefix + name, paths.map((path) => `${at}.${path}`)]),
  )
  const paths: Record<string, string[]> = { ...TABLE.common, ...Object.fromEntries(placePaths), ...fields }
  return {
    type: type as SegmentType,
    reservation,
    item,
    additionalType: additionalType ?? null,
    fixed: fixed ?? {},
    fields: Object.entries(paths).flatMap(([field, texts]) => mappedField(known[field], field, texts)),
    seat: seat === undefined ? [] : words(seat),
  }
}

function mappedField(entry: FieldEntry | undefined, field: string, paths: string[]): MappedField[] {
  if (entry === undefined || entry.presence === 'documentOnly') return []
  return [{ field, kind: fieldKindOf(entry)!, paths: paths.map(parsePath) }]
}

const parsePath = (text: string): JoinedPaths =>
  text.split(' + ').map((path) => path.split('.').map(parseStep))

function parseStep(text: string): PathStep {
  const [, property = '', ofType = null] = /^(\w+)(?:\[(\w+)\])?$/.exec(text) ?? []
  return { property: property === 'item' ? 'reservationFor' : property, ofType }
}

/** In order of preference: for one reservation type, the kind without an `additionalType` is the usual one. */
export const RESERVATION_KINDS: readonly ReservationKind[] = ROWS.map(kindOf)

/** Values of `reservationStatus` for each status; the first one is written. */
export const RESERVATION_STATUSES = Object.entries(TABLE.statuses).map(([status, names]) => ({
  status,
  names: words(names),
}))

/** Properties that reservations inherit from the one they are part of. */
export const INHERITED_PROPERTIES: readonly string[] = words(TABLE.inherited)

/** The type of the object that a property holds. */
export const PROPERTY_TYPES: Readonly<Record<string, string>> = TABLE.types

const FORMS = new Map(Object.entries(TABLE.forms).map(([property, form]) => [property, new RegExp(form)]))

/** Whether a text may be the value of a property: a code is not a name. */
export const fitsProperty = (property: string, text: string): boolean =>
  FORMS.get(property)?.test(text.trim()) ?? true
