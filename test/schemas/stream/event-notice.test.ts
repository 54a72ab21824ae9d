import t from 'tap'
import { eventNotices, packEventNotices, parseEventNotices } from '../../../schemas/stream/event-notice.js'

const id = (n: number): string => `00000000-0000-5000-8000-${String(n).padStart(12, '0')}`

t.test('the notices of a commit name every event once, in order, each a bounded number', (t) => {
  for (const count of [0, 1, 499, 500, 501, 2_345]) {
    const events = Array.from({ length: count }, (_, n) => ({ id: id(n), created: 1_700_000_000_000 }))
    const notices = eventNotices('7', events)
    t.same(
      notices.flatMap((notice) => parseEventNotices(notice.body)),
      events,
    )
    t.equal(notices.length, Math.ceil(count / 500))
    for (const notice of notices)
      t.equal(notice.id, parseEventNotices(notice.body)?.[0]?.id, 'named by its first event')
  }
  t.end()
})

t.test('events keep their different times', (t) => {
  const events = [
    { id: id(1), created: 1_000 },
    { id: id(2), created: 1_000 },
    { id: id(3), created: 2_000 },
  ]
  t.same(
    eventNotices('7', events).flatMap((notice) => parseEventNotices(notice.body)),
    events,
  )
  t.end()
})

t.test('a message holds several notices in order, up to a bounded size', (t) => {
  const events = Array.from({ length: 4_000 }, (_, n) => ({ id: id(n), created: 1_000 + (n % 7) }))
  const notices = events.flatMap((event) => eventNotices('7', [event]))
  const packs = packEventNotices(notices)
  t.ok(packs.length > 1 && packs.length < 12, `${packs.length} messages`)
  t.same(
    packs.flatMap((pack) => parseEventNotices(pack.body)),
    events,
  )
  t.ok(packs.every((pack) => pack.body.length < 80_000))
  for (const pack of packs)
    t.equal(pack.id, parseEventNotices(pack.body)?.[0]?.id, 'named by its first event')
  t.same(packEventNotices(notices.slice(0, 1)), notices.slice(0, 1), 'a single notice is not packed')
  t.same(packEventNotices([]), [])
  const large = {
    id: id(1),
    body: `${JSON.stringify({ created: 1, events: [id(1)], x: 'x'.repeat(90_000) })}`,
  }
  t.equal(
    packEventNotices([large, large]).length,
    2,
    'two notices that are too large together are sent separately',
  )
  t.end()
})

t.test('other text is not a notice', (t) => {
  for (const text of [
    '',
    '{',
    'null',
    '7',
    '{}',
    '{"events":[]}',
    '[{}]',
    `[{"events":["${id(1)}"],"created":1},7]`,
    '{"events":"x","created":1}',
    '{"events":["x"],"created":1}',
    `{"events":["${id(1)}"],"created":"now"}`,
  ])
    t.equal(parseEventNotices(text), null, text)
  t.end()
})
