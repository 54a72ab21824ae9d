/**
 * A document of a fixed shape as an array of values, one for each field in the order of the document. Objects with
 * eighty fields, filled by computed names and then serialised, were a tenth of the CPU of a fold.
 */

import { ENTRIES_MARK, ENTRY_NAMES, GAP_MARK } from '../../../schemas/itinerary/stored/compact-segment.js'
import type { NothingToShow } from '../../../schemas/itinerary/stored/compact-segment.js'
import { isPlainText } from '../../itinerary/lib/json-text.js'

/** The place of a field in its document. */
export type Slot = number

const GAP_BEFORE = 8
const GAP_AFTER = 4
const ENDS_QUOTED = 2
const BEGINS_QUOTED = 1
const FLAGS = 16

/** The fields of a kind of document. */
export class DocumentShape {
  readonly names: readonly string[]
  private readonly slots: ReadonlyMap<string, Slot>
  /** Copied for a document whose fields are all null. */
  readonly noValues: readonly null[]
  /** By slot and flags, what stands before a value: the end of the one before, and the name. */
  private readonly heads: string[] = []
  /** Used again for each document, because growing an array copies it. */
  private readonly pieces: string[] = []
  private readonly shown: Slot[] = []

  /**
   * @param names of the fields in the order of the document
   * @param nothing by slot, the value that is left out (schemas/itinerary/stored/compact-segment.ts); null: every field is written
   */
  constructor(
    names: readonly string[],
    readonly nothing: readonly NothingToShow[] | null = null,
  ) {
    this.names = names
    this.slots = new Map(names.map((name, slot) => [name, slot]))
    this.noValues = names.map(() => null)
  }

  /** The slot of a field; undefined if documents do not have it. */
  slotOf(name: string): Slot | undefined {
    return this.slots.get(name)
  }

  /** @throws {TypeError} when the program starts, if documents do not have the field */
  slot(name: string): Slot {
    const slot = this.slots.get(name)
    if (slot === undefined) throw new TypeError(`documents have no field ${name}`)
    return slot
  }

  /**
   * The JSON of a document. Joined from pieces at once: adding piece by piece made a string for each, a seventh of all that
   * a fold allocated.
   */
  write(values: readonly unknown[]): string {
    const { pieces, shown } = this
    let count = 0
    for (let slot = 0; slot < values.length; slot++)
      if (this.isShown(values[slot], slot)) shown[count++] = slot
    let flags = 0
    for (let i = 0; i < count; i++) {
      const slot = shown[i] as Slot
      const value = values[slot]
      const isPlain = typeof value === 'string' && isPlainText(value)
      if (isPlain) flags |= BEGINS_QUOTED
      if (i + 1 < count && shown[i + 1] !== slot + 1) flags |= GAP_AFTER
      pieces[2 * i] = this.headOf(slot, flags)
      pieces[2 * i + 1] = isPlain ? value : valueText(value)
      flags = (flags & GAP_AFTER ? GAP_BEFORE : 0) | (isPlain ? ENDS_QUOTED : 0)
    }
    pieces[2 * count] = `${flags & ENDS_QUOTED ? '"' : ''}${count === 0 ? '{}' : '}'}`
    pieces.length = 2 * count + 1
    return pieces.join('')
  }

  private isShown(value: unknown, slot: Slot): boolean {
    if (this.nothing === null || slot === 0 || slot === this.names.length - 1) return true
    const nothing = this.nothing[slot]
    if (Array.isArray(nothing)) return !Array.isArray(value) || value.length > 0
    return (value ?? null) !== nothing
  }

  /** Worked out once. */
  private headOf(slot: Slot, flags: number): string {
    const key = slot * FLAGS + flags
    this.heads[key] ??=
      (flags & ENDS_QUOTED ? '"' : '') +
      (slot === 0 ? '{' : ',') +
      (flags & GAP_BEFORE ? GAP_MARK : '') +
      (flags & GAP_AFTER ? GAP_MARK : '') +
      `${JSON.stringify(this.names[slot])}:${flags & BEGINS_QUOTED ? '"' : ''}`
    return this.heads[key]
  }
}

/** A document: the values of its fields by slot. */
export class FixedDocument {
  private json: string | null = null

  constructor(
    readonly shape: DocumentShape,
    readonly values: unknown[] = shape.noValues.slice(),
  ) {}

