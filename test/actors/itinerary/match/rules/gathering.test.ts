/** Matching meetings and events across sources (RULES 3.3.9). */
import t from 'tap'
import { meeting, traveller } from '../../../../support/traveller.js'

t.test('doors open before the show, under a longer title', async (t) => {
  const ann = traveller()
  const show = (name: string, start: string, end: string, source: string): Record<string, unknown> => ({
    ...meeting(name, 'Boston', `2026-03-03T${start}`, `2026-03-03T${end}`),
    type: 'Event',
    source,
  })
  ann.post([
    show('Swan Lake', '19:30', '22:00', 'ota'),
    show('Swan Lake - Live', '19:00', '22:00', 'calendar'),
  ])
  t.equal(ann.live().length, 1)
  ann.post([
    show('Hamlet', '09:30', '11:00', 'ota'),
    show('Hamlet at Opera House', '09:30', '11:00', 'calendar'),
  ])
  t.equal(ann.live().length, 2, 'a title of one word')
  ann.post([
    meeting('Review', 'Boston', '2026-03-03T14:00', '2026-03-03T15:00'),
    { ...meeting('Review Acme', 'Boston', '2026-03-03T14:00', '2026-03-03T15:00'), source: 'email' },
  ])
  t.equal(ann.live().length, 4, 'one word of a meeting')
  ann.post(show('Swan Lake rehearsal', '18:30', '19:15', 'email'))
  t.equal(ann.live().length, 5, 'ends at another time')
})
