/** RULES 5 and 6 on journeys that others published: which reservations are one trip, and what it is called. */
import t from 'tap'
import { BY_AIR } from './groupings/by-air.js'
import { BY_RAIL } from './groupings/by-rail.js'
import { MIXED } from './groupings/mixed.js'
import { journeyFaults } from './journey-faults.js'

const JOURNEYS = [...BY_AIR, ...BY_RAIL, ...MIXED]

for (const journey of JOURNEYS)
  t.same(journeyFaults(journey), [], `${journey.what} (${journey.document.name})`)

t.ok(JOURNEYS.length >= 15, 'at least 15 journeys')
