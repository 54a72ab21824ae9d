/** Example values of fields by name, for tables of the reference where the example of the whole has none. */
import BY_NAME from './field-values.json' with { type: 'json' }

/** Places and times of a journey have the same fields, under these names. */
const PREFIX =
  /^(origin|destination|departure|arrival|pickup|dropoff|embark|disembark|start|end|checkin|checkout|begin)_/

const VALUES: Readonly<Record<string, string | number | boolean>> = BY_NAME

/** Values of names that mean something else on their own. */
const AFTER_PREFIX: Readonly<Record<string, string>> = { code: 'ZRH', name: 'Zürich Airport' }

/** The example of a field; undefined if its name says too little. */
export function exampleOfField(name: string): string | number | boolean | undefined {
  const rest = name.replace(PREFIX, '')
  return VALUES[name] ?? (rest === name ? undefined : AFTER_PREFIX[rest]) ?? VALUES[rest]
}