  /** A document with these fields; of a shape of its own if they are not exactly those of `shape`. */
  static of(fields: Readonly<Record<string, unknown>>, shape: DocumentShape | null = null): FixedDocument {
    const names = Object.keys(fields)
    const isOfShape =
      names.length === shape?.names.length && names.every((name, i) => name === shape.names[i])
    return new FixedDocument(isOfShape ? shape : new DocumentShape(names), Object.values(fields))
  }

  /**
   * The segment document that is stored as this text; of a shape of its own if its fields are not those of `shape`. What a compact
   * text leaves out has nothing to show.
   */
  static read(text: string, shape: DocumentShape): FixedDocument {
    const fields = JSON.parse(text) as Record<string, unknown>
    for (const list of ENTRY_NAMES.keys())
      if (list in fields) fields[list] = StoredEntries.read(list, fields[list])
    if (!text.includes(GAP_MARK)) return FixedDocument.of(fields, shape)
    const document = new FixedDocument(shape, [...(shape.nothing ?? shape.noValues)])
    for (const [name, value] of Object.entries(fields)) {
      const slot = shape.slotOf(name)
      if (slot !== undefined) document.values[slot] = value
    }
    return document
  }

  /** The same with other values of some fields. */
  with(fields: Readonly<Record<string, unknown>>): FixedDocument {
    const { shape, values } = this
    const all = Object.fromEntries(shape.names.map((name, slot) => [name, values[slot]]))
    return FixedDocument.of({ ...all, ...fields }, shape)
  }

  /** The value of a field; undefined if documents of this shape do not have it. */
  get(name: string): unknown {
    const slot = this.shape.slotOf(name)
    return slot === undefined ? undefined : this.values[slot]
  }

  /** @throws {TypeError} if documents of this shape do not have the field */
  set(name: string, value: unknown): void {
    this.values[this.shape.slot(name)] = value
    this.json = null
  }

  /** Sets a field that has no value yet. */
  fill(name: string, value: unknown): void {
    const slot = this.shape.slot(name)
    this.values[slot] ??= value
  }

  toJson(): string {
    this.json ??= this.shape.write(this.values)
    return this.json
  }
}

/**
 * The fields whose values differ between two documents, with the values before; undefined where there was no such
 * field.
 */
export function changedFields(before: FixedDocument, after: FixedDocument): Map<string, unknown> {
  const changed = new Map<string, unknown>()
  const { names } = before.shape
  const all = before.shape === after.shape ? names : new Set([...names, ...after.shape.names])
  for (const name of all) {
    const [old, now] = [before.get(name), after.get(name)]
    if (!isSameValue(old, now)) changed.set(name, old)
  }
  return changed
}

function isSameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true
  return typeof a === 'object' && typeof b === 'object' && valueText(a) === valueText(b)
}

/** The entries of a list as they are stored: without their names (schemas/itinerary/stored/compact-segment.ts). */
export class StoredEntries {
  private constructor(
    private readonly names: readonly string[],
    /** A JSON array of arrays of texts and nulls. */
    private readonly json: string,
  ) {}

  /** @param entries the JSON of each */
  static ofTexts(list: string, entries: readonly string[]): StoredEntries {
    return new StoredEntries(namesIn(list), `[${entries.join()}]`)
  }

  /** A list as it is stored, or complete as by earlier versions; any other value as it is. */
  static read(list: string, value: unknown): unknown {
    if (!Array.isArray(value)) return value
    const names = namesIn(list)
    const rows = (value as Array<unknown[] | Record<string, unknown>>).map((entry) =>
      names.map((name, i) => (Array.isArray(entry) ? entry[i] : entry[name]) ?? null),
    )
    return new StoredEntries(names, JSON.stringify(rows))
  }

  toStored(): string {
    return ENTRIES_MARK + this.json
  }

  /** The entries with their names. */
  toJSON(): unknown[] {
    const rows = JSON.parse(this.json) as unknown[][]
    return rows.map((row) => Object.fromEntries(this.names.map((name, i) => [name, row[i]])))
  }
}

const namesIn = (list: string): readonly string[] => ENTRY_NAMES.get(list) ?? []

/** A value other than plain text as JSON.stringify writes it. */
function valueText(value: unknown): string {
  if (value instanceof StoredEntries) return value.toStored()
  if (value === null || value === undefined) return 'null'
  if (typeof value === 'boolean' || Number.isFinite(value)) return String(value)
  return Array.isArray(value) && value.length === 0 ? '[]' : JSON.stringify(value)
}
