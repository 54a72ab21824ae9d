/** Examples that several responses have, once among the components. */
import type { Json } from './json-schema.js'

/** A shorter example costs less than a reference to it. */
const MIN_LENGTH = 300

/**
 * Replaces equal examples in `nodes` with references to a shared one, and returns the shared ones by name.
 * @param nodes parts of a document, by the name for a shared example that occurs there first
 */
export function shareExamples(nodes: ReadonlyArray<readonly [string, Json]>): Json {
  const places = new Map<string, Array<{ name: string; examples: Json; key: string }>>()
  const visit = (name: string, node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const { examples } = node as { examples?: unknown }
    if (typeof examples === 'object' && examples !== null && !Array.isArray(examples))
      for (const [key, example] of Object.entries(examples)) {
        const text = JSON.stringify(example)
        if (text.length >= MIN_LENGTH)
          places.set(text, [...(places.get(text) ?? []), { name, examples: examples as Json, key }])
      }
    else for (const inner of Object.values(node)) visit(name, inner)
  }
  for (const [name, node] of nodes) visit(name, node)
  const shared: Json = {}
  for (const [text, uses] of places) {
    if (uses.length === 1) continue
    const name = `${uses[0]!.name}${Object.keys(shared).length}`
    shared[name] = JSON.parse(text)
    for (const { examples, key } of uses) examples[key] = { $ref: `#/components/examples/${name}` }
  }
  return shared
}
