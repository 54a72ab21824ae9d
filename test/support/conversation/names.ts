/** Values that a conversation has kept under names, and texts that name them. */
const DAY_MS = 86_400_000
const REFERENCE = /\$([a-z]\w*)([+-]\d+)?/g

export type Names = Map<string, unknown>

function valueOf(name: string, names: Names): unknown {
  if (!names.has(name)) throw new Error(`there is no $${name}`)
  return names.get(name)
}

/** The text with values in place of their names; `$day+3` is the date in three days. */
export function filledText(text: string, names: Names): string {
  return text.replaceAll(REFERENCE, (_, name: string, days = '') => {
    if (name !== 'day') return String(valueOf(name, names)) + days
    return new Date(Date.now() + Number(days) * DAY_MS).toISOString().slice(0, 10)
  })
}

/**
 * The JSON value with values in place of their names. The field `...` stands for the fields of an object, or of several;
 * the element `...$name` for those of a list.
 */
export function filledValue(value: unknown, names: Names): unknown {
  if (typeof value === 'string') {
    const [, name = ''] = /^\$([a-z]\w*)$/.exec(value) ?? []
    return name === '' || name === 'day' ? filledText(value, names) : valueOf(name, names)
  }
  if (Array.isArray(value)) return value.flatMap((one) => filledElement(one, names))
  if (typeof value !== 'object' || value === null) return value
  const made: Record<string, unknown> = {}
  for (const [field, inner] of Object.entries(value)) {
    const filled = filledValue(inner, names)
    if (field === '...') Object.assign(made, ...[filled].flat())
    else made[filledText(field, names)] = filled
  }
  return made
}

function filledElement(value: unknown, names: Names): unknown[] {
  const [, list = ''] = /^\.\.\.\$(\w+)$/.exec(String(value)) ?? []
  return list === '' ? [filledValue(value, names)] : (valueOf(list, names) as unknown[])
}
