/** The authorization server with the pages around it, as one Fastify plugin. */
import type { FastifyInstance } from 'fastify'
import { requireDeveloper, requireMember } from '../pages/lib/require-session.js'
import { developerAccountRoutes } from '../pages/developer/account.js'
import type { DeveloperAccountDeps } from '../pages/developer/account.js'
import { appTransferRoutes } from '../pages/developer/app-transfer.js'
import type { AppTransferDeps } from '../pages/developer/app-transfer.js'
import { appSettingsRoutes } from '../pages/developer/app-settings.js'
import { appRoutes } from '../pages/developer/apps.js'
import { developerSignIn } from '../pages/sign-in/developer-sign-in.js'
import { eventLogRoutes } from '../pages/developer/webhooks/event-log.js'
import { webhookRoutes } from '../pages/developer/webhooks/webhook-page.js'
import type { WebhookPagesDeps } from '../pages/developer/webhooks/webhook-page.js'
import { developerSignUp } from '../pages/sign-in/developer-sign-up.js'
import type { DeveloperSignUpDeps } from '../pages/sign-in/developer-sign-up.js'
import { connectedAppRoutes } from '../pages/member/connected-apps.js'
import type { ConnectedAppsDeps } from '../pages/member/connected-apps.js'
import { itineraryRoutes } from '../pages/member/itinerary.js'
import type { ItineraryDeps } from '../pages/member/itinerary.js'
import { passwordReset } from '../pages/sign-in/password-reset.js'
import { memberSecurity } from '../pages/member/security.js'
import type { MemberSecurityDeps } from '../pages/member/security.js'
import { memberSignIn } from '../pages/sign-in/member-sign-in.js'
import { memberSignUp } from '../pages/sign-in/member-sign-up.js'
import type { MemberSignUpDeps } from '../pages/sign-in/member-sign-up.js'
import { pagesPlugin } from '../pages/plugin.js'
import { secondFactorRoutes } from '../pages/sign-in/second-factor.js'
import { authorizeRoutes } from './authorize/authorize-routes.js'
import type { AuthorizeDeps } from './authorize/authorize-routes.js'
import { metadataRoutes } from './metadata-routes.js'
import { tokenRoutes } from './token/token-routes.js'

export type AuthServerDeps = AuthorizeDeps &
  MemberSignUpDeps &
  ConnectedAppsDeps &
  MemberSecurityDeps &
  ItineraryDeps &
  DeveloperSignUpDeps &
  DeveloperAccountDeps &
  AppTransferDeps &
  WebhookPagesDeps

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
      endWhatDepends: async (id) => await deps.members.revokeGrants(id, 'password reset'),
    })
    const members = requireMember(deps)
    itineraryRoutes(scope, members, deps)
    connectedAppRoutes(scope, members, deps)
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
    secondFactorRoutes(scope, requireDeveloper(deps, { secondFactor: false }), deps)
    const developers = requireDeveloper(deps)
    appRoutes(scope, developers, deps)
    appSettingsRoutes(scope, developers, deps)
    appTransferRoutes(scope, developers, deps)
    webhookRoutes(scope, developers, deps)
    eventLogRoutes(scope, developers, deps)
    developerAccountRoutes(scope, developers, deps)
  })
}
