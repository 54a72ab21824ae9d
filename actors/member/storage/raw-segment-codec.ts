/**
 * The raw segments of one segment as stored. Their headers are in the segment's state; their fields follow on
 * a line of their own, which is not parsed until it is needed: those of the first raw segment in full, those
 * of the others as differences from the first, or in full where that is shorter. Several sources report
 * nearly the same fields of a flight, and one source repeats them with every change.
 */
import type { Id } from '../../../schemas/base/ids.js'
import type { SegmentType } from '../../../schemas/segment/fields/segment-types.js'
import { ferryFields, isFerryTransport } from '../../itinerary/statement/ferry-body.js'
import { SEGMENT_SLOTS } from '../../../schemas/segment/field-slots.js'
import type { FieldKey } from '../../../schemas/segment/field-slots.js'
import { isPlainText } from '../../itinerary/lib/json-text.js'
import { sameJson } from '../../itinerary/lib/same-json.js'
import { FieldValues } from '../../itinerary/statement/field-values.js'
import { RawSegment } from '../../itinerary/statement/raw-segment.js'
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
  return `${JSON.stringify(state)}${LINE_END}${fieldsLine(raws)}`
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
  const source = fields === null ? null : lazyFields(fields, type)
  return headers.map(
    ([id, sourceId, receivedAt, ...origin], nth) =>
      new RawSegment({ id, type, source: sourceId, receivedAt, ...originOf(origin) }, null, source, nth),
  )
}

/** A raw segment to be stored alone. */
export function encodeRawSegment(raw: RawSegment): StoredRawSegment {
  return [raw.id, raw.source, raw.receivedAt, raw.fields.toJSON(), ...storedOrigin(raw)]
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
  const [first] = raws
  if (first === undefined) return
  const source = lazyFields(fields, first.type)
  headers.forEach(([id], nth) => {
    raws.find((raw) => raw.id === id)?.deferFields(source, nth)
  })
}

/**
 * Full fields, in an array of one; or a difference: fields with other values, null for those that are absent
 * (raw segments have no null).
 */
type StoredFields = Fields | [Fields]

/** Used again for each line, because growing an array copies it. */
const pieces: string[] = []
let count = 0

/** The line with the fields of raw segments. */
function fieldsLine(raws: readonly RawSegment[]): string {
  count = 0
  for (const [nth, { fields }] of raws.entries()) {
    pieces[count++] = nth === 0 ? '[' : ','
    const changed = nth === 0 ? null : differing((raws[0] as RawSegment).fields, fields)
    const given = fields.given()
    const isInFull = changed !== null && changed.length > given.length
    if (isInFull) pieces[count++] = '['
    addFields(fields, changed === null || isInFull ? given : changed)
    if (isInFull) pieces[count++] = ']'
  }
  pieces[count++] = raws.length === 0 ? '[]' : ']'
  pieces.length = count
  return pieces.join('')
}

function differing(first: FieldValues, fields: FieldValues): FieldKey[] {
  const others =
    first.others === null && fields.others === null ? [] : [...first.otherKeys(), ...fields.otherKeys()]
  const keys: FieldKey[] = fields.slots.fields.filter(
    ({ slot }) => !sameJson(first.values[slot], fields.values[slot]),
  )
  const names = new Map(others.map((key) => [key.name, key]))
  return [...keys, ...[...names.values()].filter((key) => !sameJson(first.at(key), fields.at(key)))]
}

/** What stands between the name of a field and the value before it. */
const NAMES = new Map<string, { first: string; next: string }>()
for (const { fields } of Object.values(SEGMENT_SLOTS))
  for (const { name } of fields) NAMES.set(name, { first: `{"${name}":`, next: `,"${name}":` })

/** Written out: objects that are filled by computed names and then serialised take several times as long. */
function addFields(fields: FieldValues, keys: readonly FieldKey[]): void {
  let isFirst = true
  for (const key of keys) {
    const value = fields.at(key)
    const before = NAMES.get(key.name)
    pieces[count++] =
      (isFirst ? before?.first : before?.next) ?? `${isFirst ? '{' : ','}${JSON.stringify(key.name)}:`
    isFirst = false
    const isPlain = typeof value === 'string' && isPlainText(value)
    if (isPlain) pieces[count++] = '"'
    pieces[count++] = isPlain ? value : JSON.stringify(value ?? null)
    if (isPlain) pieces[count++] = '"'
  }
  pieces[count++] = isFirst ? '{}' : '}'
}

/** Parses the line when the fields of any raw segment are first read. */
function lazyFields(line: string, type: SegmentType): FieldSource {
  let parsed: [Fields, ...StoredFields[]] | null = null
  return {
    read: (nth) => {
      parsed ??= JSON.parse(line) as [Fields, ...StoredFields[]]
      const [first] = parsed
      const stored = parsed[nth] ?? {}
      if (nth === 0) return fieldsOfType(type, first)
      return fieldsOfType(type, Array.isArray(stored) ? stored[0] : { ...first, ...stored })
    },
  }
}

/** The fields of a raw segment as its type has them: a ferry may be stored as the Transport that it was once. */
function fieldsOfType(type: SegmentType, fields: Fields): FieldValues {
  const isOldFerry = type === 'Ferry' && isFerryTransport('Transport', fields)
  return FieldValues.of(type, isOldFerry ? ferryFields(fields) : fields)
}
