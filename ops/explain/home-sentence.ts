/** Where home is and how that is known (RULES 5.2, 5.2.1), in a sentence. */
import { isInHomeArea } from '../../actors/itinerary/places/home.js'
import type { Home } from '../../actors/itinerary/places/home.js'
import type { MemberState } from '../../actors/member/model.js'
import { writtenDate } from '../../actors/itinerary/lib/written-date.js'
import { counted, listed } from './written.js'

const DAY_MINUTES = 1440

/** `Home is Berlin, as the member has given it.` or what an inferred home was inferred from. */
export function homeSentence(state: MemberState): string {
  const { list: homes, areGiven } = state.timeline.homes
  const [first] = homes
  if (first === undefined)
    return 'No home is given, and there is too little travel to infer one, so a journey counts as over where it began. (5.2.2)'
  if (areGiven) return `Home is ${inTurn(homes)}, as the member has given it. (5.2)`
  if (homes.length === 1) return inferred(state, first)
  return `No home is given. It is taken to be ${inTurn(homes)}, because journeys begin and end there in turn. (5.2.4)`
}

function inTurn(homes: readonly Home[]): string {
  return homes
    .map((home) =>
      home.from === null ? nameOf(home) : `${nameOf(home)} from ${writtenDate(home.from * DAY_MINUTES)}`,
    )
    .join(', then ')
}

function nameOf({ city, airports, lat, lon }: Home): string {
  return city ?? (airports.size > 0 ? listed([...airports]) : `${lat.toFixed(2)}, ${lon.toFixed(2)}`)
}

function inferred(state: MemberState, home: Home): string {
  const moves = state.timeline.legs.filter((leg) => leg.kind === 'movement')
  const leaving = moves.filter((leg) => isInHomeArea(leg.from, home)).length
  const reaching = moves.filter((leg) => isInHomeArea(leg.to, home)).length
  return (
    `No home is given. It is taken to be ${nameOf(home)}, because ${leaving} of ` +
    `${counted(moves.length, 'known journey leg')} began there and ${reaching} ended there. (5.2.1)`
  )
}
