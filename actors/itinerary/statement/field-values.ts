/**
 * What is known of the fields of one segment, by slot: the values themselves, or where each comes from. Names that
 * the type does not have, which senders make up, are in a map of their own.
 */
import { NO_SLOT, SEGMENT_SLOTS } from '../../../schemas/segment/field-slots.js'
import type { FieldKey, SegmentSlots } from '../../../schemas/segment/field-slots.js'
import type { SegmentType } from '../../../schemas/segment/fields/segment-types.js'
import { perType } from '../../../schemas/segment/catalog.js'
import { sameJson } from '../lib/same-json.js'

/** Copied, because an array that grows is copied again and again. */
const EMPTY = perType(({ type }) => SEGMENT_SLOTS[type].fields.map(() => undefined))

const NO_KEYS: readonly FieldKey[] = []

/** An undefined value is one that is not given; null is not used. */
export class FieldValues<Value = unknown> {
  readonly slots: SegmentSlots
  others: Map<string, Value> | null = null

  constructor(
    readonly type: SegmentType,
    readonly values: Array<Value | undefined> = EMPTY[type].slice(),
  ) {
    this.slots = SEGMENT_SLOTS[type]
  }

  /** The values of an object by their names; null is left out. */
  static of(type: SegmentType, record: Readonly<Record<string, unknown>>): FieldValues {
    const fields = new FieldValues(type)
    for (const name of Object.keys(record)) fields.set(name, record[name] ?? undefined)
    return fields
  }

  /** Where a field of this name is. */
  keyOf(name: string): FieldKey {
    return this.slots.byName.get(name) ?? { name, slot: NO_SLOT }
  }

  at({ slot, name }: FieldKey): Value | undefined {
    return slot === NO_SLOT ? this.others?.get(name) : this.values[slot]
  }

  put({ slot, name }: FieldKey, value: Value | undefined): void {
    if (slot !== NO_SLOT) this.values[slot] = value
    else if (value === undefined) this.others?.delete(name)
    else (this.others ??= new Map()).set(name, value)
  }

  /** The value of a field by its name; undefined for no name. */
  get(name: string | null): Value | undefined {
    return name === null ? undefined : this.at(this.keyOf(name))
  }

  set(name: string, value: Value | undefined): void {
    this.put(this.keyOf(name), value)
  }

  copy(): FieldValues<Value> {
    const copy = new FieldValues<Value>(this.type, this.values.slice())
    if (this.others !== null) copy.others = new Map(this.others)
    return copy
  }

  /** The fields that have a value, in the order of their slots, other names last. */
  given(): FieldKey[] {
    const known = this.slots.fields.filter(({ slot }) => this.values[slot] !== undefined)
    return this.others === null ? known : [...known, ...this.otherKeys()]
  }

  otherKeys(): readonly FieldKey[] {
    return this.others === null ? NO_KEYS : [...this.others.keys()].map((name) => ({ name, slot: NO_SLOT }))
  }

  entries(): Array<[name: string, Value]> {
    return this.given().map((key) => [key.name, this.at(key) as Value])
  }

  toJSON(): Record<string, Value> {
    return Object.fromEntries(this.entries())
  }
}

export function haveSameValues(a: FieldValues, b: FieldValues): boolean {
  return (
    a.values.every((value, slot) => sameJson(value, b.values[slot])) &&
    (a.others?.size ?? 0) === (b.others?.size ?? 0) &&
    [...(a.others ?? [])].every(([name, value]) => sameJson(value, b.others?.get(name)))
  )
}

/**
 * Order by content: of the first field in alphabetical order in which the two differ, who has it comes before who
 * has not, and else the value that is first as JSON.
 */
export function compareValues(a: FieldValues, b: FieldValues): number {
  let first: FieldKey | null = null
  for (const keys of [a.slots.fields, a.otherKeys(), b.otherKeys()])
    for (const key of keys)
      if ((first === null || key.name < first.name) && !sameJson(a.at(key), b.at(key))) first = key
  if (first === null) return 0
  const [value, otherValue] = [a.at(first), b.at(first)]
  if (value === undefined || otherValue === undefined) return value === undefined ? 1 : -1
  return `${JSON.stringify(value)}]` < `${JSON.stringify(otherValue)}]` ? -1 : 1
}
