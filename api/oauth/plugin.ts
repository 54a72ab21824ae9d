/** The authorization server with the pages around it, as one Fastify plugin. */
import type { FastifyInstance } from 'fastify'
import { memberScope } from '../console/account-scope.js'
import { memberApps } from '../console/member-apps.js'
import type { MemberAppsDeps } from '../console/member-apps.js'
import { memberItinerary } from '../console/member-itinerary.js'
import type { MemberItineraryDeps } from '../console/member-itinerary.js'
import { memberReset } from '../console/member-reset.js'
import { memberSecurity } from '../console/member-security.js'
import type { MemberSecurityDeps } from '../console/member-security.js'
import { memberSignIn } from '../console/member-sign-in.js'
import { memberSignUp } from '../console/member-sign-up.js'
import type { MemberSignUpDeps } from '../console/member-sign-up.js'
import { pagesPlugin } from '../console/pages-plugin.js'
import { authorizeRoutes } from './authorize-routes.js'
import type { AuthorizeDeps } from './authorize-routes.js'
import { metadataRoutes } from './metadata-routes.js'
import { tokenRoutes } from './token-routes.js'

export type AuthServerDeps = AuthorizeDeps & MemberSignUpDeps & MemberAppsDeps & MemberSecurityDeps & MemberItineraryDeps

/** Register it without a prefix: its addresses are fixed by interface.txt and RFC 8414. */
export async function authServer (app: FastifyInstance, deps: AuthServerDeps): Promise<void> {
  await app.register(async scope => { await tokenRoutes(scope, deps) })
  await app.register(async scope => { await metadataRoutes(scope, deps) })
  await app.register(async scope => {
    await pagesPlugin(scope, deps.log)
    authorizeRoutes(scope, deps)
    memberSignIn(scope, deps)
    memberSignUp(scope, deps)
    memberReset(scope, deps)
    const members = memberScope(deps)
    memberItinerary(scope, members, deps)
    memberApps(scope, members, deps)
    memberSecurity(scope, members, deps)
  })
}
