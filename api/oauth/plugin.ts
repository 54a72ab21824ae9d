/** The authorization server with the pages around it, as one Fastify plugin. */
import type { FastifyInstance } from 'fastify'
import { developerScope, memberScope } from '../console/account-scope.js'
import { developerAccount } from '../console/developer-account.js'
import type { DeveloperAccountDeps } from '../console/developer-account.js'
import { appTransfer } from '../console/app-transfer.js'
import type { AppTransferDeps } from '../console/app-transfer.js'
import { developerAppChanges } from '../console/developer-app-changes.js'
import { developerApps } from '../console/developer-apps.js'
import { developerSignIn } from '../console/developer-sign-in.js'
import { developerEvents } from '../console/developer-events.js'
import { developerWebhooks } from '../console/developer-webhooks.js'
import type { DeveloperWebhooksDeps } from '../console/developer-webhooks.js'
import { developerSignUp } from '../console/developer-sign-up.js'
import type { DeveloperSignUpDeps } from '../console/developer-sign-up.js'
import { memberApps } from '../console/member-apps.js'
import type { MemberAppsDeps } from '../console/member-apps.js'
import { memberItinerary } from '../console/member-itinerary.js'
import type { MemberItineraryDeps } from '../console/member-itinerary.js'
import { passwordReset } from '../console/password-reset.js'
import { memberSecurity } from '../console/member-security.js'
import type { MemberSecurityDeps } from '../console/member-security.js'
import { memberSignIn } from '../console/member-sign-in.js'
import { memberSignUp } from '../console/member-sign-up.js'
import type { MemberSignUpDeps } from '../console/member-sign-up.js'
import { pagesPlugin } from '../console/pages-plugin.js'
import { secondFactor } from '../console/second-factor.js'
import { authorizeRoutes } from './authorize-routes.js'
import type { AuthorizeDeps } from './authorize-routes.js'
import { metadataRoutes } from './metadata-routes.js'
import { tokenRoutes } from './token-routes.js'

export type AuthServerDeps = AuthorizeDeps &
  MemberSignUpDeps &
  MemberAppsDeps &
  MemberSecurityDeps &
  MemberItineraryDeps &
  DeveloperSignUpDeps &
  DeveloperAccountDeps &
  AppTransferDeps &
  DeveloperWebhooksDeps

/** Register it without a prefix: its addresses are fixed by interface.txt and RFC 8414. */
export async function authServer(app: FastifyInstance, deps: AuthServerDeps): Promise<void> {
  await app.register(async (scope) => {
    await tokenRoutes(scope, deps)
  })
  await app.register(async (scope) => {
    await metadataRoutes(scope, deps)
  })
  await app.register(async (scope) => {
    await pagesPlugin(scope, deps.log)
    authorizeRoutes(scope, deps)
    memberSignIn(scope, deps)
    memberSignUp(scope, deps)
    passwordReset(scope, deps, {
      kind: 'member',
      base: '/oauth',
      home: '/account/trips',
      purpose: 'member_reset',
      consequence:
        'Applications you connected will be disconnected, for your safety: connect them again afterwards.',
      byEmail: async (email) => await deps.members.byEmail(email),
      byId: async (id) => await deps.members.byId(id),
      setPassword: async (id, hash) => {
        await deps.members.setPassword(id, hash)
      },
      endWhatDepends: async (id) => await deps.members.endGrants(id, 'password reset'),
    })
    const members = memberScope(deps)
    memberItinerary(scope, members, deps)
    memberApps(scope, members, deps)
    memberSecurity(scope, members, deps)
    developerSignIn(scope, deps)
    developerSignUp(scope, deps)
    passwordReset(scope, deps, {
      kind: 'developer',
      base: '/console',
      home: '/console/apps',
      purpose: 'developer_reset',
      consequence: null,
      byEmail: async (email) => await deps.developers.byEmail(email),
      byId: async (id) => await deps.developers.byId(id),
      setPassword: async (id, hash) => {
        await deps.developers.setPassword(id, hash)
      },
      endWhatDepends: async () => await Promise.resolve(),
    })
    secondFactor(scope, developerScope(deps, { secondFactor: false }), deps)
    const developers = developerScope(deps)
    developerApps(scope, developers, deps)
    developerAppChanges(scope, developers, deps)
    appTransfer(scope, developers, deps)
    developerWebhooks(scope, developers, deps)
    developerEvents(scope, developers, deps)
    developerAccount(scope, developers, deps)
  })
}
