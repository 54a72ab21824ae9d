/** The routes of a server, from its router. */
import type { FastifyInstance } from 'fastify'
import type { DocumentedOperation } from './openapi-contract.js'

/** `GET /v2/trips/:trip_id` and so on, without HEAD and OPTIONS. */
export function routesOf(app: FastifyInstance): string[] {
  const routes: string[] = []
  const stack: string[] = []
  for (const line of app.printRoutes({ commonPrefix: false }).split('\n')) {
    const match = /^([│ ]*)[├└]── (.*?)(?: \(([A-Z, ]+)\))?$/.exec(line)
    if (match === null) continue
    stack.length = match[1]!.length / 4
    stack.push(match[2]!)
    for (const method of match[3]?.split(', ') ?? [])
      if (method !== 'HEAD' && method !== 'OPTIONS') routes.push(`${method} ${stack.join('')}`)
  }
  return routes
}

/** Lists of one segment type, which the document describes with the list of all. */
const LIST_OF_TYPE = /^GET \/v2\/segments\/[a-z]+$/

/** The routes that the document does not describe. */
export function undocumentedRoutes(app: FastifyInstance, operations: DocumentedOperation[]): string[] {
  const documented = new Set(
    operations.map((one) => `${one.method} ${one.path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
  )
  return routesOf(app).filter((route) => !documented.has(route) && !LIST_OF_TYPE.test(route))
}
