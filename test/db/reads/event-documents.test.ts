/** Events show documents as they were, which are stored once (decision 79). */
import t from 'tap'
import { eventBody } from '../../../db/event-log/event-body.js'
import { foldRandomly } from './random-itinerary.js'

const COUNTS = `
  select count(version)::int as named, count(*)::int as events, (select count(*)::int from past_document) as past,
    (select count(*)::int from segment) + (select count(*)::int from trip) as documents
  from logged_event`

const BODIES = `select id, ${eventBody('e')} as body from logged_event e`

for (const seed of [21, 22])
  t.test(`an event reads the same at any later time (${seed})`, async (t) => {
    const written = new Map<string, string>()
    let steps = 0
    await foldRandomly(t, seed, async ({ pool, folded }) => {
      for (const { id, body } of folded.events) written.set(id, body.join(''))
      if (steps++ % 8 !== 0) return
      const { rows: events } = await pool.query<{ id: string; body: string }>(BODIES)
      t.equal(events.length, written.size)
      for (const { id, body } of events) if (body !== written.get(id)) t.equal(body, written.get(id))
      const {
        rows: [counts],
      } = await pool.query<Record<'named' | 'events' | 'past' | 'documents', number>>(COUNTS)
      const { named = 0, past = 0, documents = 0 } = counts ?? {}
      t.ok(past >= named - documents, 'documents that were overwritten are kept')
      if (steps > 60) t.ok(named > 100 && past > 20, `${named} events of ${past} past documents`)
    })
    t.ok(written.size > 150, `${written.size} events`)
  })
