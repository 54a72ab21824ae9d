/** Responses of several operations, written once among the components. */
import { STATUS_TITLES } from '../http/status-titles.js'
import type { Json } from './json-schema.js'

/** Replaces equal responses of `operations` with references to a shared one, and returns the shared ones by name. */
export function shareResponses(operations: readonly Json[]): Record<string, Json> {
  const places = new Map<string, Array<{ status: string; responses: Json }>>()
  for (const { responses } of operations as Array<{ responses: Json }>)
    for (const [status, response] of Object.entries(responses)) {
      const text = status + JSON.stringify(response)
      places.set(text, [...(places.get(text) ?? []), { status, responses }])
    }
  const shared: Record<string, Json> = {}
  for (const uses of places.values()) {
    if (uses.length === 1) continue
    const { status, responses: first } = uses[0]!
    const name = STATUS_TITLES[Number(status)]!.replaceAll(/\W/g, '') + String(Object.keys(shared).length)
    shared[name] = first[status] as Json
    for (const { responses } of uses) responses[status] = { $ref: `#/components/responses/${name}` }
  }
  return shared
}
