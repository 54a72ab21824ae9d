/**
 * The raw segments of one segment as stored. Their headers are in the segment's state; their fields follow on
 * a line of their own, which is not parsed until it is needed: those of the first raw segment in full, those
 * of the others as differences from the first, or in full where that is shorter. Several sources report
 * nearly the same fields of a flight, and one source repeats them with every change.
 */
import type { Id } from '../../../schemas/base/ids.js'
import type { SegmentType } from '../../../schemas/segment/fields/segment-types.js'
import { ferryFields, isFerryTransport } from '../../itinerary/statement/ferry-body.js'
import { sameJson } from '../../itinerary/lib/same-json.js'
import { NOT_LOADED, RawSegment } from '../../itinerary/statement/raw-segment.js'
import type { Fields, FieldSource, RawSegmentHead, Withdrawn } from '../../itinerary/statement/raw-segment.js'

/** Application, withdrawn fields and replaced raw segments; null if there are none, left out at the end. */
type StoredOrigin = [client?: string | null, withdrawn?: Withdrawn | null, replaced?: readonly Id[]]

/** Id, source, received (epoch milliseconds). */
export type RawSegmentHeader = [Id, string, number, ...StoredOrigin]

/** A raw segment stored alone: id, source, received (epoch milliseconds), fields. */
export type StoredRawSegment = [Id, string, number, Fields, ...StoredOrigin]

function storedOrigin({ client, withdrawn, replaced }: RawSegment): StoredOrigin {
  if (replaced !== undefined) return [client ?? null, withdrawn ?? null, replaced]
  if (withdrawn !== undefined) return [client ?? null, withdrawn]
  return client === undefined ? [] : [client]
}

function originOf([client, withdrawn, replaced]: StoredOrigin): Pick<
  RawSegmentHead,
  'client' | 'withdrawn' | 'replaced'
> {
  return { client: client ?? undefined, withdrawn: withdrawn ?? undefined, replaced }
}

const LINE_END = '\n'

/** A segment's state and, on the second line, the fields of its raw segments. */
export function encodeSegmentState(state: object, raws: readonly RawSegment[]): string {
  return `${JSON.stringify(state)}${LINE_END}${JSON.stringify(encodeFields(raws))}`
}

/**
 * The two lines of `encodeSegmentState`; `fields` is null if there is no second line (evicted, or a row of an
 * earlier version).
 */
export function splitSegmentState(text: string): [state: string, fields: string | null] {
  const end = text.indexOf(LINE_END)
  return end < 0 ? [text, null] : [text.slice(0, end), text.slice(end + 1)]
}

export function rawSegmentHeaders(raws: readonly RawSegment[]): RawSegmentHeader[] {
  return raws.map((raw) => [raw.id, raw.source, raw.receivedAt, ...storedOrigin(raw)])
}

/** The raw segments of headers and the line with their fields; null leaves the fields in the store. */
export function decodeRawSegments(
  type: SegmentType,
  headers: readonly RawSegmentHeader[],
  fields: string | null,
): RawSegment[] {
  const source = fields === null ? NOT_LOADED : lazyFields(fields, type)
  return headers.map(
    ([id, sourceId, receivedAt, ...origin], nth) =>
      new RawSegment({ id, type, source: sourceId, receivedAt, ...originOf(origin) }, null, source, nth),
  )
}

/** A raw segment to be stored alone. */
export function encodeRawSegment(raw: RawSegment): StoredRawSegment {
  return [raw.id, raw.source, raw.receivedAt, raw.fields, ...storedOrigin(raw)]
}

/** The raw segment that `encodeRawSegment` was given. */
export function decodeRawSegment(
  type: SegmentType,
  [id, source, receivedAt, fields, ...origin]: StoredRawSegment,
): RawSegment {
  return new RawSegment({ id, type, source, receivedAt, ...originOf(origin) }, fieldsOfType(type, fields))
}

/** Gives raw segments their fields, which were in the store until now. */
export function attachFields(
  raws: readonly RawSegment[],
  headers: readonly RawSegmentHeader[],
  fields: string,
): void {
  const source = lazyFields(fields, raws[0]?.type)
  headers.forEach(([id], nth) => {
    raws.find((raw) => raw.id === id)?.deferFields(source, nth)
  })
}

/**
 * Full fields, in an array of one; or a difference: fields with other values, null for those that are absent
 * (raw segments have no null).
 */
type StoredFields = Fields | [Fields]

function encodeFields(raws: readonly RawSegment[]): StoredFields[] {
  const first = raws[0]?.fields ?? {}
  return raws.map(({ fields }, nth) => (nth === 0 ? fields : encodeDifference(first, fields)))
}

/** Parses the line when the fields of any raw segment are first read. */
function lazyFields(line: string, type: SegmentType | undefined): FieldSource {
  let parsed: [Fields, ...StoredFields[]] | null = null
  return {
    read: (nth) => {
      parsed ??= JSON.parse(line) as [Fields, ...StoredFields[]]
      const [first] = parsed
      const stored = parsed[nth] ?? {}
      if (nth === 0) return fieldsOfType(type, first)
      return fieldsOfType(type, Array.isArray(stored) ? stored[0] : applyDifference(first, stored))
    },
  }
}

/** The fields of a raw segment as its type has them: a ferry may be stored as the Transport that it was once. */
function fieldsOfType(type: SegmentType | undefined, fields: Fields): Fields {
  return type === 'Ferry' && isFerryTransport('Transport', fields) ? ferryFields(fields) : fields
}

function encodeDifference(first: Fields, fields: Fields): StoredFields {
  const difference: Fields = {}
  for (const key of Object.keys(fields))
    if (!Object.hasOwn(first, key) || !sameJson(first[key], fields[key])) difference[key] = fields[key]
  for (const key of Object.keys(first)) if (!Object.hasOwn(fields, key)) difference[key] = null
  return Object.keys(difference).length > Object.keys(fields).length ? [fields] : difference
}

function applyDifference(first: Fields, difference: Fields): Fields {
  const fields: Fields = {}
  for (const key of Object.keys(first)) if (!Object.hasOwn(difference, key)) fields[key] = first[key]
  for (const key of Object.keys(difference)) if (difference[key] !== null) fields[key] = difference[key]
  return fields
}
