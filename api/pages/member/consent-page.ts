/** What the consent page shows, in the order of oauth.md 6.1. */
import type { MemberAccount } from '../../../schemas/oauth/account.js'
import type { OauthApp } from '../../../schemas/oauth/oauth-app.js'
import type { GrantedScopes } from '../../../schemas/oauth/scope.js'
import { formatDate } from '../lib/format-date.js'
import { withReturn } from '../lib/return-path.js'
import { accessSummary } from './access-summary.js'
import { html } from '../views/html.js'
import type { Html } from '../views/html.js'

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

export function consentView(data: ConsentData): Html {
  return html`
<h1>Connect ${data.app.name}</h1>
<p class="lead"><strong>${data.app.name}</strong> by <strong>${data.app.organisation}</strong> asks to use your Tripfold account.</p>
<p class="facts"><span class="badge ${data.app.verified ? 'good' : 'plain'}">${data.app.verified ? 'Verified' : 'Not verified by us'}</span> Registered on ${data.app.registered}.${data.app.development && ' This is a development version.'}</p>
<p class="who">Signed in as <strong>${data.email}</strong>. <a href="${data.switchUrl}">Not you? Switch account</a></p>
<section aria-labelledby="can">
<h2 id="can">It will be able to</h2>
<ul class="ticks">
${data.can.map(
  (sentence) => html`<li>${sentence}</li>
`,
)}
</ul>
</section>
<section aria-labelledby="cannot">
<h2 id="cannot">It will not be able to</h2>
<ul class="crosses">
<li>see or change your password</li>
<li>sign in as you, or close your account</li>
${
  !data.everything &&
  html`<li>see or change anything that is not listed above</li>
`
}
</ul>
</section>
<p>This lasts until you disconnect it, which you can do at any time under <a href="/account/apps">Connected apps</a>.</p>
<p>You will return to <strong class="host">${data.returnsTo}</strong>.</p>
${
  (data.app.homeUrl !== null || data.app.privacyUrl !== null || data.app.supportUrl !== null) &&
  html`<p class="links">
${data.app.homeUrl !== null && html`<a href="${data.app.homeUrl}" rel="noreferrer">Home page</a>`}
${data.app.privacyUrl !== null && html`<a href="${data.app.privacyUrl}" rel="noreferrer">Privacy policy</a>`}
${data.app.supportUrl !== null && html`<a href="${data.app.supportUrl}" rel="noreferrer">Support</a>`}
</p>
`
}
<form method="post" action="/oauth/authenticate">
<input type="hidden" name="query" value="${data.query}">
<input type="hidden" name="consent_token" value="${data.consentToken}">
<p class="choice">
<button name="decision" value="cancel">Cancel</button>
<button name="decision" value="allow">Allow access</button>
</p>
</form>
<p class="aside"><a href="${data.reportUrl}">Report this app</a></p>
`
}
