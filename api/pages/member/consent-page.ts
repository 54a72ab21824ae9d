/** What the consent page shows, in the order of oauth.md 6.1. */
import type { MemberAccount } from '../../../schemas/oauth/account.js'
import type { OauthApp } from '../../../schemas/oauth/oauth-app.js'
import type { GrantedScopes } from '../../../schemas/oauth/scope.js'
import { formatDate } from '../lib/format-date.js'
import { withReturn } from '../lib/return-path.js'
import { accessSummary } from './access-summary.js'

export interface ConsentData {
  app: {
    name: string
    organisation: string
    verified: boolean
    registered: string
    homeUrl: string | null
    privacyUrl: string | null
    supportUrl: string | null
    development: boolean
  }
  email: string
  /** What it will be able to do. */
  can: string[]
  /** Whether the request asks for everything, and not for some scopes. */
  everything: boolean
  /** Host that the browser returns to. */
  returnsTo: string
  /** The authorization request as it came. */
  query: string
  /** Binds the form to that request. */
  consentToken: string
  switchUrl: string
  reportUrl: string
}

/** The data for a valid request of `app` by the signed-in member. */
export function consentData(
  app: OauthApp,
  member: MemberAccount,
  request: { redirectUri: string; scopes: GrantedScopes; query: string; consentToken: string },
): ConsentData {
  const { redirectUri, scopes, query, consentToken } = request
  return {
    app: {
      name: app.name,
      organisation: app.organisation,
      verified: app.verified,
      registered: formatDate(app.created),
      homeUrl: app.homeUrl,
      privacyUrl: app.privacyUrl,
      supportUrl: app.supportUrl,
      development: app.environment === 'development',
    },
    email: member.email,
    can: accessSummary(scopes),
    everything: scopes === null,
    returnsTo: new URL(redirectUri).host,
    query,
    consentToken,
    switchUrl: withReturn('/oauth/login?switch=1', `/oauth/authenticate?${query}`),
    reportUrl: `/account/report?app=${encodeURIComponent(app.clientId)}`,
  }
}
