/**
 * Adds operations to a server. Only this module touches the reply: it reads what a declaration names, calls the
 * handler, and answers with what that returns.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { TObject } from 'typebox'
import { acceptableType } from '../http/accept.js'
import { bodyReader } from '../http/body-reader.js'
import { hasBody } from '../http/body.js'
import { listedTag } from '../http/etag.js'
import { preferences } from '../http/prefer.js'
import type { Access } from './access.js'
import type { Answer } from './answer.js'
import type { AnyDeclaration, AnyInput, Operation } from './declaration.js'
import { inFlightLimit } from './in-flight-limit.js'
import { PARAMETERS } from './parameters.js'
import type { PathParameter } from './path-parameter.js'
import { problemError } from './problem.js'
import type { Problem } from './problem.js'
import { queryReader } from './read-query.js'
import { sendAnswer } from './send-answer.js'
import { SKIPPED_ENTRIES, spendingLimit } from './spending-limit.js'
import type { Spend } from './spending-limit.js'

/** Runs before anything of the request is read. Throws for what it does not allow. */
export type Check = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

export interface RegistrarOptions {
  /** Checks who is asking; null: anybody may. */
  guard: (access: Access<unknown>) => Check | null
  /** Who is asking, once the guard has run. */
  callerOf: (request: FastifyRequest) => unknown
  /** `{base_url}`, for links to the next page. */
  baseUrl: string
  /** Epoch milliseconds. */
  now: () => number
}

/** What an operation needs of the answer to its request, apart from sending its own. */
export interface Exchange extends Pick<AnyInput, 'header' | 'isGone' | 'onClose'> {
  /** Media type of the answer. */
  produces: string
}

/**
 * Runs an operation as its path does, for a caller whom a guard has let in: reads the request, counts it, and handles it.
 * Throws its problems.
 */
export type Perform = (
  request: FastifyRequest,
  exchange: Exchange,
  fixed?: Record<string, string>,
) => Promise<Answer>

/** Adds operations; all get the same dependencies. Returns how each is run without its path, by its id. */
export type Register = <D>(operations: ReadonlyArray<Operation<D>>, deps: D) => ReadonlyMap<string, Perform>

/** Makes the function that adds operations to a server or to one of its plugins. */
export function registrar(server: FastifyInstance, options: RegistrarOptions): Register {
  const skip = spendingLimit(SKIPPED_ENTRIES)
  return (operations, deps) => {
    const registered = new Map<string, Perform>()
    for (const one of operations) {
      const { declaration } = one
      const [method = '', path = ''] = declaration.route.split(' ')
      const perform = performer(one as Operation<unknown>, deps, { ...options, skip })
      const answer = answerer(declaration, perform, options.baseUrl)
      registered.set(declaration.id, perform)
      const check = options.guard(declaration.access)
      for (const { url, fixed } of servedPaths(path, declaration.params ?? {}))
        server.route({
          method,
          url,
          config: configOf(declaration),
          ...(check === null ? {} : { onRequest: guardUnless(check, declaration.access.unless) }),
          ...(declaration.bodyLimit === undefined ? {} : { bodyLimit: declaration.bodyLimit }),
          handler: async (request, reply) => await answer(request, reply, fixed),
        })
    }
    return registered
  }
}

/** For operations that anybody may call, and whose lists have no pages. */
export const openRegistrar = (server: FastifyInstance): Register =>
  registrar(server, { guard: () => null, callerOf: () => null, baseUrl: '', now: Date.now })

const configOf = (declaration: AnyDeclaration) => ({
  operation: declaration,
  access: declaration.access.credentials,
  scopes: declaration.access.scopes,
  ...(declaration.produces === undefined ? {} : { produces: declaration.produces }),
  ...(declaration.streamsBody === undefined ? {} : { streams: declaration.streamsBody }),
})

function guardUnless(check: Check, skip: ((request: FastifyRequest) => boolean) | undefined): Check {
  if (skip === undefined) return check
  return async (request, reply) => {
    if (!skip(request)) await check(request, reply)
  }
}

interface ServedPath {
  url: string
  /** Path parameters that are part of the URL. */
  fixed: Record<string, string>
}

