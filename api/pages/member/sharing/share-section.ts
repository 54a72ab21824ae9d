import { choice, tick } from '../../views/field.js'
import { html } from '../../views/html.js'
import type { Html } from '../../views/html.js'
import type { PageFrame } from '../../views/page-frame.js'
import { postForm } from '../../views/post-form.js'
import type { SharedLinkItem } from './shared-link-item.js'

/** The links to a trip, and the form that makes one. */
export function shareSection(trip: string, links: readonly SharedLinkItem[], frame: PageFrame): Html {
  return html`
<section id="share" class="zone-plain" aria-labelledby="share-title">
<h2 id="share-title">Share this trip</h2>
${
  links.length > 0 &&
  html`<ul class="trips">
${links.map(
  (link) => html`<li class="card">
<p>Shows ${link.shows}. Ends ${link.ends}.</p>
<p class="soft">Made on ${link.created}, last opened: ${link.lastViewed}.</p>
${postForm(frame, { action: `/account/trips/${trip}/unshare`, hidden: { link: link.id } }, html`<button>Revoke<span class="hidden"> the link of ${link.created}</span></button>`)}
</li>
`,
)}
</ul>
`
}
<details${frame.errors.length > 0 && ' open'}>
<summary>Make a link that anyone can open without an account</summary>
${postForm(
  frame,
  { action: `/account/trips/${trip}/share` },
  html`<p>Everyone who has the link sees route, times, places and seats, and later changes.</p>
${choice({
  id: 'expiry',
  label: 'The link works',
  value: 'end',
  options: [
    ['end', 'until the trip ends'],
    ['7', 'for 7 days'],
    ['30', 'for 30 days'],
    ['never', 'until I revoke it'],
  ],
})}
<fieldset><legend>Show as well</legend>
${tick({ type: 'checkbox', id: 'locators', checked: false }, 'Booking numbers: with one and your name, a booking can often be changed')}
${tick({ type: 'checkbox', id: 'prices', checked: false }, 'Prices')}
</fieldset>
<p class="actions"><button class="primary">Make the link</button></p>
`,
)}
</details>
</section>
`
}
