/** The rule of each type. */
import type { SegmentType } from '../kinds.js'
import { air } from './air.js'
import { checkin, gathering, restaurant } from './gathering.js'
import { car, cruise, parking, rail, transport } from './ground.js'
import { hotel } from './hotel.js'
import type { Rule } from './rule.js'

export const RULES: Record<SegmentType, Rule> = {
  Air: air,
  Hotel: hotel,
  Car: car,
  Rail: rail,
  Cruise: cruise,
  Transport: transport,
  Parking: parking,
  Restaurant: restaurant,
  Activity: gathering,
  Meeting: gathering,
  Event: gathering,
  Checkin: checkin,
}
