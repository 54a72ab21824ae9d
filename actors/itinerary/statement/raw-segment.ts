/**
 * A raw segment as it is kept in memory: its normalised fields, or where to read them, and what identifies
 * it.
 */
import type { Id } from '../../../schemas/base/ids.js'
import { normaliseLines, normaliseText } from '../../../schemas/base/text.js'
import { DECIMAL_DIGITS, MULTILINE_FIELDS, VERBATIM_FIELDS } from '../../../schemas/segment/catalog.js'
import { decimalText } from '../../../schemas/segment/fields/decimal.js'
import { isSegmentType } from '../../../schemas/segment/fields/segment-types.js'
import type { SegmentType } from '../../../schemas/segment/fields/segment-types.js'
import { memoize } from '../../../schemas/base/memoize.js'
import { fieldList } from './field-lists.js'
import { ferryFieldName, ferryFields, isFerryTransport } from './ferry-body.js'
import { NotLoadedError } from '../lib/not-loaded-error.js'
import { sameJson } from '../lib/same-json.js'
import { stringInterner } from '../lib/string-interner.js'

export type Fields = Record<string, unknown>

/** What identifies a raw segment. */
export interface RawSegmentHead {
  id: Id
  type: SegmentType
  source: string
  /** Epoch milliseconds. */
  receivedAt: number
  /** The application that submitted it; undefined if unknown. */
  client?: string | undefined
  /** Fields of earlier statements about the booking that it withdraws. */
  withdrawn?: Withdrawn | undefined
  /** Ids of the raw segments that it took the place of, in order; undefined: none. */
  replaced?: readonly Id[] | undefined
}

/** Names of fields, or every one that the statement does not give; undefined: none (RULES 3.5.2). */
export type Withdrawn = readonly string[] | 'rest'

/** Reads the fields of a segment's raw segments on first use, by position. */
export interface FieldSource {
  read: (position: number) => Fields
}

/** The source of fields that were left in the store. */
export const NOT_LOADED: FieldSource = { read: () => ({}) }

/**
 * What the index finds a statement by: day of start, day of end (hotels only), comparison form of its
 * locator.
 */
export type IndexKey = [startDay: number | null, endDay: number | null, locatorKey: string | null]

/**
 * One raw segment. A restored one reads its fields on first use, because most are never used.
 */
export class RawSegment implements RawSegmentHead {
  readonly id: Id
  readonly type: SegmentType
  readonly source: string
  readonly receivedAt: number
  readonly client: string | undefined
  readonly withdrawn: Withdrawn | undefined
  readonly replaced: readonly Id[] | undefined
  /** The statement that `statementOf` made of it; only that function reads it. */
  statement: object | null = null
  /** Names of its fields in order, once `fieldNames` was called. */
  sortedNames: readonly string[] | null = null
  /** Its key in the index of statements, while it is in it. */
  indexKey: IndexKey | null = null
  private loaded: Fields | null
  private fieldSource: FieldSource | null
  private position: number

  /** With its fields, or with the source of them and its position there. */
  constructor(
    { id, type, source, receivedAt, client, withdrawn, replaced }: RawSegmentHead,
    fields: Fields | null,
    fieldSource: FieldSource | null = null,
    position = 0,
  ) {
    this.id = id
    this.type = type
    this.source = source
    this.receivedAt = receivedAt
    this.client = client
    this.withdrawn = withdrawn
    this.replaced = replaced
    this.loaded = fields
    this.fieldSource = fieldSource
    this.position = position
  }

  /** @throws {NotLoadedError} if they were evicted */
  get fields(): Fields {
    if (this.loaded === null) {
      if (this.fieldSource === NOT_LOADED) throw new NotLoadedError(`fields of raw segment ${this.id}`)
      this.loaded = this.fieldSource?.read(this.position) ?? {}
      this.fieldSource = null
    }
    return this.loaded
  }

  /** Drops its fields from memory; what identifies and finds it stays. */
  evictFields(): void {
    this.deferFields(NOT_LOADED, 0)
  }

  /** Sets where to read its fields. */
  deferFields(fieldSource: FieldSource, position: number): void {
    this.loaded = null
    this.sortedNames = null
    this.statement = null
    this.fieldSource = fieldSource
    this.position = position
  }
}

