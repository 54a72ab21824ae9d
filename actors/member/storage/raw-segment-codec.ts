/**
 * The raw segments of one segment as they are stored. What each is known by stands in the segment's state; what it says
 * follows on a line of its own, which is not read before somebody asks: the first one's fields in full, the others' as far as
 * they differ from it, or in full when that is less. Several sources say nearly the same of a flight, and one source says it
 * again with every change.
 */
import type { Id } from '../../../schemas/base/ids.js'
import type { SegmentType } from '../../../schemas/segment/fields/segment-types.js'
import { sameJson } from '../../itinerary/lib/same-json.js'
import { NOT_LOADED, RawSegment } from '../../itinerary/statement/raw-segment.js'
import type { Fields, FieldSource } from '../../itinerary/statement/raw-segment.js'

/** What a raw segment is known by: id, source, receive stamp, application. */
export type RawSegmentHeader = [Id, string, number, string?]

/** A raw segment alone: id, source, receive stamp, fields, application. */
export type StoredRawSegment = [Id, string, number, Fields, string?]

const LINE = '\n'

/** The state of a segment and what its raw segments say, as one text. */
export function encodeSegmentState(state: object, raws: readonly RawSegment[]): string {
  return `${JSON.stringify(state)}${LINE}${JSON.stringify(differences(raws))}`
}

/** What `storedText` was given: the state, and the text of what the raw segments say; null in a row of before. */
export function splitSegmentState(text: string): [state: string, said: string | null] {
  const end = text.indexOf(LINE)
  return end < 0 ? [text, null] : [text.slice(0, end), text.slice(end + 1)]
}

/** What raw segments are known by. */
export function rawSegmentHeaders(raws: readonly RawSegment[]): RawSegmentHeader[] {
  return raws.map(({ id, source, receivedAt: at, client }) =>
    client === undefined ? [id, source, at] : [id, source, at, client],
  )
}

/** The raw segments of names and of what they say; null: that was left in the store. */
export function decodeRawSegments(
  type: SegmentType,
  names: readonly RawSegmentHeader[],
  said: string | null,
): RawSegment[] {
  const unread = said === null ? NOT_LOADED : unreadFields(said)
  return names.map(
    ([id, source, at, client], nth) =>
      new RawSegment({ id, type, source, receivedAt: at, client }, null, unread, nth),
  )
}

/** One raw segment as it is stored alone. */
export function encodeRawSegment({
  id,
  source,
  receivedAt: at,
  client,
  fields,
}: RawSegment): StoredRawSegment {
  return client === undefined ? [id, source, at, fields] : [id, source, at, fields, client]
}

/** The raw segment that `storedRaw` was given. */
export function decodeRawSegment(
  type: SegmentType,
  [id, source, at, fields, client]: StoredRawSegment,
): RawSegment {
  return new RawSegment({ id, type, source, receivedAt: at, client }, fields)
}

/** Fields in full, in an array of one, or a difference: what is said otherwise, null for what is not said (fields of raws are never null). */
type StoredFields = Fields | [Fields]

/** What the first one says, then what the others say. */
function differences(raws: readonly RawSegment[]): StoredFields[] {
  const first = raws[0]?.fields ?? {}
  return raws.map(({ fields }, nth) => (nth === 0 ? fields : difference(first, fields)))
}

/** Gives the raw segments of names what they say, which was left in the store until now. */
export function attachFields(
  raws: readonly RawSegment[],
  names: readonly RawSegmentHeader[],
  said: string,
): void {
  const unread = unreadFields(said)
  names.forEach(([id], nth) => {
    raws.find((raw) => raw.id === id)?.deferFields(unread, nth)
  })
}

function unreadFields(said: string): FieldSource {
  let all: [Fields, ...StoredFields[]] | null = null
  return {
    read: (nth) => {
      all ??= JSON.parse(said) as [Fields, ...StoredFields[]]
      const [first] = all
      const one = all[nth] ?? {}
      return nth === 0 ? first : Array.isArray(one) ? one[0] : applyDifference(first, one)
    },
  }
}

function difference(first: Fields, fields: Fields): StoredFields {
  const out: Fields = {}
  for (const key of Object.keys(fields))
    if (!Object.hasOwn(first, key) || !sameJson(first[key], fields[key])) out[key] = fields[key]
  for (const key of Object.keys(first)) if (!Object.hasOwn(fields, key)) out[key] = null
  return Object.keys(out).length > Object.keys(fields).length ? [fields] : out
}

function applyDifference(first: Fields, difference: Fields): Fields {
  const out: Fields = {}
  for (const key of Object.keys(first)) if (!Object.hasOwn(difference, key)) out[key] = first[key]
  for (const key of Object.keys(difference)) if (difference[key] !== null) out[key] = difference[key]
  return out
}
