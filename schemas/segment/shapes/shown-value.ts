/** The schema of a submitted field as documents show its merged value (contract.md 3). */
import Type from 'typebox'
import type { TObject, TSchema } from 'typebox'
import { Decimal, Local, orNull } from '../../base/formats.js'
import { fieldKindOf } from '../fields/field-entry.js'
import type { FieldEntry } from '../fields/field-entry.js'
import type { FieldKind } from '../fields/field.js'

/**
 * The schema of the submission where it holds for documents too. Decimals may be sent as numbers, and are shown
 * as text; local times may be sent without seconds, and are shown with them; entries of lists have every key.
 * @param submitted the schema of the submission; undefined: the field is only shown
 */
export function shownValue(entry: FieldEntry, submitted: TSchema | undefined): TSchema {
  const nullable = submitted === undefined || isNullable(submitted)
  switch (fieldKindOf(entry)) {
    case 'decimal':
    case 'price':
      return orNull(Decimal((entry.schema as { 'x-shown'?: string })['x-shown'] ?? ''))
    case 'datetime':
      return nullable ? orNull(shownLocal(entry.schema)) : shownLocal(entry.schema)
    case 'list':
      return orNull(shownList(entry.schema as unknown as ListSchema))
    default:
      return submitted ?? orNull(entry.schema)
  }
}

/** The schema of a list as it is submitted. */
interface ListSchema {
  items: TObject
  maxItems?: number
  description?: string
}

function shownList({ items, description = '' }: ListSchema): TSchema {
  return Type.Array(shownEntry(items), { description })
}

const ENTRIES = new WeakMap<TObject, TObject>()

/** The entry of a list as documents show it: one schema for each that is submitted. */
export function shownEntry(submitted: TObject): TObject {
  const known = ENTRIES.get(submitted)
  if (known !== undefined) return known
  const { description } = submitted as { description?: string }
  const properties = Object.entries(submitted.properties as Record<string, TSchema>).map(
    ([name, schema]): [string, TSchema] => {
      const inner = innerOf(schema)
      const shown = (inner as { 'x-kind'?: FieldKind })['x-kind'] === 'datetime' ? shownLocal(inner) : inner
      return [name, isNullable(schema) ? orNull(shown) : shown]
    },
  )
  const shown = Type.Object(Object.fromEntries(properties), { description: description ?? '' })
  ENTRIES.set(submitted, shown)
  return shown
}

const shownLocal = (schema: TSchema): TSchema => Local((schema as { description?: string }).description ?? '')

const isNullable = (schema: TSchema): boolean => (schema as { anyOf?: TSchema[] }).anyOf !== undefined

const innerOf = (schema: TSchema): TSchema => (schema as { anyOf?: TSchema[] }).anyOf?.[0] ?? schema
