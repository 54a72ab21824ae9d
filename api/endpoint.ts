/** One endpoint: who may call it, how the OpenAPI document describes it, and what it does. */
import { TypeBoxValidatorCompiler } from '@fastify/type-provider-typebox'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RawRequestDefaultExpression,
  RawServerDefault,
  RouteGenericInterface,
} from 'fastify'
import Type from 'typebox'
import type { TObject, TProperties } from 'typebox'
import type { Scope } from '../schemas/oauth/scope.js'
import type { Access, Guard, GuardFactory } from './auth/guard.js'
import { inFlightLimit } from './operation/in-flight-limit.js'
import type { InFlightOptions } from './operation/in-flight-limit.js'
import { submitCommand } from './commands/submit-command.js'
import type { Asking, Command } from './commands/submit-command.js'
import type { Operation } from './document/operation.js'
import { PARAMETERS } from './operation/parameters.js'
import { requireAcceptable } from './http/accept.js'
import { sendAnswer } from './operation/send-answer.js'
import type { ApiDeps } from './ports/deps.js'
import { preferences } from './http/prefer.js'
import { requireKnownParameters } from './http/query.js'

/** A request whose path parameters have the types of their schemas, by Fastify's TypeBox provider. */
export type TypedRequest<P extends TProperties> = FastifyRequest<
  RouteGenericInterface,
  RawServerDefault,
  RawRequestDefaultExpression,
  { params: TObject<P> },
  TypeBoxTypeProvider
>

/**
 * The credentials of contract.md 2 that an endpoint accepts; none: open. One that accepts member tokens names
 * the scopes of which they need one (contract.md 2.4); none: whatever the member allowed.
 */
export type EndpointAccess =
  { access: Access[]; scopes: readonly Scope[] } | { access: Array<Exclude<Access, 'M'>>; scopes?: never }

export type Endpoint<P extends TProperties = TProperties> = EndpointBase<P> & EndpointAccess

interface EndpointBase<P extends TProperties> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  url: string
  operation: Operation
  /**
   * Path parameters. Handlers check their form beyond text themselves, because a malformed id has its own
   * answers.
   */
  params?: P
  bodyLimit?: number
  /** How many of its requests run at once; those without a credential are not counted. */
  inFlight?: InFlightOptions
  /** Requests that are authorised by something else than a credential: `request.caller` stays null. */
  skipGuard?: (request: FastifyRequest) => boolean
  /** Media type of the answer when it is not JSON. */
  produces?: string
  /** Its body is read as a stream, for as long as it takes. */
  streamsBody?: boolean
  handle: (request: TypedRequest<P>, reply: FastifyReply) => Promise<FastifyReply>
}

/** Adds an endpoint to the server, behind its guard. */
export type AddEndpoint = <P extends TProperties = Record<never, never>>(endpoint: Endpoint<P>) => void

/** Makes the function that adds endpoints to a server or to one of its plugins. */
export function endpointRegistrar(app: FastifyInstance, guard: GuardFactory): AddEndpoint {
  const typed = app.withTypeProvider<TypeBoxTypeProvider>()
  return ({ method, url, access, scopes = [], operation, params, inFlight, handle, ...options }) => {
    const limit = inFlight === undefined ? null : inFlightLimit(inFlight)
    const { bodyLimit, produces, streamsBody, skipGuard } = options
    const parameters = queryNames(operation)
    const check = access.length === 0 ? null : guardUnless(guard(access, scopes), skipGuard)
    typed.route({
      method,
      url,
      schema: { params: Type.Object(params ?? {}) as TObject<NonNullable<typeof params>> },
      validatorCompiler: TypeBoxValidatorCompiler,
      config: {
        operation,
        access,
        scopes,
        ...(produces === undefined ? {} : { produces }),
        ...(streamsBody === undefined ? {} : { streams: streamsBody }),
      },
      ...(check === null ? {} : { onRequest: check }),
      ...(bodyLimit === undefined ? {} : { bodyLimit }),
      handler: async (request, reply) => {
        requireAcceptable(request, produces ?? 'application/json')
        if (preferences(request).strict) requireKnownParameters(request, parameters)
        const { caller } = request
        if (limit === null || caller === null) return await handle(request, reply)
        return await limit.run(caller.client, async () => await handle(request, reply))
      },
    })
  }
}

/** What a command needs, from a route that is not a value yet. */
export const askingOf = (request: FastifyRequest, reply: FastifyReply): Asking => ({
  request,
  caller: request.caller as Asking['caller'],
  header: (name, value) => {
    void reply.header(name, value)
  },
  isGone: () => reply.raw.closed,
})

/** Submits a command of a route that is not a value yet, and sends its answer. */
export async function sendCommand(
  deps: ApiDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  command: Command,
): Promise<FastifyReply> {
  const answer = await submitCommand(deps, askingOf(request, reply), command)
  const { baseUrl } = deps.settings
  await sendAnswer(answer, { request, reply, isConditional: false, produces: 'application/json', baseUrl })
  return reply
}

const queryNames = ({ parameters = [] }: Operation): string[] =>
  parameters
    .map((name) => PARAMETERS[name])
    .flatMap(({ in: place, name }) => (place === 'query' ? [name] : []))

function guardUnless(check: Guard, skip: ((request: FastifyRequest) => boolean) | undefined): Guard {
  if (skip === undefined) return check
  return async (request, reply) => {
    if (!skip(request)) await check(request, reply)
  }
}
