/** What is around the content of every page. */
import { PAGE_ASSETS } from '../../assets/asset-routes.js'
import { html } from './html.js'
import type { Html } from './html.js'
import type { PageFrame } from './page-frame.js'
import { postForm } from './post-form.js'

const NAVIGATION = {
  member: {
    label: 'Your account',
    links: [
      ['/account/trips', 'Itinerary'],
      ['/account/profile', 'Profile'],
      ['/account/home', 'Home'],
      ['/account/calendar', 'Calendar'],
      ['/account/loyalty', 'Loyalty accounts'],
      ['/account/apps', 'Connected apps'],
      ['/account/security', 'Security'],
    ],
  },
  developer: {
    label: 'Developer console',
    links: [
      ['/console/apps', 'Applications'],
      ['/console/audit', 'Audit log'],
      ['/console/security', 'Account'],
      ['/docs', 'API reference'],
    ],
  },
} as const

/**
 * The document of a page. Forms are narrow; a trip is not, also for a reader without an account.
 * @param scripts which the page has
 */
export function layout(frame: PageFrame, body: Html, scripts: { pages: boolean; passkeys: boolean }): Html {
  const isNarrow = frame.nav === 'none' && frame.path !== '/shared'
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${frame.title} - Tripfold</title>
<link rel="stylesheet" href="${PAGE_ASSETS.css}">
${scripts.pages && html`<script type="module" src="${PAGE_ASSETS.js}"></script>`}
${
  scripts.passkeys &&
  html`<script defer src="${PAGE_ASSETS.webauthn}"></script>
<script type="module" src="${PAGE_ASSETS.passkeys}"></script>`
}
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header class="top">
<p class="brand"><span aria-hidden="true" class="fold"></span>Tripfold${frame.nav === 'developer' && html` <span class="brand-part">for developers</span>`}</p>
${frame.nav !== 'none' && navigation(frame, frame.nav)}
</header>
<main id="main"${isNarrow && html` class="narrow"`}>
${body}
</main>
<footer><p>Tripfold keeps one itinerary per traveller, merged from every source that knows part of the journey.</p></footer>
</body>
</html>
`
}

function navigation(frame: PageFrame, nav: 'member' | 'developer'): Html {
  const { label, links } = NAVIGATION[nav]
  return html`<nav aria-label="${label}">
<ul>
${links.map(([path, text]) => html`<li><a href="${path}"${currentMark(frame, path)}>${text}</a></li>`)}
</ul>
</nav>
${signOutForm(frame, nav, html`<button class="quiet">Sign out</button>`, 'signout')}`
}

function currentMark(frame: PageFrame, path: string): Html | false {
  if (frame.path === path) return html` aria-current="page"`
  return frame.path.startsWith(`${path}/`) && html` aria-current="true"`
}

/** The form that ends the session of this kind of account. */
export function signOutForm(
  frame: PageFrame,
  kind: 'member' | 'developer',
  content: Html,
  className?: string,
): Html {
  const hidden: Record<string, string> = kind === 'developer' ? { kind } : {}
  return postForm({ ...frame, role: null }, { action: '/signout', class: className, hidden }, content)
}

/** The errors of the form and the notice, above the content. */
export function messages({ errors, notice }: PageFrame): Html {
  return html`${
    errors.length > 0 &&
    html`<div class="summary" role="alert" tabindex="-1">
<h2>There is a problem</h2>
<ul>
${errors.map((error) => html`<li><a href="#${error.field}">${error.text}</a></li>`)}
</ul>
</div>`
  }
${notice !== null && html`<p class="notice" role="status">${notice}</p>`}`
}
