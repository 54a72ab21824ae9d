/** Requests of tools to operations, in this process: the same reading, checks, budgets and handlers as by their paths. */
import type { FastifyRequest } from 'fastify'
import type { Answer } from '../operation/answer.js'
import type { Exchange, Perform } from '../operation/registrar.js'
import type { Ask, Received, Sent } from './tool.js'

/**
 * @param request the request to /mcp, whose caller, id, address and trace the operations see
 * @param registered the operations by their ids
 */
export function asking(
  request: FastifyRequest,
  exchange: Exchange,
  registered: ReadonlyMap<string, Perform>,
): Ask {
  return async ({ declaration: { id, route, produces = 'application/json' } }, sent = {}) => {
    const perform = registered.get(id)
    if (perform === undefined) throw new Error(`the operation ${id} is not registered`)
    return received(await perform(innerRequest(request, route, sent), { ...exchange, produces }))
  }
}

/** The request to /mcp with what a request to the route would have in its place. */
function innerRequest(
  outer: FastifyRequest,
  route: string,
  { params = {}, query = {}, headers = {}, body }: Sent,
): FastifyRequest {
  const [method = '', pattern = ''] = route.split(' ')
  const path = pattern.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  )
  const given = present(query, (value) =>
    typeof value === 'boolean' ? String(Number(value)) : String(value),
  )
  const search = new URLSearchParams(given).toString()
  const own = {
    method,
    url: search === '' ? path : `${path}?${search}`,
    params,
    query: given,
    headers: present(headers, String),
    body: body === undefined ? undefined : Buffer.from(body),
  }
  const properties = Object.entries(own).map(([name, value]) => [name, { value }] as const)
  return Object.create(outer, Object.fromEntries(properties)) as FastifyRequest
}

function present<T>(values: Readonly<Record<string, T | undefined>>, textOf: (value: T) => string) {
  const entries = Object.entries(values).flatMap(([name, value]): Array<[string, string]> =>
    value === undefined ? [] : [[name, textOf(value)]],
  )
  return Object.fromEntries(entries)
}

const received = ({ status, body, location, next, tag }: Answer): Received => ({
  status,
  get json() {
    return parsed(body)
  },
  location,
  next: next ?? undefined,
  tag,
})

function parsed(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('ready' in body)) return body
  const text: unknown = typeof body.ready === 'function' ? body.ready() : body.ready
  return JSON.parse(String(text))
}
