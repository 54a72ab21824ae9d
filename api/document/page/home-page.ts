/** The first page of the documentation: where to begin for each task. */
import { escape, join } from './html.js'
import type { Guide } from './guides.js'
import type { DocsPage } from './layout.js'
import type { Addresses } from './served-address.js'
import { guidePath, REFERENCE_PAGES, referencePath } from './site-map.js'

/** What the API is for, in a sentence. */
export const SUMMARY =
  'Submit travel data from many sources; read one itinerary per traveller, and be notified of every change.'

/** The page at /docs. */
export function homePage(guides: readonly Guide[], addresses: Addresses): DocsPage {
  const card = (path: string, title: string, text: string): string =>
    `<li class="card"><h3><a href="${path}">${escape(title)}</a></h3><p>${escape(text)}</p></li>`
  const guideCards = guides.map(({ name, title, summary }) => card(guidePath(name), title, summary))
  const pageCards = REFERENCE_PAGES.map(({ name, title, lead }) => card(referencePath(name), title, lead))
  const html = [
    '<h1>Tripfold API</h1>',
    `<p class="lead">${SUMMARY}</p>`,
    `<dl class="pairs"><dt>Base URL</dt><dd><code>${escape(addresses.baseUrl)}</code></dd>`,
    `<dt>Authorization server</dt><dd><code>${escape(addresses.authUrl)}</code></dd>`,
    `<dt>Your applications</dt><dd><a href="${escape(addresses.authUrl)}/console/apps">Developer console</a></dd>`,
    '<dt>OpenAPI 3.1</dt><dd><a href="/openapi.json">openapi.json</a></dd></dl>',
    `<h2 id="guides">Guides</h2><ul class="cards">${join(guideCards)}</ul>`,
    `<h2 id="reference">Reference</h2><ul class="cards">${join(pageCards)}</ul>`,
  ].join('')
  return { path: '/docs', title: 'Overview', html, sections: [] }
}

/** What an unknown address of the documentation shows. */
export const missingPage: DocsPage = {
  path: '',
  title: 'There is no such page',
  html: '<h1>There is no such page</h1><p>Search above, or begin at the <a href="/docs">overview</a>.</p>',
  sections: [],
}
