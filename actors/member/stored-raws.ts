/**
 * The raw segments of one segment as they are stored. What each is known by stands in the segment's state; what it says
 * follows on a line of its own, which is not read before somebody asks: the first one's fields in full, the others' as far as
 * they differ from it, or in full when that is less. Several sources say nearly the same of a flight, and one source says it
 * again with every change.
 */
import type { Id } from '../../schemas/ids.js'
import type { SegmentType } from '../itinerary/kinds.js'
import { sameJson } from '../itinerary/same-json.js'
import { AWAY, Raw } from '../itinerary/raw.js'
import type { Fields, UnreadFields } from '../itinerary/raw.js'

/** What a raw segment is known by: id, source, receive stamp, application. */
export type StoredName = [Id, string, number, string?]

/** A raw segment alone: id, source, receive stamp, fields, application. */
export type StoredRaw = [Id, string, number, Fields, string?]

const LINE = '\n'

/** The state of a segment and what its raw segments say, as one text. */
export function storedText(state: object, raws: readonly Raw[]): string {
  return `${JSON.stringify(state)}${LINE}${JSON.stringify(differences(raws))}`
}

/** What `storedText` was given: the state, and the text of what the raw segments say; null in a row of before. */
export function splitText(text: string): [state: string, said: string | null] {
  const end = text.indexOf(LINE)
  return end < 0 ? [text, null] : [text.slice(0, end), text.slice(end + 1)]
}

/** What raw segments are known by. */
export function storedNames(raws: readonly Raw[]): StoredName[] {
  return raws.map(({ id, source, at, client }) =>
    client === undefined ? [id, source, at] : [id, source, at, client],
  )
}

/** The raw segments of names and of what they say; null: that was left in the store. */
export function rawsFrom(type: SegmentType, names: readonly StoredName[], said: string | null): Raw[] {
  const unread = said === null ? AWAY : unreadFields(said)
  return names.map(
    ([id, source, at, client], nth) => new Raw({ id, type, source, at, client }, null, unread, nth),
  )
}

/** One raw segment as it is stored alone. */
export function storedRaw({ id, source, at, client, fields }: Raw): StoredRaw {
  return client === undefined ? [id, source, at, fields] : [id, source, at, fields, client]
}

/** The raw segment that `storedRaw` was given. */
export function rawFrom(type: SegmentType, [id, source, at, fields, client]: StoredRaw): Raw {
  return new Raw({ id, type, source, at, client }, fields)
}

/** Fields in full, in an array of one, or a difference: what is said otherwise, null for what is not said (fields of raws are never null). */
type Said = Fields | [Fields]

/** What the first one says, then what the others say. */
function differences(raws: readonly Raw[]): Said[] {
  const first = raws[0]?.fields ?? {}
  return raws.map(({ fields }, nth) => (nth === 0 ? fields : difference(first, fields)))
}

/** Gives the raw segments of names what they say, which was left in the store until now. */
export function bringSaid(raws: readonly Raw[], names: readonly StoredName[], said: string): void {
  const unread = unreadFields(said)
  names.forEach(([id], nth) => {
    raws.find((raw) => raw.id === id)?.bring(unread, nth)
  })
}

function unreadFields(said: string): UnreadFields {
  let all: [Fields, ...Said[]] | null = null
  return {
    read: (nth) => {
      all ??= JSON.parse(said) as [Fields, ...Said[]]
      const [first] = all
      const one = all[nth] ?? {}
      return nth === 0 ? first : Array.isArray(one) ? one[0] : sum(first, one)
    },
  }
}

function difference(first: Fields, fields: Fields): Said {
  const out: Fields = {}
  for (const key of Object.keys(fields))
    if (!Object.hasOwn(first, key) || !sameJson(first[key], fields[key])) out[key] = fields[key]
  for (const key of Object.keys(first)) if (!Object.hasOwn(fields, key)) out[key] = null
  return Object.keys(out).length > Object.keys(fields).length ? [fields] : out
}

function sum(first: Fields, difference: Fields): Fields {
  const out: Fields = {}
  for (const key of Object.keys(first)) if (!Object.hasOwn(difference, key)) out[key] = first[key]
  for (const key of Object.keys(difference)) if (difference[key] !== null) out[key] = difference[key]
  return out
}
