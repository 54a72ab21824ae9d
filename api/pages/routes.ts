/** All pages for members and developers. */
import { appListPage } from './developer/app-list.js'
import { appSecretPages } from './developer/app-secrets.js'
import { saveSettingsPage } from './developer/app-settings.js'
import { appStatusPages } from './developer/app-status.js'
import { appTransferPages } from './developer/app-transfer.js'
import type { AppTransferDeps } from './developer/app-transfer.js'
import { appWebhookPages } from './developer/app-webhooks.js'
import { auditLogPage } from './developer/audit-log.js'
import { docsValues } from './developer/docs-values.js'
import { newAppPages } from './developer/new-app.js'
import { requestPage } from './developer/requests/request-page.js'
import { secondAppPages } from './developer/second-app.js'
import { tabPages } from './developer/tabs/tab-routes.js'
import { invitationPages } from './developer/team/invitation-routes.js'
import { teamPages } from './developer/team/team-routes.js'
import { eventLogPages } from './developer/webhooks/event-log.js'
import type { WebhookPagesDeps } from './developer/webhooks/own-webhook.js'
import { webhookPages } from './developer/webhooks/webhook-routes.js'
import { webhookSettingsPages } from './developer/webhooks/webhook-settings.js'
import { entryPages } from './entry-pages.js'
import { developer, member } from './lib/page-access.js'
import type { Page } from './lib/page.js'
import { authorizePages } from './member/authorize-pages.js'
import type { AuthorizeDeps } from './member/authorize-pages.js'
import { calendarLinkPages } from './member/calendar/calendar-links.js'
import type { CalendarLinkDeps } from './member/calendar/calendar-links.js'
import { connectedAppPages } from './member/connected-apps.js'
import type { ConnectedAppsDeps } from './member/connected-apps.js'
import { homePages } from './member/home/home-page.js'
import type { HomeDeps } from './member/home/home-page.js'
import { itineraryPages } from './member/itinerary.js'
import { loyaltyPages } from './member/loyalty-accounts.js'
import type { LoyaltyDeps } from './member/loyalty-accounts.js'
import { reportPages } from './member/report.js'
import { shareTripPages } from './member/sharing/share-trip.js'
import { sharedTripPage } from './member/sharing/shared-trip.js'
import type { SharedTripDeps } from './member/sharing/shared-trip.js'
import { unfiledPage } from './member/unfiled/unfiled-page.js'
import type { UnfiledDeps } from './member/unfiled/unfiled-page.js'
import type { AccountKind } from './sign-in/account-kind.js'
import { accountSecurityPages } from './sign-in/account-security.js'
import type { AccountSecurityDeps } from './sign-in/account-security.js'
import { askChangePage } from './sign-in/address/ask-change.js'
import { confirmChangePages } from './sign-in/address/confirm-change.js'
import { confirmSignUpPages } from './sign-in/confirm-sign-up.js'
import { developerKind } from './sign-in/developer-kind.js'
import type { DeveloperKindDeps } from './sign-in/developer-kind.js'
import { memberKind } from './sign-in/member-kind.js'
import type { MemberKindDeps } from './sign-in/member-kind.js'
import { passwordResetPages } from './sign-in/password-reset.js'
import { recoveryPages } from './sign-in/recovery/recovery-pages.js'
import { secondFactorPages } from './sign-in/second-factor.js'
import type { SecondFactorDeps } from './sign-in/second-factor.js'
import { signInPages, signOutPage } from './sign-in/sign-in.js'
import { signUpPages } from './sign-in/sign-up.js'
import type { SignUpDeps } from './sign-in/sign-up.js'
import { confirmAgain } from './sign-in/step-up.js'

export type PagesDeps = AuthorizeDeps &
  SignUpDeps &
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

/** The password is all that a member can prove. */
const nothingMore = async (): Promise<null> => await Promise.resolve(null)

export function allPages(deps: PagesDeps): Array<Page<PagesDeps>> {
  const [members, developers] = [memberKind(deps), developerKind(deps)]
  return [
    ...entryPages,
    ...authorizePages(members),
    ...visitorPages(members),
    ...visitorPages(developers),
    signOutPage,
    ...accountSecurityPages(member, members),
    askChangePage(member, members, nothingMore),
    ...itineraryPages,
    unfiledPage,
    ...shareTripPages,
    sharedTripPage(deps),
    ...homePages,
    ...calendarLinkPages,
    ...loyaltyPages,
    ...connectedAppPages,
    ...reportPages,
    ...secondFactorPages,
    ...recoveryPages,
    ...accountSecurityPages(developer, developers),
    askChangePage(developer, developers, confirmAgain),
    auditLogPage,
    appListPage,
    ...newAppPages,
    ...secondAppPages,
    ...tabPages,
    requestPage,
    ...teamPages,
    ...invitationPages,
    saveSettingsPage,
    ...appSecretPages,
    ...appStatusPages,
    ...appTransferPages,
    ...appWebhookPages,
    ...webhookPages,
    ...webhookSettingsPages,
    ...eventLogPages,
    docsValues,
  ]
}

const visitorPages = (kind: AccountKind): Array<Page<SignUpDeps>> => [
  ...signInPages(kind),
  ...signUpPages(kind),
  ...confirmSignUpPages(kind),
  ...passwordResetPages(kind),
  ...confirmChangePages(kind),
]
