/** Every field of every type by its name: merging and change events know fields by name alone. */
import { fieldGroupOf, fieldOwnerOf } from './field-entry.js'
import type { FieldEntries, FieldEntry } from './field-entry.js'

/** What a name has to mean in every type that uses it, as one text. */
function sharedMeaning(entry: FieldEntry): string {
  return [
    `group ${fieldGroupOf(entry) ?? 'none'}`,
    `of ${fieldOwnerOf(entry) ?? 'none'}`,
    `mergesWith ${entry.mergesWith ?? 'none'}`,
    `merged ${entry.merged ?? true}`,
    `material ${entry.material ?? false}`,
  ].join(', ')
}

/**
 * The fields of all types in one map.
 * @param owners fields by the name of the type they belong to
 * @throws {TypeError} when the program starts, if a name has other traits in one type than in another
 */
export function fieldsByName(
  owners: Readonly<Record<string, FieldEntries>>,
): ReadonlyMap<string, FieldEntry> {
  const found = new Map<string, { owner: string; entry: FieldEntry }>()
  for (const [owner, fields] of Object.entries(owners))
    for (const [name, entry] of Object.entries(fields)) {
      const known = found.get(name)
      if (known !== undefined && sharedMeaning(known.entry) !== sharedMeaning(entry))
        throw new TypeError(
          `field ${name} is (${sharedMeaning(known.entry)}) in ${known.owner} ` +
            `but (${sharedMeaning(entry)}) in ${owner}; its traits must agree`,
        )
      found.set(name, { owner, entry })
    }
  return new Map([...found].map(([name, { entry }]) => [name, entry]))
}
