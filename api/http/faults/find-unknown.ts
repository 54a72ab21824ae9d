/** Finds the fields of a body that its schema does not have, nested ones too (contract.md 1). */
import { MAX_ERRORS } from '../../../schemas/segment/validation/limit-errors.js'
import { fieldPath } from '../../../schemas/segment/validation/unknown-field.js'
import type { UnknownField } from '../../../schemas/segment/validation/unknown-field.js'
import type { Shape } from './shape.js'

/**
 * The unknown fields, in the order of the body, and no more than can be reported. Objects whose schema lists no
 * fields may have any.
 */
export function findUnknown(value: unknown, shape: Shape): UnknownField[] {
  const found: UnknownField[] = []
  search(value, [shape], '', found)
  return found
}

/** @param shapes the schemas that the value may have */
function search(value: unknown, shapes: readonly Shape[], path: string, found: UnknownField[]): void {
  if (typeof value !== 'object' || value === null || found.length > MAX_ERRORS) return
  const variants = shapes.flatMap(variantsOf)
  if (Array.isArray(value)) {
    const items = variants.flatMap(({ items: inner }) => inner ?? [])
    if (items.length === 0) return
    for (const [at, entry] of (value as unknown[]).entries()) search(entry, items, `${path}[${at}]`, found)
    return
  }
  const objects = variants.filter(({ type }) => type === 'object')
  if (objects.length === 0 || objects.some(({ properties }) => properties === undefined)) return
  const known = [...new Set(objects.flatMap(({ properties = {} }) => Object.keys(properties)))]
  for (const [name, inner] of Object.entries(value)) {
    if (found.length > MAX_ERRORS) return
    const inside = objects.flatMap(({ properties = {} }) =>
      Object.hasOwn(properties, name) ? [properties[name]!] : [],
    )
    if (inside.length === 0) found.push({ path, name, known })
    else search(inner, inside, fieldPath(path, name), found)
  }
}

const variantsOf = (shape: Shape): Shape[] => shape.anyOf?.flatMap(variantsOf) ?? [shape]
