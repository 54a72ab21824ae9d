/**
 * A document of a fixed shape as an array of values, one for each field in the order of the document. Objects with
 * eighty fields, filled by computed names and then serialised, were a tenth of the CPU of a fold.
 */

import { isPlainText } from '../../itinerary/lib/json-text.js'

/** The place of a field in its document. */
export type Slot = number

const NULL = 'null'
/** Before the first slot. */
const START: Slot = -1

/** The fields of a kind of document. */
export class DocumentShape {
  readonly names: readonly string[]
  private readonly slots: ReadonlyMap<string, Slot>
  /** The document with every field null, and where each null begins. */
  private readonly blank: string
  private readonly nullAt: readonly number[]
  /** Copied for a document whose fields are all null. */
  readonly noValues: readonly null[]
  private readonly gaps = new Map<number, string>()
  /** Used again for each document, because growing an array copies it. */
  private readonly pieces: string[] = []

  /** @param names of the fields in the order of the document */
  constructor(names: readonly string[]) {
    this.names = names
    this.slots = new Map(names.map((name, slot) => [name, slot]))
    this.noValues = names.map(() => null)
    let blank = ''
    this.nullAt = names.map((name, slot) => {
      blank += `${slot === 0 ? '{' : ','}${JSON.stringify(name)}:${NULL}`
      return blank.length - NULL.length
    })
    this.blank = `${blank}}`
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
   * The JSON of a document: the blank one with values in place of nulls. Joined from pieces at once: adding piece by
   * piece made a string for each, a seventh of all that a fold allocated.
   */
  write(values: readonly unknown[]): string {
    const { pieces } = this
    let count = 0
    let last = START
    let isQuoted = false
    for (let slot = 0; slot < values.length; slot++) {
      const value = values[slot]
      if (value === null || value === undefined) continue
      const isPlain = typeof value === 'string' && isPlainText(value)
      pieces[count++] = this.between(last, slot, isQuoted, isPlain)
      pieces[count++] = isPlain ? value : valueText(value)
      last = slot
      isQuoted = isPlain
    }
    pieces[count++] = this.between(last, values.length, isQuoted, false)
    pieces.length = count
    return pieces.join('')
  }

  /** The text between the values of two slots, with the quotes around plain text; worked out once. */
  private between(last: Slot, next: Slot, endsQuoted: boolean, beginsQuoted: boolean): string {
    const key =
      (((last + 1) * (this.names.length + 1) + next) << 2) | (endsQuoted ? 2 : 0) | (beginsQuoted ? 1 : 0)
    let text = this.gaps.get(key)
    if (text === undefined) {
      const from = last === START ? 0 : (this.nullAt[last] as number) + NULL.length
      const until = this.nullAt[next] ?? this.blank.length
      text = `${endsQuoted ? '"' : ''}${this.blank.slice(from, until)}${beginsQuoted ? '"' : ''}`
      this.gaps.set(key, text)
    }
    return text
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

/** A value that was written already. */
export class WrittenValue {
  constructor(readonly json: string) {}
}

/** A value other than plain text as JSON.stringify writes it. */
function valueText(value: unknown): string {
  if (value instanceof WrittenValue) return value.json
  if (typeof value === 'boolean' || Number.isFinite(value)) return String(value)
  return Array.isArray(value) && value.length === 0 ? '[]' : JSON.stringify(value)
}
