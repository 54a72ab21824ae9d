/**
 * Names with brackets, as clients in Ruby and PHP write them (contract.md 1.1): `airports[]` and `airports[0]`
 * are entries of the list `airports`, and `segment[origin]` is the field `origin` of a body that is one object.
 */

/** `word[part]`, or `word[part][]`; an entry of a list has no part, or its number. */
const BRACKETS = /^([^[\]]+)\[([^[\]]*)\](?:\[\d{0,4}\])?$/
const ENTRY = /^(.+)\[\d{0,4}\]$/

/**
 * The values of each field of the body, in the order of the form. Names that belong to no field stay as they
 * are.
 * @param isField whether the body has a field of this name
 */
export function resolveBrackets(
  sent: ReadonlyMap<string, string[]>,
  isField: (name: string) => boolean,
): ReadonlyMap<string, string[]> {
  const wrapper = wrapperOf(sent.keys(), isField)
  const fields = new Map<string, string[]>()
  for (const [name, values] of sent) {
    const field = fieldOf(name, wrapper, isField)
    const known = fields.get(field)
    if (known === undefined) fields.set(field, values)
    else known.push(...values)
  }
  return fields
}

/** The word before the brackets of the first field of the body; null if no field has brackets. */
function wrapperOf(names: Iterable<string>, isField: (name: string) => boolean): string | null {
  for (const name of names) {
    const [, word = '', part = ''] = BRACKETS.exec(name) ?? []
    if (word !== '' && !isField(word) && isField(part)) return word
  }
  return null
}

function fieldOf(name: string, wrapper: string | null, isField: (name: string) => boolean): string {
  const [, word = '', part = ''] = BRACKETS.exec(name) ?? []
  if (wrapper !== null && word === wrapper && part !== '') return part
  const list = ENTRY.exec(name)?.[1]
  return list !== undefined && isField(list) ? list : name
}
