/** What the consent page shows, in the order of oauth.md 6.1. */
import type { MemberAccount } from '../../../schemas/oauth/account.js'
import type { OauthApp } from '../../../schemas/oauth/oauth-app.js'
import { formatDate } from '../lib/format-date.js'
import { withReturn } from '../lib/return-path.js'

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
  request: { redirectUri: string; query: string; consentToken: string },
): ConsentData {
  const { redirectUri, query, consentToken } = request
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
    returnsTo: new URL(redirectUri).host,
    query,
    consentToken,
    switchUrl: withReturn('/oauth/login?switch=1', `/oauth/authenticate?${query}`),
    reportUrl: `/account/report?app=${encodeURIComponent(app.clientId)}`,
  }
}