/** Repeated texts are held in memory once. */
const MAX_INTERNED = 20_000
const intern = stringInterner(MAX_INTERNED)
/** Texts up to this length are interned by JSON.parse. */
const INTERNED_BY_PARSER = 10

/** Not fields of a segment: its type, its source, and the trip that a write is pinned to. */
const NOT_KEPT = new Set(['type', 'source', 'trip_id'])

/** Field names that are remembered; senders may make up any number. */
const MAX_REMEMBERED = 5_000

/** How the values of a field are normalised. */
interface FieldRule {
  isKept: boolean
  /** The digits that a decimal keeps; null for any other field. */
  digits: number | null
  isVerbatim: boolean
  hasLines: boolean
}

const ruleOf = memoize(MAX_REMEMBERED, (name): FieldRule => ({
  isKept: !NOT_KEPT.has(name) && !(name in Object.prototype),
  digits: DECIMAL_DIGITS.get(name) ?? null,
  isVerbatim: VERBATIM_FIELDS.has(name),
  hasLines: MULTILINE_FIELDS.has(name),
}))

/**
 * RULES N1: strings normalised, decimals as text of the digits that are kept, null and empty omitted, everything
 * else, and the content of a bar code, as sent. A field named like a
 * property of every object (`__proto__`, `constructor`) is omitted: it would be found in raw segments that do
 * not have it.
 */
function normaliseFields(raw: Fields): { fields: Fields; sortedNames: readonly string[] } {
  const names: string[] = []
  const values: unknown[] = []
  for (const name of Object.keys(raw)) {
    const value = normaliseValue(ruleOf(name), raw[name])
    if (value === null) continue
    names.push(name)
    values.push(value)
  }
  const { sorted, blank } = fieldList(names)
  const fields: Fields = { ...blank }
  for (let i = 0; i < names.length; i++) fields[names[i] as string] = values[i]
  return { fields, sortedNames: sorted }
}

/** The value to keep; null if it is to be omitted. */
function normaliseValue({ isKept, digits, isVerbatim, hasLines }: FieldRule, sent: unknown): unknown {
  if (sent === null || sent === undefined || !isKept) return null
  const value = digits === null ? sent : (decimalText(sent, digits) ?? sent)
  if (value === '') return null
  if (typeof value !== 'string' || isVerbatim) return value
  const text = hasLines ? normaliseLines(value) : normaliseText(value)
  return text === null || (text === value && text.length <= INTERNED_BY_PARSER) ? text : intern(text)
}

/** The raw segment to keep; null if its type is unknown. A ferry that was sent as a Transport is a Ferry (RULES 1). */
export function parseRawSegment(
  id: Id,
  receivedAt: number,
  body: Fields,
  { client, withdrawn, replaced }: Pick<RawSegmentHead, 'client' | 'withdrawn' | 'replaced'> = {},
): RawSegment | null {
  if (isFerryTransport(body.type, body))
    return parseRawSegment(id, receivedAt, ferryFields({ ...body, type: 'Ferry' }), {
      client,
      withdrawn: Array.isArray(withdrawn) ? withdrawn.map(ferryFieldName) : withdrawn,
      replaced,
    })
  const { type } = body
  if (!isSegmentType(type)) return null
  const source = intern(normaliseText(body.source) ?? 'manual')
  const { fields, sortedNames } = normaliseFields(body)
  const head = { id, type: intern(type) as SegmentType, source, receivedAt, client, withdrawn, replaced }
  const raw = new RawSegment(head, fields)
  raw.sortedNames = sortedNames
  return raw
}

/** Names of a raw segment's fields in order: one and the same list for the same names. */
export function fieldNames(raw: RawSegment): readonly string[] {
  raw.sortedNames ??= fieldList(Object.keys(raw.fields)).sorted
  return raw.sortedNames
}

/** True if two raw segments of one source have the same content: one is the other sent again. */
export function hasSameContent(a: RawSegment, b: RawSegment): boolean {
  const names = Object.keys(a.fields)
  if (names.length !== Object.keys(b.fields).length) return false
  return names.every((name) => sameJson(a.fields[name], b.fields[name]))
}
