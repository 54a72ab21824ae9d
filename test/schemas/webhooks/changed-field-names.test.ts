import t from 'tap'
import { unknownChangedFields } from '../../../schemas/webhooks/changed-field-names.js'

t.test('fields of what the events concern are known, others are named with the likely one', async (t) => {
  t.same(unknownChangedFields(['departure_gate', 'headline', 'conflict', 'home_city']), [])
  t.same(unknownChangedFields(['headline', 'departure_gaet'], ['segment.updated', 'trip.created']), [
    { at: 0, name: 'headline', resources: 'segment', likely: null },
    { at: 1, name: 'departure_gaet', resources: 'segment', likely: 'departure_gate' },
  ])
  t.match(unknownChangedFields(['zpi'], ['trip.updated', 'account.updated']), [
    { resources: 'trip or account' },
  ])
  t.same(unknownChangedFields(['headline'], ['trip.created']), [], 'there is no update to filter')
})
