/** One endpoint: who may call it, what it says of itself, what it does. */
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
import { requireAcceptable } from './http/accept.js'
import type { Access, Guard } from './auth/guard.js'
import type { Operation } from './document/operation.js'

/** A request whose path parameters have the types of their schemas, by Fastify's TypeBox provider. */
export type TypedRequest<P extends TProperties> = FastifyRequest<
  RouteGenericInterface,
  RawServerDefault,
  RawRequestDefaultExpression,
  { params: TObject<P> },
  TypeBoxTypeProvider
>

export interface Endpoint<P extends TProperties = TProperties> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  url: string
  /** Letters of contract.md 2; none: open to everybody. */
  access: Access[]
  operation: Operation
  /** Parameters of the path. What they must look like beyond text is the endpoint's to say: an id that is none has answers of its own. */
  params?: P
  bodyLimit?: number
  /** Requests that carry another right than a credential: they pass the guard, `request.caller` stays null. */
  skipGuard?: (request: FastifyRequest) => boolean
  /** Another media type than JSON. */
  produces?: string
  /** Its body is read as a stream, for as long as it takes. */
  streamsBody?: boolean
  handle: (request: TypedRequest<P>, reply: FastifyReply) => Promise<FastifyReply>
}

/** Adds endpoints to the server, each behind its guard. */
export type AddEndpoint = <P extends TProperties = Record<never, never>>(endpoint: Endpoint<P>) => void

export function endpointRegistrar(app: FastifyInstance, guard: (...allowed: Access[]) => Guard): AddEndpoint {
  const typed = app.withTypeProvider<TypeBoxTypeProvider>()
  return ({
    method,
    url,
    access,
    operation,
    params,
    bodyLimit,
    produces,
    streamsBody: streams,
    skipGuard: unless,
    handle,
  }) => {
    const check = access.length === 0 ? null : guard(...access)
    typed.route({
      method,
      url,
      schema: { params: Type.Object(params ?? {}) as TObject<NonNullable<typeof params>> },
      validatorCompiler: TypeBoxValidatorCompiler,
      config: {
        operation,
        access,
        ...(produces === undefined ? {} : { produces }),
        ...(streams === undefined ? {} : { streams }),
      },
      ...(check === null
        ? {}
        : {
            onRequest:
              unless === undefined
                ? check
                : async (request: FastifyRequest, reply: FastifyReply) => {
                    if (!unless(request)) await check(request, reply)
                  },
          }),
      ...(bodyLimit === undefined ? {} : { bodyLimit }),
      handler: async (request, reply) => {
        requireAcceptable(request, produces ?? 'application/json')
        return await handle(request, reply)
      },
    })
  }
}
