/** The page of a shared trip, for anyone who has its link (oauth.md 6.5). */
import type { MemberAccount } from '../../../../schemas/oauth/account.js'
import type { SharedTripTarget } from '../../../../schemas/member-pages/shared-trip.js'
import { tokenHash } from '../../../oauth/random-token.js'
import { readTrip } from '../trip/read-trip.js'
import { tripView } from '../trip/trip-view.js'
import { SHARE_PREFIX } from './share-trip.js'
import type { ShareDeps } from './share-trip.js'
import { html } from '../../views/html.js'
import { tripHead, tripTimeline } from '../trip/trip-markup.js'
import type { Page } from '../../lib/page.js'
import { problem, view } from '../../lib/page-result.js'
import type { PageResult } from '../../lib/page-result.js'

export interface SharedTripDeps extends ShareDeps {
  members: { byId: (id: string) => Promise<MemberAccount | null> }
}

const SECRET = new RegExp(`^${SHARE_PREFIX}[\\w-]{43}$`)
/** The number of queries of a view: it counts as that many requests without a credential. */
const VIEW_COST = 7

/** A trip for everybody who has its address; neither search engines nor the sites that it is left for learn that. */
export const sharedTripPage: Page<SharedTripDeps> = {
  route: 'GET /shared/:secret',
  headers: { 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex, nofollow, noarchive' },
  answer: async ({ request, params }, deps) => {
    request.countAnonymous(VIEW_COST)
    return (await renderShared(params['secret'] ?? '', deps)) ?? problem('share_gone')
  },
}

/** Null if the link opens nothing. */
async function renderShared(secret: string, deps: SharedTripDeps): Promise<PageResult | null> {
  const target = SECRET.test(secret) ? await deps.shared.find(tokenHash(secret)) : null
  if (target === null) return null
  const [member, trip] = await Promise.all([
    deps.members.byId(target.member),
    readTrip(deps, target.member, target.trip),
  ])
  // A trip that was merged into another one is not what was shared.
  if (member === null || trip === null || 'mergedInto' in trip) return null
  const now = deps.now()
  if (hasEnded(target, trip.doc, now)) return null
  const show = { locators: target.locators, prices: target.prices, reports: false }
  const shown = tripView(trip.doc, trip.segments, { names: trip.names, show, now })
  return view(
    { title: shown.name, path: '/shared' },
    () => html`
<p class="crumb">${member.firstName} shares this trip with you. Only people with this address can read it.</p>
${tripHead(shown)}
${tripTimeline(shown)}
`,
  )
}

function hasEnded({ untilEnd }: SharedTripTarget, trip: Record<string, unknown>, now: number): boolean {
  const end = trip['end_datetime_utc']
  return untilEnd && typeof end === 'string' && Date.parse(`${end.slice(0, 19)}Z`) < now
}
