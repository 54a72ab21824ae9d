/**
 * A raw segment as it is kept in memory: its normalised fields, or where to read them, and what identifies
 * it.
 */
import type { Id } from '../../../schemas/base/ids.js'
import { normaliseLines, normaliseText } from '../../../schemas/base/text.js'
import { NO_SLOT } from '../../../schemas/segment/field-slots.js'
import type { SlotField } from '../../../schemas/segment/field-slots.js'
import { decimalText } from '../../../schemas/segment/fields/decimal.js'
import { isSegmentType } from '../../../schemas/segment/fields/segment-types.js'
import type { SegmentType } from '../../../schemas/segment/fields/segment-types.js'
import { FieldValues } from './field-values.js'
import { ferryFieldName, ferryFields, isFerryTransport } from './ferry-body.js'
import { NotLoadedError } from '../lib/not-loaded-error.js'
import { stringInterner } from '../lib/string-interner.js'

/** A body as it was sent. */
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
  read: (position: number) => FieldValues
}

/**
 * What the index finds a statement by: day of start, day of end (hotels only), comparison form of its
 * locator, id of its entry if it has one.
 */
export type IndexKey = [
  startDay: number | null,
  endDay: number | null,
  locatorKey: string | null,
  entry?: string,
]

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
  /** Its key in the index of statements, while it is in it. */
  indexKey: IndexKey | null = null
  private loaded: FieldValues | null
  /** Null: its fields are loaded, or were left in the store. */
  private fieldSource: FieldSource | null
  private position: number

  /** With its fields, or with the source of them and its position there. */
  constructor(
    { id, type, source, receivedAt, client, withdrawn, replaced }: RawSegmentHead,
    fields: FieldValues | null,
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
  get fields(): FieldValues {
    if (this.loaded === null) {
      if (this.fieldSource === null) throw new NotLoadedError(`fields of raw segment ${this.id}`)
      this.loaded = this.fieldSource.read(this.position)
      this.fieldSource = null
    }
    return this.loaded
  }

  /** Drops its fields from memory; what identifies and finds it stays. */
  evictFields(): void {
    this.deferFields(null, 0)
  }

  /** Sets where to read its fields. */
  deferFields(fieldSource: FieldSource | null, position: number): void {
    this.loaded = null
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

/**
 * RULES N1: strings normalised, decimals as text of the digits that are kept, null and empty omitted, everything
 * else, and the content of a bar code, as sent. A field named like a property of every object (`__proto__`,
 * `constructor`) is omitted.
 */
function normaliseFields(type: SegmentType, raw: Fields): FieldValues {
  const fields = new FieldValues(type)
  for (const name of Object.keys(raw)) {
    const field = fields.slots.byName.get(name)
    const isKept = field !== undefined || !(NOT_KEPT.has(name) || name in Object.prototype)
    const value = isKept ? normaliseValue(raw[name], field) : undefined
    if (value !== undefined) fields.put(field ?? { name, slot: NO_SLOT }, value)
  }
  return fields
}

/** The value to keep; undefined if it is to be omitted. */
function normaliseValue(sent: unknown, field: SlotField | undefined): unknown {
  if (sent === null || sent === undefined) return undefined
  const digits = field?.digits ?? null
  const value = digits === null ? sent : (decimalText(sent, digits) ?? sent)
  if (value === '') return undefined
  if (typeof value !== 'string' || field?.kind === 'verbatim') return value
  const text = field?.kind === 'lines' ? normaliseLines(value) : normaliseText(value)
  if (text === null) return undefined
  return text === value && text.length <= INTERNED_BY_PARSER ? text : intern(text)
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
  const head = { id, type: intern(type) as SegmentType, source, receivedAt, client, withdrawn, replaced }
  return new RawSegment(head, normaliseFields(head.type, body))
}
