/**
 * Who may call an endpoint (contract.md 2): M member token, A app token, C `client_id` and `client_secret`
 * headers.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../ports/credentials.js'
import type { ApiDeps } from '../ports/deps.js'
import { ApiError } from '../../schemas/base/errors.js'
import { addLink } from '../http/link.js'
import { insufficientScope, invalidToken, malformedCredential, missingToken } from './challenge.js'
import type { RateLimits } from '../plugins/rate-limits.js'
import { tokenVerifier } from './token-verifier.js'

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null
  }
}

/** A letter each of contract.md 2's table. */
export type Access = 'M' | 'A' | 'C'

export type Guard = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/**
 * Since when header credentials are on their way out (RFC 9745), and until when they are taken at least (RFC
 * 8594).
 */
const DEPRECATED = '@1767225600'
const SUNSET = 'Fri, 31 Dec 2027 23:59:59 GMT'

/**
 * Makes the guard of an endpoint: afterwards `request.caller` is one of the kinds allowed. Throws a Refusal.
 */
export function guards(deps: ApiDeps, limits: RateLimits): (...allowed: Access[]) => Guard {
  const verify = tokenVerifier({
    keys: deps.keys,
    revocations: deps.revocations,
    now: deps.now,
    baseUrl: deps.settings.baseUrl,
    authUrl: deps.settings.authUrl,
  })
  const identify = async (request: FastifyRequest, reply: FastifyReply): Promise<Caller> => {
    const { authorization, client_id: client, client_secret: secret } = request.headers
    if (client !== undefined || secret !== undefined) {
      if (authorization !== undefined)
        throw malformedCredential(
          'Send either an Authorization header or client_id and client_secret, not both.',
        )
      if (typeof client !== 'string' || typeof secret !== 'string')
        throw malformedCredential('client_id and client_secret go together.')
      void reply.header('deprecation', DEPRECATED).header('sunset', SUNSET)
      addLink(
        reply,
        `<${deps.settings.baseUrl}/docs#header-credentials>; rel="deprecation"; type="text/html"`,
      )
      return await byHeaders(deps, client, secret)
    }
    if (authorization === undefined) throw missingToken()
    return await verify(authorization)
  }
  return (...allowed) =>
    async (request, reply) => {
      const caller = await identify(request, reply)
      limits.take(caller, reply)
      const letter: Access = caller.kind === 'member' ? 'M' : caller.by === 'token' ? 'A' : 'C'
      if (!allowed.includes(letter)) {
        throw insufficientScope(
          allowed.includes('M')
            ? 'This endpoint needs the access token of a member.'
            : "This endpoint needs the application's own token, a Bearer token by the client credentials grant.",
        )
      }
      request.caller = caller
    }
}

async function byHeaders(deps: ApiDeps, client: string, secret: string): Promise<Caller> {
  let right: boolean
  try {
    right = await deps.credentials.check(client, secret)
  } catch (cause) {
    throw new ApiError('temporarily_unavailable', 'The credentials cannot be checked at the moment.', {
      retryAfter: 5,
      cause,
    })
  }
  if (!right) throw invalidToken('The client credentials are not valid.')
  return { kind: 'app', client, by: 'headers' }
}

/** The member and application of a request that a guard with 'M' let in. */
export function memberOf(request: FastifyRequest): { member: string; client: string } {
  if (request.caller?.kind !== 'member') throw new Error('a member route without its guard')
  return request.caller
}

/** The application of a request that any guard let in. */
export function clientOf(request: FastifyRequest): string {
  if (request.caller === null) throw new Error('a route without its guard')
  return request.caller.client
}
