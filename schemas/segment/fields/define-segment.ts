/** How a segment type is defined: its fields in the order of the document, and what the type is as a whole. */
import Type from 'typebox'
import type { TObject, TSchema } from 'typebox'
import { commonProperties, RawSegmentFields } from './common.js'
import { propertiesOf } from './field-entry.js'
import type { FieldEntries } from './field-entry.js'
import { TYPE_MEANING } from './segment-types.js'
import type { SegmentType } from './segment-types.js'
import type { TripTraits } from './trip-traits.js'

/** What the ends of a segment must be to each other (contract.md 5). */
export type EndOrder =
  /** The end is an instant after the start. */
  | 'after'
  /** The end may be the instant of the start. */
  | 'notBefore'
  /** Days: the end not before the start; on one day, neither are the times. */
  | 'days'
  /** There is only one time. */
  | 'single'

export interface SegmentDefinition {
  type: SegmentType
  description: string
  /** Its own fields in document order; the common fields follow them there. */
  fields: FieldEntries
  /** Its own fields that may be submitted and are shown: what submissions and documents of the type have in common. */
  ownFields: TObject
  /** A submission in a batch. */
  schema: TObject
  /**
   * Prefix of the fields that give the place of the start (`pickup_` for `pickup_city_name`, `pickup_lat`), and
   * of the end; null: the end has no place of its own. The text of a place in one field is found by its role,
   * `from` or `to`, and its name as `<prefix>name`.
   */
  fromPrefix: string
  toPrefix: string | null
  endOrder: EndOrder
  /**
   * What a sentence calls the segment, in pieces: `['flight', ' {number}', ' to {to}']`. A piece whose value is
   * not known is left out. Values: number, name, vendor, to (the city of its end).
   */
  phrase: readonly string[]
  /** Minutes by which two sources must differ about an end to be shown as a conflict (RULES 3.5.1). */
  leastConflict: number
  /** What the type is for trips. */
  trip: TripTraits
  /** One of these sets of fields must be sent; null: validation asks for no place. */
  requiredPlace: readonly (readonly string[])[] | null
}

const OWN =
  'Fields of this type. A submission may have them, a segment has them all; null: no source gives it.'
/** Types with the same fields share one schema of them. */
const OWN_FIELDS = new WeakMap<FieldEntries, TObject>()

/** A segment type from its own fields: the common ones are added to what may be submitted. */
export function defineSegment({
  requiredPlace,
  ...definition
}: Omit<SegmentDefinition, 'schema' | 'ownFields' | 'requiredPlace'> & {
  requiredPlace?: readonly (readonly string[])[]
}): SegmentDefinition {
  const { type, description, fields } = definition
  const properties = propertiesOf(fields)
  const whole =
    requiredPlace === undefined ? description : `${description} ${requiredPlaceText(requiredPlace)}`
  const ownFields = OWN_FIELDS.get(fields) ?? Type.Object(shownOf(properties, fields), { description: OWN })
  OWN_FIELDS.set(fields, ownFields)
  const schema = Type.Object(
    {
      type: Type.Literal(type, { description: TYPE_MEANING }),
      ...commonProperties,
      ...properties,
      ...ownFields.properties,
    },
    { description: whole, 'x-extends': [RawSegmentFields, ownFields] },
  )
  return { ...definition, ownFields, schema, requiredPlace: requiredPlace ?? null }
}

/** The sentence that a place is required, with the fields that may give it. */
export function requiredPlaceText(requiredPlace: readonly (readonly string[])[]): string {
  const ways = requiredPlace.map((fields) => fields.join(' with '))
  return `The place is required: send ${ways.slice(0, -1).join(', ')} or ${ways.at(-1)!}.`
}

function shownOf(properties: Record<string, TSchema>, fields: FieldEntries): Record<string, TSchema> {
  return Object.fromEntries(Object.entries(properties).filter(([name]) => fields[name]!.hidden !== true))
}
