/** The member's trips: the lists, and a page for each (contract.md 3). */
import { isId } from '../../../schemas/base/ids.js'
import type { SharedTripStore } from '../../../schemas/member-pages/shared-trip.js'
import { CHANGE_NOTICES } from './editing/apply-change.js'
import { readTrip } from './trip/read-trip.js'
import { tripView } from './trip/trip-view.js'
import { tripPageView } from './trip/trip-markup.js'
import { tripsPage } from './trips/trips-page.js'
import type { TripsDeps } from './trips/trips-page.js'
import { TRIPS } from './trips/trips-switch.js'
import { noticeOf, page } from '../lib/page.js'
import { member } from '../lib/page-access.js'
import type { MemberPage } from '../lib/page-access.js'
import { problem, redirect, view } from '../lib/page-result.js'
import type { PageResult, Refused } from '../lib/page-result.js'

export interface ItineraryDeps extends TripsDeps {
  shared: Pick<SharedTripStore, 'list'>
}

const NOTICES: Readonly<Record<string, string>> = {
  ...CHANGE_NOTICES,
  unshared: 'Revoked. The link no longer shows anything.',
}
const SHOW_ALL = { locators: true, prices: true, reports: true }

export const itineraryPages = [
  tripsPage,
  page(
    { route: `GET ${TRIPS}/:trip_id`, access: member, params: { trip_id: isId } },
    async (page, deps: ItineraryDeps) => await renderTrip(page, deps),
  ),
]

/** The page of a trip, with errors of the form that shares it. */
export async function renderTrip(
  page: MemberPage,
  deps: ItineraryDeps,
  refused: Refused = {},
): Promise<PageResult> {
  const { trip_id: id = '' } = page.params
  const found = await readTrip(deps, page.account.id, id)
  if (found === null) return problem('not_found')
  if ('mergedInto' in found) return redirect(`${TRIPS}/${found.mergedInto}`)
  const { names, others } = found
  const trip = tripView(found.doc, found.segments, { names, others, show: SHOW_ALL, now: deps.now() })
  const links = await deps.shared.list(page.account.id, id)
  return view({ title: trip.name, notice: noticeOf(page, NOTICES), ...refused }, (frame) =>
    tripPageView(trip, links, frame),
  )
}
