/** The page of a shared trip, for anyone who has its link (oauth.md 6.5). */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { networkOf } from '../../../../schemas/base/address.js'
import type { MemberAccount } from '../../../../schemas/oauth/account.js'
import type { SharedTripTarget } from '../../../../schemas/member-pages/shared-trip.js'
import { tokenHash } from '../../../oauth/random-token.js'
import { minuteLimiter } from '../../../oauth/token/minute-limiter.js'
import { renderErrorPage, renderPage } from '../../lib/render-page.js'
import { readTrip } from '../trip/read-trip.js'
import { tripView } from '../trip/trip-view.js'
import { SHARE_PREFIX } from './share-trip.js'
import type { ShareDeps } from './share-trip.js'
import { html } from '../../views/html.js'
import type { Html } from '../../views/html.js'
import type { TripView } from '../trip/trip-view.js'
import { timeline } from '../trip/timeline-markup.js'
import { tripHead } from '../trip/trip-markup.js'

export interface SharedTripDeps extends ShareDeps {
  members: { byId: (id: string) => Promise<MemberAccount | null> }
}

const SECRET = new RegExp(`^${SHARE_PREFIX}[\\w-]{43}$`)
/** Views of shared trips, of one network in a minute. */
const VIEWS_PER_NETWORK = 120

export function sharedTripRoute(app: FastifyInstance, deps: SharedTripDeps): void {
  const views = minuteLimiter(VIEWS_PER_NETWORK, deps.now)
  app.get('/shared/:secret', async (request, reply) => {
    hide(reply)
    const state = views(networkOf(request.ip))
    if (state !== null && state.left < 0) {
      void reply.header('retry-after', state.reset)
      return await renderErrorPage(reply, 'throttled')
    }
    return (await renderShared(request, reply, deps)) ?? (await renderErrorPage(reply, 'share_gone'))
  })
}

/** Neither search engines nor the sites that the page is left for learn the address. */
function hide(reply: FastifyReply): void {
  void reply.headers({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex, nofollow, noarchive' })
}

/** Null if the link opens nothing. */
async function renderShared(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: SharedTripDeps,
): Promise<FastifyReply | null> {
  const { secret } = request.params as { secret: string }
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
  const view = tripView(trip.doc, trip.segments, { names: trip.names, show, now })
  return await renderPage(
    reply,
    sharedTripView,
    { title: view.name, path: '/shared' },
    { owner: member.firstName, trip: view },
  )
}

function hasEnded({ untilEnd }: SharedTripTarget, trip: Record<string, unknown>, now: number): boolean {
  const end = trip['end_datetime_utc']
  return untilEnd && typeof end === 'string' && Date.parse(`${end.slice(0, 19)}Z`) < now
}

export interface SharedTripViewData {
  owner: string
  trip: TripView
}

function sharedTripView(data: SharedTripViewData): Html {
  return html`
<p class="crumb">${data.owner} shares this trip with you. Only people with this address can read it.</p>
${tripHead(data.trip)}
${timeline(data.trip)}
`
}
