import t from 'tap'
import { normaliseFilter, passesFilter, restricts } from '../../../schemas/webhooks/event-filter.js'
import type { EventFilter } from '../../../schemas/webhooks/event-filter.js'
import { EVENT_TYPES } from '../../../schemas/webhooks/event.js'

const update = (type: string, fields: string[], material: boolean, segment?: string) => ({
  type,
  data: {
    object: segment === undefined ? { id: '7' } : { id: '7', type: segment },
    changed_fields: fields,
    material,
  },
})

t.test('material: updates that are not are left out, and nothing else', async (t) => {
  const filter = { material: true }
  t.equal(passesFilter(filter, update('trip.updated', ['headline'], false)), false)
  t.equal(passesFilter(filter, update('segment.updated', ['departure_datetime'], true)), true)
  t.equal(passesFilter(filter, { type: 'account.updated', data: { material: null } }), false)
  for (const type of EVENT_TYPES.filter((one) => !one.endsWith('.updated')))
    t.equal(passesFilter(filter, update(type, [], false)), true, type)
})

t.test('changed_fields: one of them is enough, and only updates need it', async (t) => {
  const filter = { changed_fields: ['departure_datetime', 'departure_gate'] }
  t.equal(passesFilter(filter, update('segment.updated', ['seat', 'departure_gate'], false)), true)
  t.equal(passesFilter(filter, update('segment.updated', ['departure'], true)), false)
  t.equal(passesFilter(filter, update('segment.cancelled', ['status'], true)), true)
  t.equal(passesFilter(filter, { type: 'trip.updated' }), false)
})

t.test('moved: one of them is enough, and only updates need it', async (t) => {
  const filter: EventFilter = { moved: ['gate', 'time'] }
  const moving = (type: string, moved: string[]) => ({ type, data: { moved, material: false } })
  t.equal(passesFilter(filter, moving('segment.updated', ['gate', 'seat'])), true)
  t.equal(passesFilter(filter, moving('segment.updated', ['seat'])), false)
  t.equal(passesFilter(filter, moving('trip.updated', [])), false)
  t.equal(passesFilter(filter, moving('segment.created', [])), true)
})

t.test('segment_types: events of segments of other types are left out', async (t) => {
  const filter = { segment_types: ['Air', 'Rail'] } as { segment_types: Array<'Air' | 'Rail'> }
  t.equal(passesFilter(filter, update('segment.created', [], true, 'Rail')), true)
  t.equal(passesFilter(filter, update('segment.deleted', [], true, 'Hotel')), false)
  t.equal(passesFilter(filter, update('trip.updated', ['segment_types'], true)), true)
  t.equal(passesFilter(filter, update('segment.updated', [], true)), true, 'too large to hold its segment')
})

t.test('several conditions: all hold', async (t) => {
  const filter = { material: true, changed_fields: ['status'], segment_types: ['Air' as const] }
  t.equal(passesFilter(filter, update('segment.updated', ['status'], true, 'Air')), true)
  t.equal(passesFilter(filter, update('segment.updated', ['status'], false, 'Air')), false)
  t.equal(passesFilter(filter, update('segment.updated', ['notes'], true, 'Air')), false)
  t.equal(passesFilter(filter, update('segment.updated', ['status'], true, 'Car')), false)
})

t.test('what a filter does not restrict passes whatever it holds', async (t) => {
  const filters: EventFilter[] = [
    { material: true },
    { moved: ['time'] },
    { changed_fields: ['x'] },
    { segment_types: ['Air'] },
  ]
  for (const filter of filters)
    for (const type of EVENT_TYPES) {
      const refused = [update(type, [], false, 'Hotel'), { type }].some((one) => !passesFilter(filter, one))
      t.equal(restricts(filter, type), refused, `${Object.keys(filter)[0]} and ${type}`)
    }
})

t.test('a filter without conditions is none', async (t) => {
  t.equal(normaliseFilter({}), null)
  t.equal(normaliseFilter({ material: false }), null)
  t.same(normaliseFilter({ material: false, changed_fields: ['a'] }), { changed_fields: ['a'] })
})
