/** The fields that the document of one segment type has besides those of all types (contract.md 3). */
import Type from 'typebox'
import type { TSchema } from 'typebox'
import { memoize } from '../../base/memoize.js'
import { Decimal, Instant, Local, Text, orNull } from '../../base/formats.js'
import { LIVE_FIELDS, SEGMENT_DEFINITIONS } from '../catalog.js'
import type { FieldEntries } from '../fields/field-entry.js'
import { SEGMENT_TYPES } from '../fields/segment-types.js'
import type { SegmentType } from '../fields/segment-types.js'
import { SEGMENT_KINDS } from '../segment-kinds.js'
import { hasSharedZone, shownEnds } from './shown-names.js'
import type { ShownPlaceFields, ShownTimeFields } from './shown-names.js'
import { shownValue } from './shown-value.js'

type Properties = Record<string, TSchema>

const VENDOR_FIELDS: Partial<Record<SegmentType, Properties>> = {
  Air: {
    normalized_airline: orNull(Text('IATA code of the carrier.')),
    airline_name: orNull(Text('Name of the carrier.')),
  },
  Car: { normalized_vendor: orNull(Text('Code of the rental company.')) },
}

/**
 * What documents show of submissions, and what they derive; a derived field that may be submitted too is among
 * the submitted ones.
 */
export function ownFields(type: SegmentType): { submitted: Properties; derived: Properties } {
  const { fields, ownFields: sent } = SEGMENT_DEFINITIONS[type]
  const submitted = shownProperties(fields, sent.properties)
  return { submitted, derived: without(derivedFields(type), submitted) }
}

/** The fields that documents show, by the schemas of their submission. */
export function shownProperties(fields: FieldEntries, sent: Properties): Properties {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([, entry]) => entry.hidden !== true)
      .map(([name, entry]) => [name, shownValue(entry, sent[name])]),
  )
}

/** The schedule before its last change. */
export const previousSchedule = (type: SegmentType): TSchema =>
  Type.Union([previousTimes(type), Type.Null()], { description: 'Null: the schedule never changed.' })

/** The times in it: one schema for all types whose times have the same names. */
export function previousTimes(type: SegmentType): TSchema {
  const { start, end } = SEGMENT_KINDS[type]
  return timesNamed(end === null ? start : `${start} ${end}`)
}

const timesNamed = memoize(SEGMENT_TYPES.length, (names: string): TSchema => {
  const times = names.split(' ').map((name) => [name, orNull(Local(`The earlier ${name}.`))] as const)
  return Type.Object(
    { ...Object.fromEntries(times), changed: Instant('When it changed.') },
    { description: 'The schedule before its last change.' },
  )
})

function derivedFields(type: SegmentType): Properties {
  const { start, end, from, to } = shownEnds(type)
  return {
    ...timeProperties(type, 'start', start),
    ...(end === null ? {} : timeProperties(type, 'end', end)),
    ...(hasSharedZone(type)
      ? {
          time_zone_id: orNull(Text('Time zone of the place, an IANA name.')),
          time_zone: orNull(Text('Abbreviation of the time zone at the start.')),
        }
      : {}),
    ...placeProperties('start', from),
    ...(to === null ? {} : placeProperties('end', to)),
    ...VENDOR_FIELDS[type],
    ...(LIVE_FIELDS[type].length === 0 ? {} : { delay_minutes: DELAY }),
  }
}

const DELAY = orNull(
  Type.Integer({
    description:
      'Minutes by which the actual, else the estimated departure is later than scheduled; if neither is known, the ' +
      'same for the arrival. Negative: early. Null: unknown.',
  }),
)

function timeProperties(type: SegmentType, end: string, names: ShownTimeFields): Properties {
  const instant = { [names.utc]: orNull(Instant(`The ${end} as an instant; null if the time is not known.`)) }
  if (SEGMENT_KINDS[type].isByDays) return instant
  return {
    [names.local]: orNull(Local(`The ${end}.`)),
    ...instant,
    [names.zone]: orNull(Text(`Time zone of the ${end}, an IANA name.`)),
    [names.abbreviation]: orNull(Text(`Abbreviation of the time zone at the ${end}.`)),
  }
}

const placeProperties = (end: string, names: ShownPlaceFields): Properties => ({
  [names.city]: orNull(Text(`City of the ${end}.`)),
  [names.admin]: orNull(Text(`State or province of the ${end}.`)),
  [names.country]: orNull(Text(`Country of the ${end}, ISO 3166-1 alpha-2.`)),
  [names.code]: orNull(Text(`IATA code of the city of the ${end}.`)),
  [names.lat]: orNull(Decimal(`Latitude of the ${end}.`)),
  [names.lon]: orNull(Decimal(`Longitude of the ${end}.`)),
})

function without(properties: Properties, others: Properties): Properties {
  return Object.fromEntries(Object.entries(properties).filter(([name]) => others[name] === undefined))
}
