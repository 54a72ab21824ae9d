/** Links under which anyone may read one trip: the member makes and revokes them (oauth.md 6.5). */
import { isId } from '../../../../schemas/base/ids.js'
import type { IdGenerator } from '../../../../schemas/base/ids.js'
import type { SharedTripStore } from '../../../../schemas/member-pages/shared-trip.js'
import { randomToken, tokenHash } from '../../../oauth/random-token.js'
import { asSent } from '../../lib/form.js'
import { page } from '../../lib/page.js'
import type { Posted } from '../../lib/page.js'
import { member } from '../../lib/page-access.js'
import type { MemberPage } from '../../lib/page-access.js'
import { problem, redirect, view } from '../../lib/page-result.js'
import type { PageResult } from '../../lib/page-result.js'
import { html } from '../../views/html.js'
import { renderTrip } from '../itinerary.js'
import type { ItineraryDeps } from '../itinerary.js'
import { nameOf } from '../trip/trip-view.js'
import { SHARE, shownText } from './share-section.js'

export interface ShareDeps extends ItineraryDeps {
  shared: SharedTripStore
  ids: IdGenerator
  settings: { authUrl: string }
}

export const SHARE_PREFIX = 'shr_'
const MAX_LINKS = 50
const TOO_MANY = `You already have ${MAX_LINKS} links. Revoke one that you no longer need.`
const PAGE = '/account/trips/:trip_id'

export const shareTripPages = [
  page({ route: `POST ${PAGE}/share`, access: member, params: { trip_id: isId }, form: SHARE }, share),
  page(
    { route: `POST ${PAGE}/unshare`, access: member, params: { trip_id: isId }, form: { link: asSent() } },
    async (page, { shared }: ShareDeps) => {
      const { trip_id: trip = '' } = page.params
      const memberId = page.account.id
      if (!isId(page.form.link)) return problem('not_found')
      if (await shared.remove(memberId, trip, page.form.link))
        await page.audit('trip_unshared', { memberId, detail: { trip } })
      return redirect(`/account/trips/${trip}?m=unshared`)
    },
  ),
]

async function share(page: Posted<MemberPage, typeof SHARE>, deps: ShareDeps): Promise<PageResult> {
  const { trip_id: trip = '' } = page.params
  const { expiry, locators, prices } = page.form
  const member = page.account.id
  const row = await deps.trips.byId(member, trip, { segments: false, follow: false })
  if (row === null) return problem('not_found')
  const secret = randomToken(SHARE_PREFIX)
  const link = {
    id: deps.ids.next(),
    member,
    trip,
    hash: tokenHash(secret),
    locators,
    prices,
    days: expiry === '7' || expiry === '30' ? Number(expiry) : null,
    untilEnd: expiry === 'end',
  }
  if (!(await deps.shared.create(link, MAX_LINKS)))
    return await renderTrip(page, deps, { errors: [{ field: 'expiry', text: TOO_MANY }] })
  await page.audit('trip_shared', { memberId: member, detail: { trip, locators, prices } })
  const name = nameOf(JSON.parse(row.doc) as Record<string, unknown>)
  const url = `${deps.settings.authUrl}/shared/${secret}`
  return view(
    { title: 'Link to your trip' },
    () => html`
<h1>Link to ${name}</h1>
<p class="lead">Anyone who has this address can read the trip: ${shownText({ locators, prices })}. It is shown only once: send it, or keep it.</p>
<p><code class="secret" id="link">${url}</code></p>
<p class="actions"><button type="button" class="primary copy" data-copy-from="link" hidden>Copy the link</button> <a class="button" href="${url}">Open it</a> <a href="/account/trips/${trip}#share">Back to the trip</a></p>
<p class="soft">The page follows the trip: anyone who opens it later sees the changes. You can revoke the link on the page of the trip at any time.</p>
`,
  )
}
