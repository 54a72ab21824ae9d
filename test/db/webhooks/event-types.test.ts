import t from 'tap'
import { DELIVERY_STATES } from '../../../schemas/webhooks/delivery-log.js'
import { EVENT_TYPES } from '../../../schemas/webhooks/event.js'
import { openDatabase } from '../../support/open-database.js'

t.test('an attempt to deliver any event, in any state, can be logged', async (t) => {
  const { pool } = await openDatabase(t)
  const { rows } = await pool.query(
    'select enum_range(null::event_type)::text[] as types, enum_range(null::delivery_state)::text[] as states',
  )
  t.same(rows, [{ types: EVENT_TYPES, states: DELIVERY_STATES }])
})
