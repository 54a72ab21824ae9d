/** The rule of each type. */
import type { SegmentType } from '../../../schemas/segment/segment-kinds.js'
import { airRule } from './rules/air.js'
import { checkinRule, gatheringRule, restaurantRule } from './rules/gathering.js'
import { carRule, cruiseRule, parkingRule, railRule, transportRule } from './rules/ground.js'
import { hotelRule } from './rules/hotel.js'
import type { MatchRule } from './match-rule.js'

export const MATCH_RULES: Record<SegmentType, MatchRule> = {
  Air: airRule,
  Hotel: hotelRule,
  Car: carRule,
  Rail: railRule,
  Cruise: cruiseRule,
  Transport: transportRule,
  Parking: parkingRule,
  Restaurant: restaurantRule,
  Activity: gatheringRule,
  Meeting: gatheringRule,
  Event: gatheringRule,
  Checkin: checkinRule,
}
