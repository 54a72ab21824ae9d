/**
 * RULES 3.5: which fields of a segment are merged, each with those that are taken together with it or not at all.
 */
import { perType } from '../../../schemas/segment/catalog.js'
import { SEGMENT_SLOTS } from '../../../schemas/segment/field-slots.js'
import type { FieldKey, SlotField } from '../../../schemas/segment/field-slots.js'
import { fieldGroupOf } from '../../../schemas/segment/fields/field-entry.js'
import type { FieldGroup } from '../../../schemas/segment/fields/field-entry.js'
import type { FieldValues } from '../statement/field-values.js'

export interface PlannedField {
  field: FieldKey
  /** Group that an installation may rank sources for. */
  group: FieldGroup | null
  /** Taken from the statement that gives the field, if it has them. */
  partners: readonly FieldKey[]
  /** The field and its partners. */
  all: readonly FieldKey[]
}

interface Block extends PlannedField {
  /** The partners, where no statement gives the field. */
  alone: readonly PlannedField[]
}

const NO_PARTNERS: readonly FieldKey[] = []

const planned = (field: SlotField, partners = NO_PARTNERS): PlannedField => ({
  field,
  group: fieldGroupOf(field.entry),
  partners,
  all: [field, ...partners],
})

const MERGED = perType(({ type }) => SEGMENT_SLOTS[type].fields.filter(({ entry }) => entry.merged !== false))

const BLOCKS = perType(({ type }): readonly Block[] =>
  MERGED[type]
    .filter(({ entry }) => entry.mergesWith === undefined)
    .map((field) => {
      const partners = MERGED[type].filter(({ entry }) => entry.mergesWith === field.name)
      return { ...planned(field, partners), alone: partners.map((partner) => planned(partner)) }
    }),
)

/** Senders may use it for what the service decides. */
const RESERVED_NAME = 'segment_id'

/** The fields that any of these statements gives, as they are merged. */
export function plannedFields(given: readonly FieldValues[]): PlannedField[] {
  const [first] = given as [FieldValues]
  const plan: PlannedField[] = []
  for (const block of BLOCKS[first.type])
    if (isGiven(block, given)) plan.push(block)
    else for (const partner of block.alone) if (isGiven(partner, given)) plan.push(partner)
  if (given.every(({ others }) => others === null)) return plan
  for (const field of otherFieldsOf(given))
    plan.push({ field, group: null, partners: NO_PARTNERS, all: [field] })
  return plan
}

/** A loop, because a closure for each field was a twentieth of what a fold allocated. */
function isGiven({ field }: PlannedField, given: readonly FieldValues[]): boolean {
  for (const fields of given) if (fields.at(field) !== undefined) return true
  return false
}

function otherFieldsOf(given: readonly FieldValues[]): FieldKey[] {
  const others = new Map(given.flatMap((fields) => fields.otherKeys()).map((field) => [field.name, field]))
  others.delete(RESERVED_NAME)
  return [...others.values()]
}

/** The fields that a statement gives, without those that describe it and not the segment. */
export function mergedFieldsOf(fields: FieldValues): FieldKey[] {
  const { values } = fields
  const known = MERGED[fields.type].filter(({ slot }) => values[slot] !== undefined)
  return fields.others === null ? known : [...known, ...otherFieldsOf([fields])]
}
