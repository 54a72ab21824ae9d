/**
 * A document of a fixed shape as an array of values, one for each field in the order of the document. Objects with
 * eighty fields, filled by computed names and then serialised, were a tenth of the CPU of a fold
 * (decision 73).
 */

/** The place of a field in its document. */
export type Slot = number

const NULL = 'null'

/** The fields of a kind of document. */
export class DocumentShape {
  readonly names: readonly string[]
  private readonly slots: ReadonlyMap<string, Slot>
  /** The document with every field null, and where each null begins. */
  private readonly blank: string
  private readonly nullAt: readonly number[]
  private readonly noValues: readonly null[]

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

  /** A document whose fields are all null. */
  create(): FixedDocument {
    return new FixedDocument(this, this.noValues.slice())
  }

  /** The JSON of a document: the blank one with values in place of nulls. */
  write(values: readonly unknown[]): string {
    const { blank, nullAt } = this
    let text = ''
    let from = 0
    for (let slot = 0; slot < values.length; slot++) {
      const value = values[slot]
      if (value === null || value === undefined) continue
      const at = nullAt[slot] as number
      text += blank.slice(from, at) + valueText(value)
      from = at + NULL.length
    }
    return text + blank.slice(from)
  }
}

/** Values by slot. */
export class FixedDocument {
  constructor(
    private readonly shape: DocumentShape,
    readonly values: unknown[],
  ) {}

  /** The value of a field by its name; undefined if documents do not have it. */
  valueOf(name: string): unknown {
    const slot = this.shape.slotOf(name)
    return slot === undefined ? undefined : this.values[slot]
  }

  toJson(): string {
    return this.shape.write(this.values)
  }
}

/** Text that JSON shows as it is: no quote, backslash, control character or half of a surrogate pair. */
const PLAIN_TEXT = /^[ !#-[\]-\ud7ff\ue000-\uffff]*$/

/** The value as JSON.stringify writes it, without calling that for the plain text that most fields hold. */
export function valueText(value: unknown): string {
  if (typeof value === 'string') return PLAIN_TEXT.test(value) ? `"${value}"` : JSON.stringify(value)
  return Array.isArray(value) && value.length === 0 ? '[]' : JSON.stringify(value)
}
