/** Collects the operations of endpoints as they are registered. */
import type { FastifyInstance } from 'fastify'
import type { DescribedOperation } from './operation.js'

/** Must be called before the routes are registered. The returned list grows with them. */
export function collectOperations(app: FastifyInstance): DescribedOperation[] {
  const described: DescribedOperation[] = []
  app.addHook('onRoute', ({ url, method, config }) => {
    const operation = config?.operation
    if (operation === undefined) return
    for (const one of Array.isArray(method) ? method : [method]) {
      if (one === 'HEAD') continue
      described.push({
        method: one,
        url,
        operation,
        access: config?.access ?? [],
        scopes: config?.scopes ?? [],
        ...(config?.produces === undefined ? {} : { produces: config.produces }),
      })
    }
  })
  return described
}
