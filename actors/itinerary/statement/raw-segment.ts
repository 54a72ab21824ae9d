/** A raw segment as it is kept: its cleaned fields, or where they are, and what it is known and found by. */
import type { Id } from '../../../schemas/base/ids.js'
import { NotLoadedError } from '../lib/not-loaded-error.js'
import { isSegmentType } from '../../../schemas/segment/fields/segment-types.js'
import type { SegmentType } from '../../../schemas/segment/fields/segment-types.js'
import { memoize } from '../lib/memoize.js'
import { sameJson } from '../lib/same-json.js'
import { stringInterner } from '../lib/string-interner.js'
import type { Statement } from './statement.js'
import { normaliseText } from '../../../schemas/base/text.js'

export type Fields = Record<string, unknown>

/** What a raw segment is known by. */
export interface RawSegmentHead {
  id: Id
  type: SegmentType
  source: string
  /** Receive stamp, epoch milliseconds. */
  receivedAt: number
  /** The application that submitted it; undefined when none is known. */
  client?: string | undefined
}

/** Fields of the raw segments of one segment that nobody has asked for yet. */
export interface FieldSource {
  read: (nth: number) => Fields
}

/** Fields that were left in the store. */
export const NOT_LOADED: FieldSource = { read: () => ({}) }

/** What a statement is found by: day of start, day of end (stays alone), key of its locator. */
export type IndexKey = [number | null, number | null, string | null]

/** What is kept of a raw segment. One that was restored reads its fields when they are first asked for: most of a member's never are. */
export class RawSegment implements RawSegmentHead {
  readonly id: Id
  readonly type: SegmentType
  readonly source: string
  readonly receivedAt: number
  readonly client: string | undefined
  /** What `statementOf` has made of it. */
  statement: Statement | null = null
  /** Names of its fields in order, once they were asked for. */
  sortedNames: readonly string[] | null = null
  /** By which it stands in the index of statements (statements.ts), once it does. */
  indexKey: IndexKey | null = null
  private said: Fields | null
  private unread: FieldSource | null
  private nth: number

  /** With its fields, or with the place where they are, as the `nth` of those there. */
  constructor(
    { id, type, source, receivedAt: at, client }: RawSegmentHead,
    said: Fields | null,
    unread: FieldSource | null = null,
    nth = 0,
  ) {
    this.id = id
    this.type = type
    this.source = source
    this.receivedAt = at
    this.client = client
    this.said = said
    this.unread = unread
    this.nth = nth
  }

  get fields(): Fields {
    if (this.said === null) {
      if (this.unread === NOT_LOADED) throw new NotLoadedError(`what raw segment ${this.id} says`)
      this.said = this.unread?.read(this.nth) ?? {}
      this.unread = null
    }
    return this.said
  }

  /** Lets go of what it says; what it is known and found by stays. */
  evictFields(): void {
    this.deferFields(NOT_LOADED, 0)
  }

  /** Tells where its fields are, as the `nth` of those there. */
  deferFields(unread: FieldSource, nth: number): void {
    this.said = null
    this.sortedNames = null
    this.statement = null
    this.unread = unread
    this.nth = nth
  }
}

/** Texts of raw segments that are held once. */
const SHARED = 20_000
const shared = stringInterner(SHARED)
/** Texts up to this length JSON.parse holds once by itself. */
const SHARED_BY_PARSER = 10

/** What stands beside the fields, and the trip that a write is pinned to. */
const NOT_KEPT = new Set(['type', 'source', 'trip_id'])

/** Names of fields kept in mind; senders may make up as many as they like. */
const REMEMBERED = 5_000
const isKept = memoize(REMEMBERED, (name) => !NOT_KEPT.has(name) && !(name in Object.prototype))

/**
 * Cleans a raw segment's fields: strings as N1, null and empty left out, all else as sent. A field called like what every
 * object has (`__proto__`, `constructor`) is left out: it would be found in raw segments that do not say it.
 */
function cleanFields(raw: Fields): Fields {
  const out: Fields = {}
  for (const key of Object.keys(raw)) {
    const value = raw[key]
    if (value === null || value === undefined || !isKept(key)) continue
    if (typeof value === 'string') {
      const text = normaliseText(value)
      if (text !== null) out[key] = text === value && text.length <= SHARED_BY_PARSER ? text : shared(text)
    } else out[key] = value
  }
  return out
}

/** The raw segment to keep; null when its type is none of the twelve. */
export function parseRawSegment(id: Id, at: number, body: Fields, client?: string): RawSegment | null {
  const { type, source } = body
  if (!isSegmentType(type)) return null
  return new RawSegment(
    {
      id,
      type: shared(type) as SegmentType,
      source: shared(normaliseText(source) ?? 'manual'),
      receivedAt: at,
      client,
    },
    cleanFields(body),
  )
}

const inNameOrder = memoize(REMEMBERED, (names): readonly string[] => (JSON.parse(names) as string[]).sort())

/** Names of a raw segment's fields in order: one and the same list for the same names. */
export function fieldNames(raw: RawSegment): readonly string[] {
  raw.sortedNames ??= inNameOrder(JSON.stringify(Object.keys(raw.fields)))
  return raw.sortedNames
}

/** Whether two raws of one source say the same: one is the other sent again. */
export function hasSameContent(a: RawSegment, b: RawSegment): boolean {
  const keys = Object.keys(a.fields)
  if (keys.length !== Object.keys(b.fields).length) return false
  return keys.every((key) => sameJson(a.fields[key], b.fields[key]))
}
