/**
 * The raw segments of one segment as they are stored: the first one's fields in full, the others' as far as they differ
 * from it. Several sources say nearly the same of a flight, and one source says it again with every change.
 */
import type { Id } from '../../schemas/ids.js'
import type { SegmentType } from '../itinerary/kinds.js'
import { sameJson } from '../itinerary/same-json.js'
import type { Fields, Raw } from '../itinerary/statement.js'

/** A raw segment as stored: id, source, receive stamp, fields, application. */
export type StoredRaw = [Id, string, number, Fields, string?]

/** One raw segment as it is stored, with other fields than its own if they are given. */
export function storedRaw ({ id, source, at, client, fields: all }: Raw, fields = all): StoredRaw {
  return client === undefined ? [id, source, at, fields] : [id, source, at, fields, client]
}

/** The raw segment that `storedRaw` was given, with other fields than those stored if they are given. */
export function rawFrom (type: SegmentType, [id, source, at, all, client]: StoredRaw, fields = all): Raw {
  return client === undefined ? { id, type, source, at, fields } : { id, type, source, at, fields, client }
}

/** Fields of all but the first are differences: what is said otherwise, null for what is not said (fields of raws are never null). */
export function storedRaws (raws: readonly Raw[]): StoredRaw[] {
  const first = raws[0]?.fields ?? {}
  return raws.map((raw, i) => storedRaw(raw, i === 0 ? first : difference(first, raw.fields)))
}

/** The raw segments that `storedRaws` was given. */
export function rawsFrom (type: SegmentType, stored: readonly StoredRaw[]): Raw[] {
  const first = stored[0]?.[3] ?? {}
  return stored.map((one, i) => rawFrom(type, one, i === 0 ? first : sum(first, one[3])))
}

function difference (first: Fields, fields: Fields): Fields {
  const out: Fields = {}
  for (const key of Object.keys(fields)) if (!Object.hasOwn(first, key) || !sameJson(first[key], fields[key])) out[key] = fields[key]
  for (const key of Object.keys(first)) if (!Object.hasOwn(fields, key)) out[key] = null
  return out
}

function sum (first: Fields, difference: Fields): Fields {
  const out: Fields = {}
  for (const key of Object.keys(first)) if (!Object.hasOwn(difference, key)) out[key] = first[key]
  for (const key of Object.keys(difference)) if (difference[key] !== null) out[key] = difference[key]
  return out
}
