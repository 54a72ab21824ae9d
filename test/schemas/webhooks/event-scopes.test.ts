import t from 'tap'
import { EVENT_SCOPES, eventScopes } from '../../../schemas/webhooks/event-scopes.js'
import { EVENT_TYPES } from '../../../schemas/webhooks/event.js'

t.test('the first letter of a type tells which scope it needs', async (t) => {
  const words = [...new Set(EVENT_TYPES.map((type) => type.split('.')[0]!))]
  t.equal(new Set(words.map((word) => word[0])).size, words.length, words.join(', '))
  const open = EVENT_TYPES.filter((type) => eventScopes(type).length === 0)
  t.same(open, ['callback.ping', 'callback.disabled', 'callback.exhausted'], 'events without a member')
  t.same(
    Object.keys(EVENT_SCOPES).filter((word) => !words.includes(word)),
    [],
  )
})
