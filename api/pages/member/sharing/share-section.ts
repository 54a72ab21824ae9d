import type { SharedTrip } from '../../../../schemas/member-pages/shared-trip.js'
import { choice, flag } from '../../lib/form.js'
import { formatDate, formatDateTime } from '../../lib/format-date.js'
import { fieldOf } from '../../views/field.js'
import { html } from '../../views/html.js'
import type { Html } from '../../views/html.js'
import type { PageFrame } from '../../views/page-frame.js'
import { postForm } from '../../views/post-form.js'

const LIST = new Intl.ListFormat('en-GB')
export const SHARE = {
  expiry: choice(['end', '7', '30', 'never'], 'end', {
    label: 'The link works',
    options: [
      ['end', 'until the trip ends'],
      ['7', 'for 7 days'],
      ['30', 'for 30 days'],
      ['never', 'until I revoke it'],
    ],
  }),
  locators: flag('Booking numbers: with one and your name, a booking can often be changed'),
  prices: flag('Prices'),
}

/** The links to a trip, and the form that makes one: a line above the itinerary until there is a link. */
export function shareSection(trip: string, links: readonly SharedTrip[], frame: PageFrame): Html {
  const hasErrors = frame.errors.length > 0
  const form = postForm(
    frame,
    { action: `/account/trips/${trip}/share` },
    html`<p>Anyone can open the link without an account, and sees the route, times, places and seats, and later changes.</p>
${fieldOf(frame, SHARE, 'expiry', { values: { expiry: 'end' } })}
<fieldset><legend>Show as well</legend>
${fieldOf(frame, SHARE, 'locators', { values: {} })}
${fieldOf(frame, SHARE, 'prices', { values: {} })}
</fieldset>
<p class="actions"><button class="primary">Create the link</button></p>
`,
  )
  return html`
<details id="share"${(links.length > 0 || hasErrors) && ' open'}>
<summary>Share this trip</summary>
${
  links.length === 0
    ? form
    : html`<ul class="trips">\n${links.map((link) => linkCard(link, trip, frame))}</ul>
<details${hasErrors && ' open'}><summary>Create another link</summary>
${form}</details>`
}
</details>
`
}

function linkCard(link: SharedTrip, trip: string, frame: PageFrame): Html {
  const created = formatDate(link.created)
  return html`<li class="card">
<p>Shows ${shownText(link)}. Ends ${endsText(link)}.</p>
<p class="soft">Created on ${created}, last opened: ${link.lastViewed === null ? 'never' : formatDateTime(link.lastViewed)}.</p>
${postForm(frame, { action: `/account/trips/${trip}/unshare`, hidden: { link: link.id } }, html`<button>Revoke<span class="hidden"> the link of ${created}</span></button>`)}
</li>
`
}

function endsText({ expires, untilEnd }: SharedTrip): string {
  if (expires !== null) return `on ${formatDate(expires)}`
  return untilEnd ? 'when the trip ends' : 'when you revoke it'
}

/** What a reader of the link sees. */
export function shownText({ locators, prices }: { locators: boolean; prices: boolean }): string {
  const more = [locators ? 'booking numbers' : null, prices ? 'prices' : null].filter((one) => one !== null)
  return LIST.format(['route', 'times', 'places', 'seats', ...more])
}
