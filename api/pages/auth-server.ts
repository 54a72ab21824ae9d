/** The authorization server and the pages around it, as one Fastify plugin. */
import type { FastifyInstance } from 'fastify'
import { metadataRoutes } from '../oauth/metadata-routes.js'
import type { MetadataDeps } from '../oauth/metadata-routes.js'
import { tokenRoutes } from '../oauth/token/token-routes.js'
import { registerPages } from './lib/page-registrar.js'
import { pagesPlugin } from './plugin.js'
import { allPages } from './routes.js'
import type { PagesDeps } from './routes.js'
import { securityTxt } from './security-txt.js'

export type AuthServerDeps = PagesDeps & MetadataDeps

/** Register it without a prefix: the interface specification and RFC 8414 fix its paths. */
export async function authServer(app: FastifyInstance, deps: AuthServerDeps): Promise<void> {
  await app.register(async (scope) => {
    await tokenRoutes(scope, deps)
  })
  securityTxt(app, deps)
  await app.register(async (scope) => {
    await metadataRoutes(scope, deps)
  })
  await app.register(async (scope) => {
    await pagesPlugin(scope, deps.log)
    registerPages(scope, allPages(deps), deps)
  })
}
