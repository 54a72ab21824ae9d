/** Trips are read with the documents of their segments, which are stored once (decision 78). */
import t from 'tap'
import { tripReads } from '../../../db/reads/trips.js'
import { documentOf } from '../../support/traveller.js'
import { EVERY_TRIP } from './every-row.js'
import { foldRandomly } from './random-itinerary.js'

for (const seed of [11, 12])
  t.test(`a trip shows its segments as they are, and its revision changes with them (${seed})`, async (t) => {
    const seen = new Map<string, string>()
    let shown = 0
    await foldRandomly(t, seed, async ({ pool, member, state }) => {
      const { rows } = await tripReads(pool).list(member, EVERY_TRIP)
      for (const { id, revision, segments, doc } of rows) {
        const trip = state.trips.get(id)
        if (trip?.status === 'Active') {
          const docs = trip.segmentIds.map((segment) => state.segments.get(segment)?.doc)
          t.same(sorted(segments ?? ''), docs.map((text) => documentOf(text ?? 'null')).sort(byId))
          shown += docs.length
        }
        const text = `${doc} ${segments}`
        if (revision === null) t.fail('a revision is missing')
        else if (seen.has(revision)) t.equal(seen.get(revision), text, 'a revision stands for one text')
        seen.set(revision ?? '', text)
      }
      t.equal(rows.length, state.trips.size)
    })
    t.ok(shown > 100, `${shown} segments`)
  })

type Shown = { id: string }

function sorted(segments: string): unknown[] {
  return (JSON.parse(segments) as Shown[]).sort(byId)
}

function byId(a: unknown, b: unknown): number {
  return Number((a as Shown).id) - Number((b as Shown).id)
}
