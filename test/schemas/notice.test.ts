import t from 'tap'
import { noticesOf, readNotice } from '../../schemas/notice.js'

const id = (n: number): string => `00000000-0000-5000-8000-${String(n).padStart(12, '0')}`

t.test('the notices of a commit name every event once, in order, a bounded number each', t => {
  for (const count of [0, 1, 499, 500, 501, 2_345]) {
    const events = Array.from({ length: count }, (_, n) => ({ id: id(n), created: 1_700_000_000_000 }))
    const notices = noticesOf('7', events)
    t.same(notices.flatMap(notice => readNotice(notice.body)), events)
    t.equal(notices.length, Math.ceil(count / 500))
    for (const notice of notices) t.equal(notice.id, readNotice(notice.body)?.[0]?.id, 'named by its first event')
  }
  t.end()
})

t.test('events of different instants keep theirs', t => {
  const events = [{ id: id(1), created: 1_000 }, { id: id(2), created: 1_000 }, { id: id(3), created: 2_000 }]
  t.same(noticesOf('7', events).flatMap(notice => readNotice(notice.body)), events)
  t.end()
})

t.test('what is no notice is told apart', t => {
  for (const text of ['', '{', 'null', '7', '{}', '{"events":[]}', '{"events":"x","created":1}', '{"events":["x"],"created":1}', `{"events":["${id(1)}"],"created":"now"}`]) t.equal(readNotice(text), null, text)
  t.end()
})
