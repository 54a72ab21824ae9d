/**
 * RULES 1, N5 and N6 on reservations that others published: each is accepted with only what its document says,
 * and both ends are in the right zone and within 50 km of the right place.
 */
import t from 'tap'
import { FAMILIES } from './families.js'
import { faultsOf } from './reservation-faults.js'

for (const [family, reservations] of Object.entries(FAMILIES))
  t.test(family, (t) => {
    for (const reservation of reservations)
      t.same(faultsOf(reservation), [], `${reservation.what} (${reservation.document.name})`)
    t.end()
  })

t.ok(Object.values(FAMILIES).flat().length >= 60, 'at least 60 reservations')
