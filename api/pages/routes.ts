/** All pages for members and developers. */
import { appListPage } from './developer/app-list.js'
import { appTransferPages } from './developer/app-transfer.js'
import type { AppTransferDeps } from './developer/app-transfer.js'
import { auditLogPage } from './developer/audit-log.js'
import { docsValues } from './developer/docs-values.js'
import { newAppPages } from './developer/new-app.js'
import { feedPages } from './developer/feeds/feed-pages.js'
import { requestListPage } from './developer/requests/request-list.js'
import { requestPage } from './developer/requests/request-page.js'
import { secondAppPages } from './developer/second-app.js'
import { credentialPages } from './developer/tabs/credentials.js'
import { dangerPages } from './developer/tabs/danger.js'
import { overviewPage } from './developer/tabs/overview.js'
import { settingsPages } from './developer/tabs/settings.js'
import { testPages } from './developer/tabs/test.js'
import type { TestTabDeps } from './developer/tabs/test.js'
import { webhookListPages } from './developer/tabs/webhooks.js'
import { invitationPages } from './developer/team/invitation-page.js'
import { teamPages } from './developer/team/team-changes.js'
import { deliveryPage } from './developer/webhooks/delivery-page.js'
import { eventLogPages } from './developer/webhooks/event-log.js'
import type { WebhookPagesDeps } from './developer/webhooks/own-webhook.js'
import { webhookActions } from './developer/webhooks/webhook-actions.js'
import { webhookPages } from './developer/webhooks/webhook-page.js'
import { webhookSettingsPages } from './developer/webhooks/webhook-settings.js'
import { entryPages } from './entry-pages.js'
import { developer, developerByPassword, member, memberByPassword } from './lib/page-access.js'
import type { Page } from './lib/page.js'
import { authorizePages } from './member/authorize-pages.js'
import type { AuthorizeDeps } from './member/authorize-pages.js'
import { calendarLinkPages } from './member/calendar-links.js'
import type { CalendarLinkDeps } from './member/calendar-links.js'
import { connectedAppPages } from './member/connected-apps.js'
import type { ConnectedAppsDeps } from './member/connected-apps.js'
import { addPages } from './member/documents/add-page.js'
import type { AddDeps } from './member/documents/add-page.js'
import { documentPages } from './member/documents/document-page.js'
import type { DocumentPageDeps } from './member/documents/document-page.js'
import { changePage } from './member/editing/apply-change.js'
import { newSegmentPages } from './member/editing/new-segment-page.js'
import { segmentPages } from './member/editing/segment-page.js'
import { tripEditPages } from './member/editing/trip-edit-page.js'
import type { TripEditDeps } from './member/editing/trip-edit-page.js'
import { homePages } from './member/profile/home-page.js'
import type { HomeDeps } from './member/profile/home-page.js'
import { itineraryPages } from './member/itinerary.js'
import { loyaltyPages } from './member/loyalty-accounts.js'
import type { LoyaltyDeps } from './member/loyalty-accounts.js'
import { mailPages } from './member/documents/mail-pages.js'
import type { MailDeps } from './member/documents/mail-pages.js'
import { profilePages } from './member/profile/profile-page.js'
import { reportPages } from './member/report.js'
import { shareTripPages } from './member/sharing/share-trip.js'
import { sharedTripPage } from './member/sharing/shared-trip.js'
import type { SharedTripDeps } from './member/sharing/shared-trip.js'
import { unfiledPage } from './member/unfiled-page.js'
import type { UnfiledDeps } from './member/unfiled-page.js'
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
import { passkeyPages } from './sign-in/passkeys/passkey-pages.js'
import type { PasskeyPagesDeps } from './sign-in/passkeys/passkey-pages.js'
import { passkeySignInPages } from './sign-in/passkeys/passkey-sign-in.js'
import { passwordResetPages } from './sign-in/password-reset.js'
import { recoveryPages } from './sign-in/recovery/recovery-pages.js'
import { secondFactorPages } from './sign-in/second-factor.js'
import { signInPages, signOutPage } from './sign-in/sign-in.js'
import { signUpPages } from './sign-in/sign-up.js'
import type { SignUpDeps } from './sign-in/sign-up.js'
import { confirmAgain, confirmFactor } from './sign-in/step-up.js'

export type PagesDeps = AuthorizeDeps &
  SignUpDeps &
  AccountSecurityDeps &
  PasskeyPagesDeps &
  MemberKindDeps &
  DeveloperKindDeps &
  ConnectedAppsDeps &
  SharedTripDeps &
  CalendarLinkDeps &
  HomeDeps &
  UnfiledDeps &
  AddDeps &
  TripEditDeps &
  MailDeps &
  DocumentPageDeps &
  LoyaltyDeps &
  AppTransferDeps &
  WebhookPagesDeps &
  TestTabDeps

export function allPages(deps: PagesDeps): Array<Page<PagesDeps>> {
  const [members, developers] = [memberKind(deps), developerKind(deps)]
  return [
    ...entryPages,
    ...authorizePages(members),
    ...visitorPages(members),
    ...visitorPages(developers),
    signOutPage,
    ...passkeySignInPages(members),
    ...secondFactorPages(memberByPassword, members),
    ...recoveryPages(member, members),
    ...passkeyPages(members),
    ...accountSecurityPages(member, members),
    ...profilePages(),
    askChangePage(member, members, confirmFactor),
    ...itineraryPages,
    unfiledPage,
    ...newSegmentPages,
    ...segmentPages,
    ...tripEditPages,
    changePage,
    ...addPages(),
    ...documentPages,
    ...mailPages,
    ...shareTripPages,
    sharedTripPage,
    ...homePages(),
    ...calendarLinkPages,
    ...loyaltyPages,
    ...connectedAppPages,
    ...reportPages,
    ...secondFactorPages(developerByPassword, developers),
    ...recoveryPages(developer, developers),
    ...accountSecurityPages(developer, developers),
    askChangePage(developer, developers, confirmAgain),
    auditLogPage,
    appListPage,
    ...newAppPages,
    ...secondAppPages,
    overviewPage,
    ...credentialPages,
    ...settingsPages,
    ...dangerPages,
    ...webhookListPages,
    requestListPage,
    requestPage,
    ...feedPages,
    ...testPages,
    ...teamPages,
    ...invitationPages,
    ...appTransferPages,
    ...webhookPages,
    ...webhookActions,
    deliveryPage,
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
