/** The authorization server with the pages around it, as one Fastify plugin. */
import type { FastifyInstance } from 'fastify'
import { memberSignIn } from '../console/member-sign-in.js'
import type { MemberSignInDeps } from '../console/member-sign-in.js'
import { pagesPlugin } from '../console/pages-plugin.js'
import { authorizeRoutes } from './authorize-routes.js'
import type { AuthorizeDeps } from './authorize-routes.js'
import { metadataRoutes } from './metadata-routes.js'
import { tokenRoutes } from './token-routes.js'

export type AuthServerDeps = AuthorizeDeps & MemberSignInDeps

/** Register it without a prefix: its addresses are fixed by interface.txt and RFC 8414. */
export async function authServer (app: FastifyInstance, deps: AuthServerDeps): Promise<void> {
  await app.register(async scope => { await tokenRoutes(scope, deps) })
  await app.register(async scope => { await metadataRoutes(scope, deps) })
  await app.register(async scope => {
    await pagesPlugin(scope, deps.log)
    authorizeRoutes(scope, deps)
    memberSignIn(scope, deps)
  })
}
