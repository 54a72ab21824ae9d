/**
 * Who may call an endpoint (contract.md 2): M member token, A application token, C `client_id` and
 * `client_secret` headers; and which scopes a member token needs.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../schemas/base/errors.js'
import { allowsAny } from '../../schemas/oauth/scope.js'
import type { Resource } from '../../schemas/oauth/resource.js'
import { resourceMetadataUrl } from '../../schemas/oauth/resource.js'
import type { Scope } from '../../schemas/oauth/scope.js'
import { holderOf } from '../http/auth-error.js'
import { addLink } from '../http/link.js'
import type { Credential } from '../operation/access.js'
import type { RateLimits } from '../plugins/rate-limits.js'
import type { Caller } from '../ports/credentials.js'
import type { ApiDeps } from '../ports/deps.js'
import {
  insufficientScope,
  invalidToken,
  malformedCredential,
  missingToken,
  wrongProof,
} from './challenge.js'
import { readProof } from './dpop-proof.js'
import { tokenVerifier } from './token-verifier.js'

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null
    /** The metadata of the resource that it asks, for refusals (RFC 9728 5.1); null before its guard. */
    resourceMetadata: string | null
  }
}

export type Guard = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/**
 * Makes the guard of an endpoint for the credentials it accepts. A member token needs one of the scopes; none:
 * any member token will do.
 * @param resource what tokens must be for; absent: the REST API
 */
export type GuardFactory = (
  allowed: readonly Credential[],
  scopes: readonly Scope[],
  resource?: Resource,
) => Guard

/**
 * Since when header credentials are deprecated (RFC 9745), and until when they will work at least (RFC
 * 8594).
 */
const DEPRECATED = '@1767225600'
const SUNSET = 'Fri, 31 Dec 2027 23:59:59 GMT'
const RETRY_AFTER_SECONDS = 5
/** What verifying a signature costs, in requests without a credential. Hundreds of new tokens may come at once. */
const SIGNATURE_COST = 0.2

/**
 * The guards of endpoints. Each sets `request.caller` as soon as the credential is verified, so that the logs
 * know whose request was refused, and throws an error for what it does not allow.
 */
export function guards(deps: ApiDeps, limits: RateLimits): GuardFactory {
  const verify = tokenVerifier({
    keys: deps.keys,
    revocations: deps.revocations,
    now: deps.now,
    baseUrl: deps.settings.baseUrl,
    authUrl: deps.settings.authUrl,
  })
  const identify = async (
    request: FastifyRequest,
    reply: FastifyReply,
    resource: Resource,
  ): Promise<Identified> => {
    const { authorization, client_id: client, client_secret: secret } = request.headers
    if (client !== undefined || secret !== undefined)
      return { caller: await identifyByHeaders(request, reply, deps), proof: null }
    if (authorization === undefined) throw missingToken(deps.settings)
    const { caller, jkt } = await verify(authorization, resource, () => {
      request.countAnonymous(SIGNATURE_COST)
    })
    const proof = jkt === null ? null : await provenBy(request, { caller, jkt }, deps)
    request.isProven()
    return { caller, proof }
  }
  return (allowed, scopes, resource = 'api') => {
    const metadata = resourceMetadataUrl(deps.settings.baseUrl, resource)
    return async (request, reply) => {
      // RFC 9728 5.1: what is refused names the metadata that say where tokens come from.
      request.resourceMetadata = metadata
      const { caller, proof } = await identify(request, reply, resource)
      request.caller = caller
      limits.take(caller, (name, value) => {
        void reply.header(name, value)
      })
      if (proof !== null && !limits.isFirst(proof)) throw usedProof(caller)
      if (!allowed.includes(accessOf(caller))) throw wrongCredential(allowed)
      if (caller.kind === 'member' && !allowsAny(caller.scopes, scopes)) throw missingScope(scopes)
    }
  }
}

/** Who asks, and the id of the proof of a bound token; null for other credentials. */
interface Identified {
  caller: Caller
  proof: string | null
}

/** Verifies that the sender holds the key of a bound token (RFC 9449 7.1), and returns the id of the proof. */
async function provenBy(
  request: FastifyRequest,
  { caller, jkt }: { caller: Caller; jkt: string },
  { settings, now }: ApiDeps,
): Promise<string> {
  const { method, headers, url } = request
  const refused = (problem: string): ApiError => wrongProof('invalid_dpop_proof', problem, holderOf(caller))
  if (headers.dpop === undefined)
    throw refused('This access token is bound to a key: send a proof in the DPoP header.')
  request.countAnonymous(SIGNATURE_COST)
  const token = headers.authorization!.trim().split(/ +/)[1]!
  const proof = await readProof(String(headers.dpop), {
    method,
    url: settings.baseUrl + url,
    token,
    now: now(),
  })
  if ('problem' in proof) throw refused(proof.problem)
  if (proof.jkt !== jkt)
    throw refused('The access token is bound to another key than that of the DPoP proof.')
  return proof.id
}

const usedProof = (caller: Caller): ApiError =>
  wrongProof(
    'invalid_dpop_proof',
    'The DPoP proof was used before: each request needs its own.',
    holderOf(caller),
  )

function accessOf(caller: Caller): Credential {
  if (caller.kind === 'member') return 'M'
  return caller.by === 'token' ? 'A' : 'C'
}

function wrongCredential(allowed: readonly Credential[]): ApiError {
  return insufficientScope(
    allowed.includes('M')
      ? 'This endpoint needs the access token of a member.'
      : "This endpoint needs the application's own token, a Bearer token from the client credentials grant.",
  )
}

/** One of these scopes is needed; the header names the first. */
export function missingScope(scopes: readonly Scope[]): ApiError {
  const lacking = scopes.length === 1 ? 'lacks the scope' : 'has none of the scopes'
  return insufficientScope(`This access token ${lacking} ${scopes.join(', ')}.`, scopes[0])
}

async function identifyByHeaders(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: ApiDeps,
): Promise<Caller> {
  const { authorization, client_id: client, client_secret: secret } = request.headers
  if (authorization !== undefined)
    throw malformedCredential('Send either an Authorization header or client_id and client_secret, not both.')
  if (typeof client !== 'string' || typeof secret !== 'string')
    throw malformedCredential('Send both client_id and client_secret.')
  void reply.header('deprecation', DEPRECATED).header('sunset', SUNSET)
  const docs = `${deps.settings.baseUrl}/docs/reference/requests#header-credentials`
  addLink(reply, `<${docs}>; rel="deprecation"; type="text/html"`)
  if (!(await checkCredentials(deps, { client, secret }, request)))
    throw invalidToken('The client credentials are not valid.')
  request.isProven()
  return { kind: 'app', client, by: 'headers' }
}

async function checkCredentials(
  deps: ApiDeps,
  { client, secret }: { client: string; secret: string },
  request: FastifyRequest,
): Promise<boolean> {
  const onUnknown = (): void => {
    request.countAnonymous()
  }
  try {
    return await deps.credentials.check(client, secret, {
      address: request.ip,
      request: request.id,
      onUnknown,
    })
  } catch (cause) {
    if (cause instanceof ApiError) throw cause
    throw new ApiError('temporarily_unavailable', 'The credentials cannot be checked at the moment.', {
      retryAfter: RETRY_AFTER_SECONDS,
      cause,
    })
  }
}
