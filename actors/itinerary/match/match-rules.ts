/** The matching rule of each segment type (RULES 3.3). */
import type { SegmentType } from '../../../schemas/segment/fields/segment-types.js'
import type { MatchRule } from './match-rule.js'
import { airRule } from './rules/air.js'
import { carRule } from './rules/car.js'
import { checkinRule } from './rules/checkin.js'
import { cruiseRule } from './rules/cruise.js'
import { ferryRule } from './rules/ferry.js'
import { gatheringRule } from './rules/gathering.js'
import { hotelRule } from './rules/hotel.js'
import { parkingRule } from './rules/parking.js'
import { railRule } from './rules/rail.js'
import { restaurantRule } from './rules/restaurant.js'
import { transportRule } from './rules/transport.js'

export const MATCH_RULES: Record<SegmentType, MatchRule> = {
  Air: airRule,
  Hotel: hotelRule,
  Car: carRule,
  Rail: railRule,
  Cruise: cruiseRule,
  Ferry: ferryRule,
  Transport: transportRule,
  Parking: parkingRule,
  Restaurant: restaurantRule,
  Activity: gatheringRule,
  Meeting: gatheringRule,
  Event: gatheringRule,
  Checkin: checkinRule,
}
