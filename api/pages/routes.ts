/** All pages for members and developers. */
import type { FastifyInstance } from 'fastify'
import { askChangeRoute } from './sign-in/address/ask-change.js'
import { confirmChangeRoutes } from './sign-in/address/confirm-change.js'
import { accountSecurityRoutes } from './sign-in/account-security.js'
import type { AccountSecurityDeps } from './sign-in/account-security.js'
import type { AccountKind } from './sign-in/account-kind.js'
import { developerKind } from './sign-in/developer-kind.js'
import type { DeveloperKindDeps } from './sign-in/developer-kind.js'
import type { MemberKindDeps } from './sign-in/member-kind.js'
import { passwordResetRoutes } from './sign-in/password-reset.js'
import { recoveryRoutes } from './sign-in/recovery/recovery-pages.js'
import { secondFactorRoutes } from './sign-in/second-factor.js'
import type { SecondFactorDeps } from './sign-in/second-factor.js'
import { signInRoutes } from './sign-in/sign-in.js'
import { signUpRoutes } from './sign-in/sign-up.js'
import { confirmAgain } from './sign-in/step-up.js'
import type { SignUpDeps } from './sign-in/sign-up.js'
import { appListRoutes } from './developer/app-list.js'
import { appSecretRoutes } from './developer/app-secrets.js'
import { appSettingsRoutes } from './developer/app-settings.js'
import { appStatusRoutes } from './developer/app-status.js'
import { appTransferRoutes } from './developer/app-transfer.js'
import type { AppTransferDeps } from './developer/app-transfer.js'
import { appWebhookRoutes } from './developer/app-webhooks.js'
import { auditLogRoute } from './developer/audit-log.js'
import { invitationRoutes } from './developer/team/invitation-routes.js'
import { teamRoutes } from './developer/team/team-routes.js'
import { requestRoutes } from './developer/requests/request-page.js'
import { newAppRoutes } from './developer/new-app.js'
import { secondAppRoutes } from './developer/second-app.js'
import { tabRoutes } from './developer/tabs/tab-routes.js'
import { docsValuesRoute } from './developer/docs-values.js'
import { eventLogRoutes } from './developer/webhooks/event-log.js'
import type { WebhookPagesDeps } from './developer/webhooks/own-webhook.js'
import { webhookRoutes } from './developer/webhooks/webhook-routes.js'
import { webhookSettingsRoutes } from './developer/webhooks/webhook-settings.js'
import { requireDeveloper, requireMember } from './lib/require-session.js'
import { calendarLinkRoutes } from './member/calendar/calendar-links.js'
import type { CalendarLinkDeps } from './member/calendar/calendar-links.js'
import { connectedAppRoutes } from './member/connected-apps.js'
import type { ConnectedAppsDeps } from './member/connected-apps.js'
import { itineraryRoutes } from './member/itinerary.js'
import { homeRoutes } from './member/home/home-page.js'
import type { HomeDeps } from './member/home/home-page.js'
import { loyaltyRoutes } from './member/loyalty-accounts.js'
import type { LoyaltyDeps } from './member/loyalty-accounts.js'
import { reportRoutes } from './member/report.js'
import { shareTripRoutes } from './member/sharing/share-trip.js'
import { sharedTripRoute } from './member/sharing/shared-trip.js'
import type { SharedTripDeps } from './member/sharing/shared-trip.js'
import { unfiledRoute } from './member/unfiled/unfiled-page.js'
import type { UnfiledDeps } from './member/unfiled/unfiled-page.js'

export type PagesDeps = SignUpDeps &
  AccountSecurityDeps &
  SecondFactorDeps &
  MemberKindDeps &
  DeveloperKindDeps &
  ConnectedAppsDeps &
  SharedTripDeps &
  CalendarLinkDeps &
  HomeDeps &
  UnfiledDeps &
  LoyaltyDeps &
  AppTransferDeps &
  WebhookPagesDeps

export function memberRoutes(app: FastifyInstance, kind: AccountKind, deps: PagesDeps): void {
  const guard = requireMember(deps)
  visitorRoutes(app, kind, deps)
  accountSecurityRoutes(app, guard, kind, deps)
  // The password is all that a member can prove.
  askChangeRoute(app, guard, kind, { ...deps, confirm: async () => await Promise.resolve(true) })
  itineraryRoutes(app, guard, deps)
  unfiledRoute(app, guard, deps)
  shareTripRoutes(app, guard, deps)
  sharedTripRoute(app, deps)
  homeRoutes(app, guard, deps)
  calendarLinkRoutes(app, guard, deps)
  loyaltyRoutes(app, guard, deps)
  connectedAppRoutes(app, guard, deps)
  reportRoutes(app, guard, deps)
}

export function developerRoutes(app: FastifyInstance, deps: PagesDeps): void {
  const kind = developerKind(deps)
  const guard = requireDeveloper(deps)
  visitorRoutes(app, kind, deps)
  secondFactorRoutes(app, requireDeveloper(deps, { secondFactor: false }), deps)
  recoveryRoutes(app, guard, deps)
  accountSecurityRoutes(app, guard, kind, deps)
  askChangeRoute(app, guard, kind, {
    ...deps,
    confirm: async (page, request) => await confirmAgain(page, request, deps),
  })
  auditLogRoute(app, guard, deps)
  appListRoutes(app, guard, deps)
  newAppRoutes(app, guard, deps)
  secondAppRoutes(app, guard, deps)
  tabRoutes(app, guard, deps)
  requestRoutes(app, guard, deps)
  teamRoutes(app, guard, deps)
  invitationRoutes(app, guard, deps)
  appSettingsRoutes(app, guard, deps)
  appSecretRoutes(app, guard, deps)
  appStatusRoutes(app, guard, deps)
  appTransferRoutes(app, guard, deps)
  appWebhookRoutes(app, guard, deps)
  webhookRoutes(app, guard, deps)
  webhookSettingsRoutes(app, guard, deps)
  eventLogRoutes(app, guard, deps)
  docsValuesRoute(app, deps)
}

function visitorRoutes(app: FastifyInstance, kind: AccountKind, deps: SignUpDeps): void {
  signInRoutes(app, kind, deps)
  signUpRoutes(app, kind, deps)
  passwordResetRoutes(app, kind, deps)
  confirmChangeRoutes(app, kind, deps)
}
