/** Paths that do not exist (404), and methods that a path does not accept (405 with Allow). */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { fastifyPlugin } from 'fastify-plugin'
import { ApiError } from '../../schemas/base/errors.js'
import { sendError } from '../http/errors.js'
import { addPath, emptyPathTree, likelyPath } from './likely-path.js'
import type { PathTree } from './likely-path.js'

interface KnownPath {
  parts: string[]
  methods: Set<string>
}

function nothingHere(path: string, tree: PathTree): ApiError {
  const likely = likelyPath(path, tree)
  const description =
    likely === null
      ? 'There is nothing at this path.'
      : `There is nothing at this path; did you mean ${likely}?`
  return new ApiError('not_found', description, {
    hint: 'GET /openapi.json and /docs list all paths.',
  })
}

/** Must be called before the routes are registered: it collects them. */
export const unknownPaths = fastifyPlugin(
  async (app) => {
    const known = new Map<string, KnownPath>()
    const tree = emptyPathTree()
    app.addHook('onRoute', ({ url, method, config }) => {
      if (config?.operation !== undefined) addPath(tree, url)
      const entry = known.get(url) ?? { parts: url.split('/'), methods: new Set() }
      for (const one of Array.isArray(method) ? method : [method]) entry.methods.add(one)
      known.set(url, entry)
    })
    // A literal path takes precedence for every method: `current` is not a trip id, and neither is an empty
    // last part.
    app.addHook('onRequest', async (request, reply) => {
      const path = request.url.split('?', 1)[0]!
      const exact = known.get(path)
      if (exact !== undefined && !exact.methods.has(request.method))
        return await sendMethodNotAllowed(exact.methods, request, reply)
      if (path.endsWith('/') && exact === undefined)
        return await sendError(nothingHere(path, tree), request, reply)
    })
    app.setNotFoundHandler(async (request, reply) => {
      const path = request.url.split('?', 1)[0]!
      const parts = path.split('/')
      const allowed = new Set<string>()
      for (const entry of known.values())
        if (matchesPattern(entry.parts, parts)) for (const method of entry.methods) allowed.add(method)
      if (allowed.size === 0) return await sendError(nothingHere(path, tree), request, reply)
      return await sendMethodNotAllowed(allowed, request, reply)
    })
  },
  { name: 'unknown-paths', dependencies: ['standard-headers'] },
)

async function sendMethodNotAllowed(
  methods: Set<string>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const list = [...methods].sort().join(', ')
  return await sendError(
    new ApiError('method_not_allowed', `This path accepts ${list}, not ${request.method}.`),
    request,
    reply.header('allow', list),
  )
}

function matchesPattern(pattern: string[], parts: string[]): boolean {
  return (
    pattern.length === parts.length &&
    pattern.every((part, at) => (part.startsWith(':') ? parts[at] !== '' : part === parts[at]))
  )
}
