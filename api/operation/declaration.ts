/** What anybody says about an operation: the server, the OpenAPI document and the reference read this. */
import type { FastifyRequest } from 'fastify'
import type { Static, TObject, TSchema } from 'typebox'
import type { SegmentError } from '../../schemas/segment/validation/segment-error.js'
import TAGS from './tags.json' with { type: 'json' }
import type { Access } from './access.js'
import type { Answer, AnswerOf } from './answer.js'
import type { InFlightOptions } from './in-flight-limit.js'
import type { ParameterName, QueryOf } from './parameters.js'
import type { PathParameter } from './path-parameter.js'
import type { Problem } from './problem.js'
import type { ResponseDoc } from './response-doc.js'
import type { SpendingOptions } from './spending-limit.js'

export interface BodyDoc<T extends TSchema = TSchema> {
  schema: T
  example: unknown
  types?: readonly string[]
  description?: string
  /** Media types that are read as documents, not by the schema. */
  documents?: readonly string[]
  /** A stream of any length. */
  endless?: boolean
}

export type Tag = keyof typeof TAGS

/** What the OpenAPI document says about an operation. */
export interface OperationDoc {
  /** operationId, camel case. */
  readonly id: string
  readonly tag: Tag
  readonly summary: string
  readonly description: string
  /** Query and header parameters. */
  readonly parameters?: readonly ParameterName[]
  readonly params?: Readonly<Record<string, PathParameter>>
  readonly body?: BodyDoc & { documented?: TSchema }
  readonly responses: Readonly<Record<number, ResponseDoc>>
  /** In addition to those that every operation with its access may answer with. */
  readonly problems?: readonly Problem[]
  /** All its responses are listed, errors included: none are derived from its access, and Accept is ignored. */
  readonly selfContained?: boolean
  /** What a second request does where it is not the same as one (contract.md 5.1). */
  readonly repeats?: string
  /** It answers at further paths of an operation that is documented. */
  readonly undocumented?: boolean
  /** Media type of the answer when it is not JSON. */
  readonly produces?: string
  /** Alternative media types that Accept may prefer. */
  readonly alsoProduces?: readonly string[]
}

/** How the body of an operation is read into the handler's `body`. */
export interface BodyRules<B, D> {
  /** The resource that the body creates or changes: its other fields cannot be set. */
  resource?: TObject
  /** Those fields are ignored unless handling is strict, so that what was read can be sent back. */
  mayBeSentBack?: boolean
  /** What the schema cannot express. Only the fields that fit the schema are there. */
  check?: (body: Partial<B>, deps: D) => SegmentError[]
  /** A request without a body is one with an empty object. */
  optional?: boolean
  /** The handler reads the body itself. */
  unread?: boolean
  /** Documented in place of the schema that reads it. */
  documented?: TSchema
}

export type Params = Readonly<Record<string, PathParameter>>

export interface Declaration<
  D,
  P extends Params,
  N extends ParameterName,
  B extends TSchema,
  R extends Record<number, ResponseDoc>,
  E extends Problem,
  C,
> extends Omit<OperationDoc, 'params' | 'parameters' | 'body' | 'responses' | 'problems'> {
  /** `GET /v2/accounts/{account_id}` */
  readonly route: `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`
  readonly access: Access<C>
  readonly params?: P
  readonly parameters?: readonly N[]
  readonly body?: BodyDoc<B> & BodyRules<Static<B>, D>
  readonly responses: R
  readonly problems?: readonly E[]
  readonly bodyLimit?: number
  /** How many of its requests run at once; those without a credential are not counted. */
  readonly inFlight?: InFlightOptions
  /** The budget of its callers, of which each request spends one. */
  readonly spends?: SpendingOptions
  /** Its body is read as a stream, for as long as it takes. */
  readonly streamsBody?: boolean
}

/** What a handler receives. */
export interface Input<P extends Params, N extends ParameterName, B extends TSchema, C> {
  params: { [K in keyof P]: P[K] extends PathParameter<infer T> ? T : never }
  query: QueryOf<N>
  body: Static<B>
  caller: C
  /** `Prefer: handling=strict`: unknown fields are errors. */
  strict: boolean
  /** Facts about the request: its id, headers and bytes. Parameters are in `params` and `query`. */
  request: FastifyRequest
  /** Media type of the answer. */
  type: string
  /** Whether the client has this representation: answer `unchanged` then. */
  has: (tag: string) => boolean
  /** Adds a header to whatever is answered, errors too. */
  header: (name: string, value: string) => void
  /** Whether the client closed its connection. */
  isGone: () => boolean
  /** Calls back when the answer was sent or its connection lost. */
  onClose: (listener: () => void) => void
}

export interface Operation<D = never> {
  // Everything that reads a declaration takes any.
  readonly declaration: AnyDeclaration
  readonly handle: (input: AnyInput, deps: D) => Promise<Answer | Problem>
}

// eslint-disable-next-line typescript/no-explicit-any -- the types of one operation are its own
type Any = any
export type AnyDeclaration = Declaration<
  Any,
  Params,
  ParameterName,
  TObject,
  Record<number, ResponseDoc>,
  Problem,
  unknown
>
export type AnyInput = Input<Any, Any, Any, Any>

/**
 * An operation: its declaration and its handler. The compiler refuses a handler that returns a problem which the
 * declaration does not name, or a body of another shape.
 */
export const operation = <
  D,
  const P extends Params = Record<never, never>,
  const N extends ParameterName = never,
  B extends TSchema = TSchema,
  const R extends Record<number, ResponseDoc> = Record<never, never>,
  const E extends Problem = never,
  C = null,
>(
  declaration: Declaration<D, P, N, B, R, E, C>,
  handle: (input: Input<P, N, B, C>, deps: D) => Promise<NoInfer<AnswerOf<R> | E>>,
): Operation<D> => ({ declaration, handle }) as unknown as Operation<D>
