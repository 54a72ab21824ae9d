/** Thin payloads (webhooks.md 3): what happened to which resource, and where to read it. */

/** Paths by the first word of the type. A member is read with the member's own token, as /v2/me. */
const PATHS: Readonly<Record<string, (id: string) => string>> = {
  trip: (id) => `/v2/trips/${id}`,
  segment: (id) => `/v2/segments/${id}`,
  batch: (id) => `/v2/batches/${id}`,
  account: (id) => `/v2/accounts/${id}`,
  member: () => '/v2/me',
  callback: (id) => `/v2/callbacks/${id}`,
}

interface EventBody {
  type: string
  resource_id: string | null
  data: unknown
}

/** The event without its data, and with the address of its resource. `baseUrl` has no trailing slash. */
export function thinBody(body: string, baseUrl: string): string {
  const { data: _data, ...head } = JSON.parse(body) as EventBody
  const path = PATHS[head.type.split('.', 1)[0]!]
  const url = path === undefined || head.resource_id === null ? null : baseUrl + path(head.resource_id)
  return JSON.stringify({ ...head, url })
}
