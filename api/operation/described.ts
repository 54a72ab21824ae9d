/** The operations of a server, collected as they are registered: the document and the reference are made from them. */
import type { FastifyInstance } from 'fastify'
import type { Scope } from '../../schemas/oauth/scope.js'
import type { Credential } from './access.js'
import type { OperationDoc } from './declaration.js'

/** An operation with its route. */
export interface DescribedOperation {
  method: string
  /** `/v2/accounts/{account_id}` */
  path: string
  operation: OperationDoc
  access: readonly Credential[]
  /** A member token needs one of them; none: any member token will do. */
  scopes: readonly Scope[]
}

declare module 'fastify' {
  interface FastifyContextConfig {
    operation?: OperationDoc & { route?: string }
    access?: readonly Credential[]
    /** The scopes of which a member token needs one. */
    scopes?: readonly Scope[]
    /** Media type of its answers when it is not JSON. */
    produces?: string
  }
}

/** Must be called before the operations are registered. The returned list grows with them. */
export function collectOperations(app: FastifyInstance): DescribedOperation[] {
  const described: DescribedOperation[] = []
  app.addHook('onRoute', ({ url, method, config }) => {
    const operation = config?.operation
    if (operation === undefined || operation.undocumented === true) return
    for (const one of [method].flat()) {
      const path = operation.route?.split(' ')[1] ?? url.replaceAll(/:(\w+)/g, '{$1}')
      const isKnown = described.some((known) => known.path === path && known.method === one)
      if (one === 'HEAD' || isKnown) continue
      described.push({
        method: one,
        path,
        operation,
        access: config?.access ?? [],
        scopes: config?.scopes ?? [],
      })
    }
  })
  return described
}
