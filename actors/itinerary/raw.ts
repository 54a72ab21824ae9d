/** A raw segment as it is kept: its cleaned fields, or where they are, and what it is known and found by. */
import type { Id } from '../../schemas/ids.js'
import { Away } from './away.js'
import { isSegmentType } from './kinds.js'
import type { SegmentType } from './kinds.js'
import { remembered } from './remembered.js'
import { sameJson } from './same-json.js'
import { sharedTexts } from './shared-text.js'
import type { Statement } from './statement.js'
import { clean } from '../../schemas/text.js'

export type Fields = Record<string, unknown>

/** What a raw segment is known by. */
export interface RawHead {
  id: Id
  type: SegmentType
  source: string
  /** Receive stamp, epoch milliseconds. */
  at: number
  /** The application that submitted it; undefined when none is known. */
  client?: string | undefined
}

/** Fields of the raw segments of one segment that nobody has asked for yet. */
export interface UnreadFields {
  read: (nth: number) => Fields
}

/** Fields that were left in the store. */
export const AWAY: UnreadFields = { read: () => ({}) }

/** What a statement is found by: day of start, day of end (stays alone), key of its locator. */
export type IndexKey = [number | null, number | null, string | null]

/** What is kept of a raw segment. One that was restored reads its fields when they are first asked for: most of a member's never are. */
export class Raw implements RawHead {
  readonly id: Id
  readonly type: SegmentType
  readonly source: string
  readonly at: number
  readonly client: string | undefined
  /** What `statementOf` has made of it. */
  statement: Statement | null = null
  /** Names of its fields in order, once they were asked for. */
  names: readonly string[] | null = null
  /** By which it stands in the index of statements (statements.ts), once it does. */
  key: IndexKey | null = null
  private said: Fields | null
  private unread: UnreadFields | null
  private nth: number

  /** With its fields, or with the place where they are, as the `nth` of those there. */
  constructor(
    { id, type, source, at, client }: RawHead,
    said: Fields | null,
    unread: UnreadFields | null = null,
    nth = 0,
  ) {
    this.id = id
    this.type = type
    this.source = source
    this.at = at
    this.client = client
    this.said = said
    this.unread = unread
    this.nth = nth
  }

  get fields(): Fields {
    if (this.said === null) {
      if (this.unread === AWAY) throw new Away(`what raw segment ${this.id} says`)
      this.said = this.unread?.read(this.nth) ?? {}
      this.unread = null
    }
    return this.said
  }

  /** Lets go of what it says; what it is known and found by stays. */
  rest(): void {
    this.bring(AWAY, 0)
  }

  /** Tells where its fields are, as the `nth` of those there. */
  bring(unread: UnreadFields, nth: number): void {
    this.said = null
    this.names = null
    this.statement = null
    this.unread = unread
    this.nth = nth
  }
}

/** Texts of raw segments that are held once. */
const SHARED = 20_000
const shared = sharedTexts(SHARED)
/** Texts up to this length JSON.parse holds once by itself. */
const SHARED_BY_PARSER = 10

/** What stands beside the fields, and the trip that a write is pinned to. */
const NOT_KEPT = new Set(['type', 'source', 'trip_id'])

/** Names of fields kept in mind; senders may make up as many as they like. */
const REMEMBERED = 5_000
const isKept = remembered(REMEMBERED, (name) => !NOT_KEPT.has(name) && !(name in Object.prototype))

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
      const text = clean(value)
      if (text !== null) out[key] = text === value && text.length <= SHARED_BY_PARSER ? text : shared(text)
    } else out[key] = value
  }
  return out
}

/** The raw segment to keep; null when its type is none of the twelve. */
export function rawOf(id: Id, at: number, body: Fields, client?: string): Raw | null {
  const { type, source } = body
  if (!isSegmentType(type)) return null
  return new Raw(
    { id, type: shared(type) as SegmentType, source: shared(clean(source) ?? 'manual'), at, client },
    cleanFields(body),
  )
}

const inNameOrder = remembered(REMEMBERED, (names): readonly string[] =>
  (JSON.parse(names) as string[]).sort(),
)

/** Names of a raw segment's fields in order: one and the same list for the same names. */
export function namesOf(raw: Raw): readonly string[] {
  raw.names ??= inNameOrder(JSON.stringify(Object.keys(raw.fields)))
  return raw.names
}

/** Whether two raws of one source say the same: one is the other sent again. */
export function sameContent(a: Raw, b: Raw): boolean {
  const keys = Object.keys(a.fields)
  if (keys.length !== Object.keys(b.fields).length) return false
  return keys.every((key) => sameJson(a.fields[key], b.fields[key]))
}
