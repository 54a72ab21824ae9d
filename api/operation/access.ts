/** Who may call an operation (contract.md 2): credentials, and the scopes of which a member token needs one. */
import type { FastifyRequest } from 'fastify'
import type { Resource } from '../../schemas/oauth/resource.js'
import type { Scope } from '../../schemas/oauth/scope.js'
import type { Caller } from '../ports/credentials.js'

/** M member token, A application token, C `client_id` and `client_secret` headers. */
export type Credential = 'M' | 'A' | 'C'
export type MemberCaller = Extract<Caller, { kind: 'member' }>
export type AppCaller = Extract<Caller, { kind: 'app' }>

/** `C` is what the handler knows about the caller. */
export interface Access<C> {
  readonly credentials: readonly Credential[]
  /** None: whatever the member allowed. */
  readonly scopes: readonly Scope[]
  /** What its tokens must be for; absent: the REST API. */
  readonly resource?: Resource
  /** Requests that are authorised by something else: their caller is null. */
  readonly unless?: (request: FastifyRequest) => boolean
  /** Only a type. */
  readonly '~caller'?: C
}

export const open: Access<null> = { credentials: [], scopes: [] }

/** A member token with one of the scopes. */
export const member = (...scopes: Scope[]): Access<MemberCaller> => ({ credentials: ['M'], scopes })

/** The application itself, by its token or by header credentials. */
export const application: Access<AppCaller> = { credentials: ['A', 'C'], scopes: [] }

/** The application itself, by its token. */
export const applicationToken: Access<AppCaller> = { credentials: ['A'], scopes: [] }

/** An application or a member; a member token needs one of the scopes. */
export const anyone = (...scopes: Scope[]): Access<Caller> => ({ credentials: ['M', 'A', 'C'], scopes })

/** The same access; requests that `unless` knows need no credential. */
export const or = <C>(access: Access<C>, unless: (request: FastifyRequest) => boolean): Access<C | null> => ({
  ...access,
  unless,
})
