/** What the consent page shows, in the order of oauth.md 6.1. */
import type { MemberAccount } from '../../../schemas/oauth/account.js'
import type { OauthApp } from '../../../schemas/oauth/oauth-app.js'
import type { AuthorizeRequest } from '../../oauth/authorize/authorize-request.js'
import { formatDate } from '../lib/format-date.js'
import { withReturn } from '../lib/return-path.js'
import { verifiedBadge } from '../views/badges.js'
import { html } from '../views/html.js'
import type { Html } from '../views/html.js'
import { hiddenFields } from '../views/post-form.js'
import { accessSummary } from './access-summary.js'

interface ConsentForm {
  /** The authorization request as it came. */
  query: string
  /** Binds the form to that request. */
  consentToken: string
}

/** For a valid request, by the signed-in member. */
export function consentView(
  { app, redirectUri, scopes, resource }: AuthorizeRequest,
  member: MemberAccount,
  { query, consentToken }: ConsentForm,
): Html {
  const switchUrl = withReturn('/oauth/login?switch=1', `/oauth/authenticate?${query}`)
  return html`
<h1>Connect ${app.name}</h1>
<p class="lead"><strong>${app.name}</strong> by <strong>${app.organisation}</strong> asks to use your Tripfold account.</p>
<p class="facts">${verifiedBadge(app, 'Not verified by us')} ${app.redirectUris === undefined ? `Registered on ${formatDate(app.created)}.` : `Not registered with us: ${app.organisation} is responsible for it.`}${app.environment === 'development' && ' This is a development version.'}</p>
${
  resource === 'mcp' &&
  html`<p>It is for an assistant: a program that decides by itself what it reads and changes, within what you allow here.</p>
`
}<p class="who">Signed in as <strong>${member.email}</strong>. <a href="${switchUrl}">Not you? Switch account</a></p>
<section aria-labelledby="can">
<h2 id="can">It will be able to</h2>
<ul class="ticks">
${accessSummary(scopes).map((sentence) => html`<li>${sentence}</li>\n`)}
</ul>
</section>
<section aria-labelledby="cannot">
<h2 id="cannot">It will not be able to</h2>
<ul class="crosses">
<li>see or change your password</li>
<li>sign in as you, or close your account</li>
${scopes !== null && html`<li>see or change anything that is not listed above</li>`}
</ul>
</section>
<p>This lasts until you disconnect it, which you can do at any time under <a href="/account/apps">Connected apps</a>.</p>
<p>You will return to <strong class="host">${new URL(redirectUri).host}</strong>.</p>
${appLinks(app)}
<form method="post" action="/oauth/authenticate">
${hiddenFields({ query, consent_token: consentToken })}
<p class="choice">
<button name="decision" value="cancel">Cancel</button>
<button name="decision" value="allow">Allow access</button>
</p>
</form>
<p class="aside"><a href="/account/report?app=${encodeURIComponent(app.clientId)}">Report this app</a></p>
`
}

function appLinks({ homeUrl, privacyUrl, supportUrl }: OauthApp): Html | false {
  const links = [
    [homeUrl, 'Home page'],
    [privacyUrl, 'Privacy policy'],
    [supportUrl, 'Support'],
  ] as const
  const given = links.flatMap(([url, text]) =>
    url === null ? [] : [html`<a href="${url}" rel="noreferrer">${text}</a>\n`],
  )
  return given.length > 0 && html`<p class="links">\n${given}</p>`
}
