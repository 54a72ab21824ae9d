/**
 * Where each segment type keeps its name, ends and places, derived from the roles of its fields (RULES 1).
 */
import { perType } from './catalog.js'
import type { SegmentDefinition } from './fields/define-segment.js'
import type { FieldRole, PlaceFormat } from './fields/field-entry.js'
import type { SegmentType } from './fields/segment-types.js'

/**
 * How a place is given: a code, station or free text in one field, its name, and fields with a prefix
 * (`start_city_name`, `lat`).
 */
export interface PlaceFieldNames {
  text: string | null
  format: PlaceFormat | null
  /** Field of its name, and how that is looked up. */
  name: string | null
  nameFormat: PlaceFormat | null
  prefix: string
}

export interface SegmentKind {
  /** Field of the airline, hotel chain, car company or line. */
  vendor: string | null
  number: string | null
  name: string | null
  start: string
  end: string | null
  from: PlaceFieldNames
  to: PlaceFieldNames | null
  startZone: string
  endZone: string
  /** Field that names its leg. */
  legName: string | null
  /** Fields of the codes or stations of both ends; null: the ends are not named that way. */
  route: { from: string; to: string } | null
  /** Its ends are days, as those of a hotel: documents add only their instants. */
  isByDays: boolean
  /** Field of the ports on the way. */
  portCalls: string | null
}

function fieldWithRole({ fields }: SegmentDefinition, role: FieldRole): string | null {
  return Object.keys(fields).find((name) => fields[name]?.role === role) ?? null
}

function placeFieldNames(definition: SegmentDefinition, end: 'from' | 'to'): PlaceFieldNames | null {
  const prefix = end === 'from' ? definition.fromPrefix : definition.toPrefix
  if (prefix === null) return null
  const text = fieldWithRole(definition, end)
  const nameFormat = definition.fields[`${prefix}name`]?.placeFormat ?? null
  return {
    text,
    format: text === null ? null : (definition.fields[text]?.placeFormat ?? null),
    name: nameFormat === null ? null : `${prefix}name`,
    nameFormat,
    prefix,
  }
}

function routeOf(from: PlaceFieldNames, to: PlaceFieldNames | null): SegmentKind['route'] {
  if (from.format !== 'code' && from.format !== 'station') return null
  return from.text === null || to === null || to.text === null ? null : { from: from.text, to: to.text }
}

function checkTripTraits({ type, trip }: SegmentDefinition, legName: string | null): void {
  if (trip.legName !== null && legName === null)
    throw new TypeError(`segment type ${type} has no field for the ${trip.legName} of its leg`)
}

/** @throws {TypeError} when the program starts, if a definition lacks a role or field that it needs. */
function segmentKindOf(definition: SegmentDefinition): SegmentKind {
  const start = fieldWithRole(definition, 'start')
  const from = placeFieldNames(definition, 'from')
  const zone = fieldWithRole(definition, 'zone')
  const startZone = fieldWithRole(definition, 'startZone') ?? zone
  const endZone = fieldWithRole(definition, 'endZone') ?? zone
  if (start === null || from === null || startZone === null || endZone === null)
    throw new TypeError(`segment type ${definition.type} needs a start, a start place and time zones`)
  const to = placeFieldNames(definition, 'to')
  const { legName: legNameRole } = definition.trip
  const legName = legNameRole === null ? null : fieldWithRole(definition, legNameRole)
  checkTripTraits(definition, legName)
  return {
    vendor: fieldWithRole(definition, 'vendor'),
    number: fieldWithRole(definition, 'number'),
    name: fieldWithRole(definition, 'name'),
    start,
    end: fieldWithRole(definition, 'end'),
    from,
    to,
    startZone,
    endZone,
    legName,
    route: routeOf(from, to),
    isByDays: definition.endOrder === 'days',
    portCalls: fieldWithRole(definition, 'portCalls'),
  }
}

export const SEGMENT_KINDS: Readonly<Record<SegmentType, SegmentKind>> = perType(segmentKindOf)
