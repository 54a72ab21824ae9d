/** Names of the fields that documents derive for the ends of a segment (contract.md 3). */
import { SEGMENT_KINDS } from '../segment-kinds.js'
import type { SegmentType } from '../fields/segment-types.js'

/** Names of the fields that show the time of one end. */
export interface ShownTimeFields {
  local: string
  utc: string
  zone: string
  abbreviation: string
}

/** Names of the fields that show the place of one end. */
export interface ShownPlaceFields {
  city: string
  admin: string
  country: string
  code: string
  lat: string
  lon: string
}

/** The fields of both ends; null: the type has no such end. */
export interface ShownEnds {
  start: ShownTimeFields
  end: ShownTimeFields | null
  from: ShownPlaceFields
  to: ShownPlaceFields | null
}

/** True for a type whose document has one time zone for both ends. */
export function hasSharedZone(type: SegmentType): boolean {
  return SEGMENT_KINDS[type].startZone === 'time_zone_id'
}

export function shownEnds(type: SegmentType): ShownEnds {
  const kind = SEGMENT_KINDS[type]
  return {
    start: shownTimeFields(kind.start),
    end: kind.end === null ? null : shownTimeFields(kind.end),
    from: shownPlaceFields(kind.from.prefix),
    to: kind.to === null ? null : shownPlaceFields(kind.to.prefix),
  }
}

function shownTimeFields(field: string): ShownTimeFields {
  const stem = field.replace(/_(datetime|date)$/, '')
  return {
    local: field,
    utc: `${stem}_datetime_utc`,
    zone: `${stem}_time_zone_id`,
    abbreviation: `${stem}_time_zone`,
  }
}

function shownPlaceFields(prefix: string): ShownPlaceFields {
  return {
    city: `${prefix}city_name`,
    admin: `${prefix}admin_code`,
    country: `${prefix}country`,
    code: `${prefix}city_code`,
    lat: `${prefix}lat`,
    lon: `${prefix}lon`,
  }
}
