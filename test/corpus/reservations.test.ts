/**
 * RULES 1, N5 and N6 on reservations that others published: each is accepted with only what its document says,
 * and both ends are in the right zone and within 50 km of the right place.
 */
import t from 'tap'
import { RESERVATIONS } from './cases.js'
import { faultsOf } from './reservation-faults.js'

t.same(
  RESERVATIONS.flatMap((one) => faultsOf(one).map((fault) => `${one.name}: ${fault}`)),
  [],
)
t.ok(RESERVATIONS.length >= 60, 'at least 60 reservations')
