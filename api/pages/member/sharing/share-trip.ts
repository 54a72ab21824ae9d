/** Links under which anyone may read one trip: the member makes and revokes them (oauth.md 6.5). */
import { isId } from '../../../../schemas/base/ids.js'
import type { IdGenerator } from '../../../../schemas/base/ids.js'
import type { SharedTripStore } from '../../../../schemas/member-pages/shared-trip.js'
import { randomToken, tokenHash } from '../../../oauth/random-token.js'
import { renderTrip } from '../itinerary.js'
import type { ItineraryDeps } from '../itinerary.js'
import { shownText } from './shared-link-item.js'
import { nameOf } from '../trip/trip-view.js'
import { html } from '../../views/html.js'
import type { Html } from '../../views/html.js'
import { page } from '../../lib/page.js'
import { member } from '../../lib/page-access.js'
import type { MemberPage } from '../../lib/page-access.js'
import type { PageResult } from '../../lib/page-result.js'
import { problem, redirect, view } from '../../lib/page-result.js'

export interface ShareDeps extends ItineraryDeps {
  shared: SharedTripStore
  ids: IdGenerator
  settings: { authUrl: string }
}

export const SHARE_PREFIX = 'shr_'
const MAX_LINKS = 50
const EXPIRIES: Readonly<Record<string, { days: number | null; untilEnd: boolean }>> = {
  '7': { days: 7, untilEnd: false },
  '30': { days: 30, untilEnd: false },
  end: { days: null, untilEnd: true },
  never: { days: null, untilEnd: false },
}

export const shareTripPages = [
  page({ route: 'POST /account/trips/:trip_id/share', access: member }, share),
  page({ route: 'POST /account/trips/:trip_id/unshare', access: member }, unshare),
]

async function share(page: MemberPage, deps: ShareDeps): Promise<PageResult> {
  const { form, session } = page
  const { trip_id: trip } = page.request.params as { trip_id: string }
  const row = isId(trip)
    ? await deps.trips.byId(session.accountId, trip, { segments: false, follow: false })
    : null
  if (row === null) return problem('not_found')
  const secret = randomToken(SHARE_PREFIX)
  const [locators, prices] = [form.get('locators') !== null, form.get('prices') !== null]
  const expiry = EXPIRIES[form.get('expiry') ?? ''] ?? EXPIRIES['end']!
  const link = { id: deps.ids.next(), member: session.accountId, trip, hash: tokenHash(secret) }
  if (!(await deps.shared.create({ ...link, locators, prices, ...expiry }, MAX_LINKS)))
    return await renderTrip(page, deps, [
      { field: 'expiry', text: `You have ${MAX_LINKS} links already. Revoke one that you no longer need.` },
    ])
  await page.audit('trip_shared', {
    memberId: session.accountId,
    detail: { trip, locators, prices },
  })
  return view(
    sharedLinkView,
    { title: 'Link to your trip' },
    {
      trip,
      name: nameOf(JSON.parse(row.doc) as Record<string, unknown>),
      url: `${deps.settings.authUrl}/shared/${secret}`,
      shows: shownText({ locators, prices }),
    },
  )
}

async function unshare(page: MemberPage, deps: ShareDeps): Promise<PageResult> {
  const { trip_id: trip } = page.request.params as { trip_id: string }
  const id = page.form.get('link') ?? ''
  if (!isId(trip) || !isId(id)) return problem('not_found')
  const memberId = page.session.accountId
  if (await deps.shared.remove(memberId, trip, id))
    await page.audit('trip_unshared', { memberId, detail: { trip } })
  return redirect(`/account/trips/${trip}?m=unshared`)
}

function sharedLinkView(data: { trip: string; name: string; url: string; shows: string }): Html {
  return html`
<h1>Link to ${data.name}</h1>
<p class="lead">Anyone who has this address can read the trip: ${data.shows}. It is shown only now: send it, or keep it.</p>
<p><code class="secret" id="link">${data.url}</code></p>
<p class="actions"><button type="button" class="primary copy" data-copy-from="link" hidden>Copy the link</button> <a class="button" href="${data.url}">Open it</a> <a href="/account/trips/${data.trip}#share">Back to the trip</a></p>
<p class="soft">The page follows the trip: who opens it later sees the changes. You can revoke the link on the page of the trip at any time.</p>
`
}
