/** One endpoint: who may call it, what it says of itself, what it does. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { mustAccept } from './accept.js'
import type { Access, Guard } from './auth/guard.js'
import type { Operation } from './document/operation.js'

export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  url: string
  /** Letters of contract.md 2; none: open to everybody. */
  access: Access[]
  operation: Operation
  bodyLimit?: number
  /** Requests that carry another right than a credential: they pass the guard, `request.caller` stays null. */
  unless?: (request: FastifyRequest) => boolean
  /** Another media type than JSON. */
  produces?: string
  handle: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>
}

/** Adds endpoints to the server, each behind its guard. */
export type Add = (endpoint: Endpoint) => void

export function adder (app: FastifyInstance, guard: (...allowed: Access[]) => Guard): Add {
  return ({ method, url, access, operation, bodyLimit, produces, unless, handle }) => {
    const check = access.length === 0 ? null : guard(...access)
    app.route({
      method,
      url,
      config: { operation, access, ...produces === undefined ? {} : { produces } },
      ...check === null ? {} : { onRequest: async (request: FastifyRequest, reply: FastifyReply) => { if (unless?.(request) !== true) await check(request, reply) } },
      ...bodyLimit === undefined ? {} : { bodyLimit },
      handler: async (request, reply) => {
        mustAccept(request, produces ?? 'application/json')
        return await handle(request, reply)
      }
    })
  }
}
