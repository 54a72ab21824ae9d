/**
 * The fields of each segment type by number. From intake to document a segment is an array with one slot for each of
 * them; the documents show the first ones, in this order.
 */
import { perType } from './catalog.js'
import { commonFields } from './fields/common.js'
import { fieldKindOf } from './fields/field-entry.js'
import type { FieldEntry } from './fields/field-entry.js'
import type { FieldKind } from './fields/field.js'

export type Slot = number

/** The slot of a name that the type does not have. */
export const NO_SLOT: Slot = -1

/** Where the value of a field is found: in its slot, or by its name if it has none. */
export interface FieldKey {
  name: string
  slot: Slot
}

export interface SlotField extends FieldKey {
  entry: FieldEntry
  kind: FieldKind | undefined
  /** Digits after the point that a decimal is kept with; null for any other field. */
  digits: number | null
}

export interface SegmentSlots {
  /** By slot. */
  fields: readonly SlotField[]
  byName: ReadonlyMap<string, SlotField>
  /** Those that documents show: the first ones. Absent ones are null there. */
  shown: readonly SlotField[]
}

/** The slots of each type: its own fields, then the common ones, and last those that no document shows. */
export const SEGMENT_SLOTS = perType((definition): SegmentSlots => {
  const { source: _source, ...common } = commonFields
  const all = [...Object.entries(definition.fields), ...Object.entries(common)]
  const [shown, hidden] = [
    all.filter(([, entry]) => entry.hidden !== true),
    all.filter(([, entry]) => entry.hidden === true),
  ]
  const fields = [...shown, ...hidden].map(([name, entry], slot): SlotField => {
    const digits = (entry.schema as { 'x-digits'?: number })['x-digits'] ?? null
    return { name, slot, entry, kind: fieldKindOf(entry), digits }
  })
  return {
    fields,
    byName: new Map(fields.map((field) => [field.name, field])),
    shown: fields.slice(0, shown.length),
  }
})
