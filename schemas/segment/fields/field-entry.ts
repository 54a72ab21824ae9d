/**
 * One field of a segment type, with everything the product knows about it. Validation, OpenAPI, documents,
 * parsing, matching, merging and change detection derive from these entries.
 */
import type { TSchema } from 'typebox'
import { nullable } from './field.js'
import type { FieldKind } from './field.js'

/**
 * Which part of a statement a field gives (RULES 3.1). `zone` serves both ends; `from` and `to` name a place
 * in one field, read as `placeFormat` says; `startTime` and `endTime` are the times of day of a stay whose
 * `start` and `end` are days; `portCalls` are the ports on the way.
 */
export type FieldRole =
  | 'vendor'
  | 'number'
  | 'name'
  | 'start'
  | 'end'
  | 'startTime'
  | 'endTime'
  | 'startZone'
  | 'endZone'
  | 'zone'
  | 'from'
  | 'to'
  | 'portCalls'

/**
 * How a place in a single field is looked up: an airport code, a station's code or name, free text, or the name of
 * a venue, which may contain the name of another town. Ends with `code` or `station` form the type's `route`. For
 * any other format validation reads an airport's time zone from `<prefix>location` or `<prefix>city_code`: a
 * `free` field with a role has to be called `<prefix>location`.
 */
export type PlaceFormat = 'code' | 'station' | 'free' | 'venue'

/**
 * How long what a source said of a field holds (RULES 3.5.2): for the booking; while the service is the same, a
 * flight by its number, day and ends; or while it starts at the same time.
 */
export type FieldLifetime = 'booking' | 'service' | 'times'

/**
 * Whose a field is: of one traveller, or of all on one booking. A companion's never takes the member's place
 * (RULES 3.5.4).
 */
export type FieldOwner = 'traveller' | 'booking'

/** Groups of fields that an installation may rank sources for (RULES 3.5). */
export type FieldGroup = 'schedule' | 'locator' | 'price' | 'seat' | 'names' | 'place'

export interface FieldTraits {
  role?: FieldRole
  /** Of a field with the role `from` or `to`, and of `<prefix>name`. */
  placeFormat?: PlaceFormat
  /** A matching rule reads it although it has no role. */
  matching?: true
  /**
   * Group that an installation may rank sources for (RULES 3.5); times, dates and zones are `schedule` by
   * themselves.
   */
  group?: FieldGroup
  /** Field it is taken together with or not at all, as currency with price. */
  mergesWith?: string
  /** If it is not what follows from the role and group: fields of the type hold for the service. */
  holdsFor?: FieldLifetime
  /** Whose it is, if that does not follow from the group. */
  of?: FieldOwner
  /** False: it describes the statement, not the segment. */
  merged?: false
  /**
   * A change of it makes a change event `material` (RULES 7.6), in every type that has the field and, if a
   * trip has a field of that name, in trips. Date-times need no mark: every shift of 15 minutes is material.
   */
  material?: true
  /** A vendor or end that documents of this kind have: a segment without it carries a warning (RULES 1). */
  expected?: true
  /** A field of live status: a source of that class wins, whatever its priority (RULES 3.6). */
  live?: true
  /** Accepted and used, but not shown in documents. */
  hidden?: true
}

export interface FieldEntry extends FieldTraits {
  schema: TSchema
  presence: 'required' | 'optional' | 'documentOnly'
}

export type FieldEntries = Readonly<Record<string, FieldEntry>>

export const required = (schema: TSchema, traits: FieldTraits = {}): FieldEntry => ({
  ...traits,
  schema,
  presence: 'required',
})

/** May be left out, null or "". */
export const optional = (schema: TSchema, traits: FieldTraits = {}): FieldEntry => ({
  ...traits,
  schema,
  presence: 'optional',
})

/** Shown in documents, but not a documented field of a submission. */
export const documentOnly = (entry: FieldEntry): FieldEntry => ({ ...entry, presence: 'documentOnly' })
export const hidden = (entry: FieldEntry): FieldEntry => ({ ...entry, hidden: true })

/** Every entry of the record, changed by `change`. */
export function mapEntries(fields: FieldEntries, change: (entry: FieldEntry) => FieldEntry): FieldEntries {
  return Object.fromEntries(Object.entries(fields).map(([name, entry]) => [name, change(entry)]))
}

/** Fields under one prefix: `prefixed('pickup_', {...})` names `pickup_city_name` and so on. */
export function prefixed(prefix: string, fields: FieldEntries): FieldEntries {
  return Object.fromEntries(
    Object.entries(fields).map(([name, entry]) => [
      prefix + name,
      entry.mergesWith === undefined ? entry : { ...entry, mergesWith: prefix + entry.mergesWith },
    ]),
  )
}

/** The JSON Schema properties of what may be submitted. */
export function propertiesOf(fields: FieldEntries): Record<string, TSchema> {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([, entry]) => entry.presence !== 'documentOnly')
      .map(([name, entry]) => [name, entry.presence === 'required' ? entry.schema : nullable(entry.schema)]),
  )
}

/** The kind of value a field takes, which its check is chosen by. */
export function fieldKindOf(entry: Pick<FieldEntry, 'schema'>): FieldKind | undefined {
  return (entry.schema as { 'x-kind'?: FieldKind })['x-kind']
}

const OWNER_OF_GROUP: Partial<Record<FieldGroup, FieldOwner>> = {
  names: 'traveller',
  seat: 'traveller',
  locator: 'booking',
}

/** Whose the field is; null: of what is booked, for every traveller. */
export function fieldOwnerOf({ of, group }: FieldEntry): FieldOwner | null {
  return of ?? (group === undefined ? null : (OWNER_OF_GROUP[group] ?? null))
}

const SCHEDULE_KINDS: ReadonlySet<FieldKind | undefined> = new Set(['datetime', 'date', 'time', 'zone'])

/** The group that an installation may rank sources for; null: none. */
export function fieldGroupOf(entry: FieldEntry): FieldGroup | null {
  return entry.group ?? (SCHEDULE_KINDS.has(fieldKindOf(entry)) ? 'schedule' : null)
}
