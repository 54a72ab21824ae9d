/** RULES 5 and 6 on journeys that others published: which reservations are one trip, and what it is called. */
import t from 'tap'
import { JOURNEYS } from './cases.js'
import { journeyFaults } from './journey-faults.js'

t.same(
  JOURNEYS.flatMap((one) => journeyFaults(one).map((fault) => `${one.name}: ${fault}`)),
  [],
)
t.ok(JOURNEYS.length >= 15, 'at least 15 journeys')