/** The URLs of a path: a parameter with a closed list is served as one path per value. */
function servedPaths(path: string, params: Readonly<Record<string, PathParameter>>): ServedPath[] {
  let paths: ServedPath[] = [{ url: path.replaceAll(/\{(\w+)\}/g, ':$1'), fixed: {} }]
  for (const [name, { values }] of Object.entries(params))
    if (values !== undefined)
      paths = values.flatMap((value) =>
        paths.map(({ url, fixed }) => ({
          url: url.replace(`:${name}`, value.toLowerCase()),
          fixed: { ...fixed, [name]: value },
        })),
      )
  return paths
}

type Answerer = (
  request: FastifyRequest,
  reply: FastifyReply,
  fixed: Record<string, string>,
) => Promise<unknown>

/** Runs an operation and sends its answer. */
function answerer(declaration: AnyDeclaration, perform: Perform, baseUrl: string): Answerer {
  const { parameters = [], selfContained } = declaration
  const { produces: usual = 'application/json', alsoProduces = [] } = declaration
  const variesBy =
    alsoProduces.length > 0 ? 'authorization, accept, accept-encoding' : 'authorization, accept-encoding'
  const isConditional = parameters.includes('if_none_match')
  return async (request, reply, fixed) => {
    const produces = selfContained === true ? usual : acceptableType(request, [usual, ...alsoProduces])
    const exchange: Exchange = {
      produces,
      header: (name, value) => {
        void reply.header(name, value)
      },
      isGone: () => reply.raw.closed,
      onClose: (listener) => {
        reply.raw.once('close', listener)
      },
    }
    const answer = await perform(request, exchange, fixed)
    return await sendAnswer(answer, { request, reply, isConditional, produces, variesBy, baseUrl })
  }
}

function performer(
  { declaration, handle }: Operation<unknown>,
  deps: unknown,
  { callerOf, now, skip }: RegistrarOptions & { skip: Spend },
): Perform {
  const { inFlight, parameters = [], params = {} } = declaration
  const limit = inFlight === undefined ? null : inFlightLimit(inFlight)
  const spend = declaration.spends === undefined ? null : spendingLimit(declaration.spends)
  const readQuery = queryReader(parameters.map((name) => PARAMETERS[name]))
  const readParams = paramsReader(params)
  const readBody = declaredBodyReader(declaration, deps)
  return async (request, { produces, header, isGone, onClose }, fixed = {}) => {
    const { strict } = preferences(request)
    const input: AnyInput = {
      params: readParams(request.params as Record<string, string>, fixed),
      query: readQuery(request.query, strict, now()),
      body: readBody(request),
      caller: callerOf(request),
      strict,
      request,
      type: produces,
      has: (tag) => listedTag(request, tag) !== null,
      header,
      isGone,
      onClose,
    }
    const work = async () => await handle(input, deps)
    const { caller } = request
    if (caller !== null) {
      spend?.(caller, 1)
      skip(caller, skippedBy(input.query))
    }
    const result = limit === null || caller === null ? await work() : await limit.run(caller.client, work)
    if ('says' in result) throw problemError(result)
    return result
  }
}

/** The entries of a list that Postgres reads only to skip. */
const skippedBy = ({ offset = 0, cursor = null }: { offset?: number; cursor?: string | null }): number =>
  cursor === null ? offset : 0

type ParamsReader = (sent: Record<string, string>, fixed: Record<string, string>) => Record<string, string>

/** Reads path parameters. Throws the problem of one that is malformed. */
function paramsReader(params: Readonly<Record<string, PathParameter>>): ParamsReader {
  const read = Object.entries(params).filter(([, { values }]) => values === undefined)
  return (sent, fixed) => {
    const values: Record<string, string> = { ...fixed }
    for (const [name, parameter] of read) {
      const value: string | Problem = parameter.read(sent[name] ?? '')
      if (typeof value !== 'string') throw problemError(value)
      values[name] = value
    }
    return values
  }
}

function declaredBodyReader({ body }: AnyDeclaration, deps: unknown): (request: FastifyRequest) => unknown {
  if (body === undefined || body.unread === true || body.endless === true) return () => undefined
  const { schema, check, optional, ...rules } = body
  const read = bodyReader(schema as TObject, {
    ...(rules.resource === undefined ? {} : { resource: rules.resource }),
    ...(rules.mayBeSentBack === undefined ? {} : { mayBeSentBack: rules.mayBeSentBack }),
    ...(check === undefined ? {} : { check: (sent) => check(sent, deps) }),
  })
  return (request) => (optional === true && !hasBody(request) ? {} : read(request))
}
