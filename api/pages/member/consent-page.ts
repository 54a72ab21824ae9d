/** What the consent page says, in the order of oauth.md 6.1. */
import type { OauthApp } from '../../../schemas/oauth/oauth-app.js'
import type { MemberAccount } from '../../../schemas/oauth/account.js'
import { withReturn } from '../lib/return-path.js'
import { formatDate } from '../lib/format-date.js'

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
  /** Host that the browser goes back to. */
  returnsTo: string
  /** The authorization request as it came, and the token that binds the form to it. */
  query: string
  consentToken: string
  switchUrl: string
  reportUrl: string
}

/** The data of the consent page for a valid request of `app` by the member signed in. */
export function consentData(
  app: OauthApp,
  redirectUri: string,
  member: MemberAccount,
  query: string,
  consentToken: string,
): ConsentData {
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
