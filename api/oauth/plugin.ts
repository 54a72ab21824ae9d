/** The authorization server and the pages around it, as one Fastify plugin. */
import type { FastifyInstance } from 'fastify'
import { pagesPlugin } from '../pages/plugin.js'
import { developerRoutes, memberRoutes } from '../pages/routes.js'
import type { PagesDeps } from '../pages/routes.js'
import { memberKind } from '../pages/sign-in/member-kind.js'
import { signOutRoute } from '../pages/sign-in/sign-in.js'
import { authorizeRoutes } from './authorize/authorize-routes.js'
import type { AuthorizeDeps } from './authorize/authorize-routes.js'
import { metadataRoutes } from './metadata-routes.js'
import { tokenRoutes } from './token/token-routes.js'

export type AuthServerDeps = AuthorizeDeps & PagesDeps

/** Register it without a prefix: the interface specification and RFC 8414 fix its paths. */
export async function authServer(app: FastifyInstance, deps: AuthServerDeps): Promise<void> {
  await app.register(async (scope) => {
    await tokenRoutes(scope, deps)
  })
  await app.register(async (scope) => {
    await metadataRoutes(scope, deps)
  })
  await app.register(async (scope) => {
    await pagesPlugin(scope, deps.log)
    const members = memberKind(deps)
    authorizeRoutes(scope, members, deps)
    memberRoutes(scope, members, deps)
    developerRoutes(scope, deps)
    signOutRoute(scope, deps)
  })
}
