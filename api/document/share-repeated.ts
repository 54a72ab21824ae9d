/**
 * What several operations repeat is written once: examples and responses that are the same become components, and
 * the operations refer to them. Keeps the document small enough for tools and people.
 */
import type { Json } from './json-schema.js'

/** Shorter ones are not worth a reference. */
const LEAST_CHARACTERS = 75

type Operations = ReadonlyArray<{ id: string; object: Json }>
type Kind = 'schemas' | 'examples' | 'responses' | 'parameters' | 'requestBodies'
/** An object that holds shared ones under a key each. */
interface Place {
  holder: Json
  key: string
  /** The name that it gives to what it holds. */
  name: string
}

/** Replaces what `operations` repeat by references; returns the components. */
export function shareRepeated(operations: Operations): Record<Kind, Json> {
  const parameters = share('parameters', operations.flatMap(parameterPlaces))
  const schemas = share('schemas', operations.flatMap(bodySchemaPlaces))
  const examples = share('examples', operations.flatMap(examplePlaces))
  const responses = share('responses', operations.flatMap(responsePlaces))
  const requestBodies = share('requestBodies', operations.flatMap(bodyPlaces))
  return { schemas, examples, responses, parameters, requestBodies }
}

/** Path parameters; the others are references already. */
function parameterPlaces({ object }: Operations[number]): Place[] {
  const holder = (object['parameters'] ?? []) as Array<Json>
  return holder.flatMap((parameter, index) =>
    parameter['in'] === 'path'
      ? [{ holder: holder as unknown as Json, key: String(index), name: `path_${String(parameter['name'])}` }]
      : [],
  )
}

function responsePlaces({ id, object }: Operations[number]): Place[] {
  const holder = object['responses'] as Json
  return Object.keys(holder).map((key) => ({ holder, key, name: `${id}${key}` }))
}

/** A body that may be a form too has the same schema for both media types. */
function bodySchemaPlaces({ id, object }: Operations[number]): Place[] {
  const { content = {} } = (object['requestBody'] ?? {}) as { content?: Record<string, Json> }
  const name = `${id[0]!.toUpperCase()}${id.slice(1)}Body`
  return Object.values(content).map((holder) => ({ holder, key: 'schema', name }))
}

function bodyPlaces({ id, object }: Operations[number]): Place[] {
  return object['requestBody'] === undefined ? [] : [{ holder: object, key: 'requestBody', name: id }]
}

function examplePlaces({ id, object }: Operations[number]): Place[] {
  const holders: Array<[name: string, holder: unknown]> = [
    [id, object['requestBody']],
    ...Object.entries(object['responses'] as Json).map(([status, one]): [string, unknown] => [
      `${id}${status}`,
      one,
    ]),
  ]
  return holders.flatMap(([name, one]) =>
    Object.values(((one as Json | undefined)?.['content'] ?? {}) as Record<string, Json>).flatMap((media) => {
      const holder = (media['examples'] ?? {}) as Json
      return Object.keys(holder).map((key) => ({ holder, key, name: `${name}-${key}` }))
    }),
  )
}

function share(kind: Kind, places: readonly Place[]): Json {
  const byText = new Map<string, Place[]>()
  for (const place of places) {
    const text = JSON.stringify(place.holder[place.key])
    if (text.length >= LEAST_CHARACTERS) byText.set(text, [...(byText.get(text) ?? []), place])
  }
  const components: Json = {}
  for (const [first, ...others] of byText.values()) {
    if (first === undefined || others.length === 0) continue
    if (components[first.name] !== undefined) throw new Error(`two ${kind} are called ${first.name}`)
    components[first.name] = first.holder[first.key]
    for (const { holder, key } of [first, ...others])
      holder[key] = { $ref: `#/components/${kind}/${first.name}` }
  }
  return components
}
