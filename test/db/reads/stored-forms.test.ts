/** Rows of earlier versions hold complete documents (decision 141); whatever reads them answers what it answers of new rows. */
import t from 'tap'
import type { Pool } from 'pg'
import { personDocument } from '../../../db/person/export-person.js'
import { calendarReads } from '../../../db/reads/calendar.js'
import { readEvents } from '../../../db/reads/events.js'
import { segmentReads } from '../../../db/reads/segments.js'
import { tripReads } from '../../../db/reads/trips.js'
import { expandEvent, expandSegment } from '../../../schemas/itinerary/stored/compact-segment.js'
import type { EventQuery } from '../../../schemas/webhooks/event-query.js'
import { countRows } from '../../support/count-rows.js'
import { logSettled } from '../../support/log-settled.js'
import { EVERY_SEGMENT, EVERY_TRIP } from './every-row.js'
import { foldRandomly } from './random-itinerary.js'

const EVENTS: Omit<EventQuery, 'view'> = {
  types: null,
  member: null,
  resource: null,
  since: null,
  undelivered: false,
  limit: 10_000,
  after: null,
}
const WORDS = ['london', 'hilton', 'dl4', 'p']
const EVERY_STEPS = 20

/** Everything that shows documents of segments, but for the time of the export. */
async function answers(pool: Pool, member: string): Promise<unknown[]> {
  const segments = await segmentReads(pool).list(member, EVERY_SEGMENT)
  const locators = segments.rows.map(
    ({ doc }) => (JSON.parse(doc) as Record<string, string>)['confirmation_no'],
  )
  const found = []
  for (const confirmationNo of new Set(locators))
    found.push(
      await segmentReads(pool).list(member, { ...EVERY_SEGMENT, confirmationNo: confirmationNo ?? null }),
    )
  for (const search of WORDS) found.push(await tripReads(pool).list(member, { ...EVERY_TRIP, search }))
  let person = ''
  for await (const part of personDocument(pool).document(member)) person += part
  return [
    segments,
    ...found,
    await tripReads(pool).list(member, EVERY_TRIP),
    await calendarReads(pool).segments(member, { since: 0, segments: 1_000, bytes: 1e9 }),
    await readEvents(pool, { ...EVENTS, view: { member } }),
    person.replace(/"exported":"[^"]*"/, ''),
  ]
}

/** Writes the documents of segments as earlier versions did; returns how many were not written so. */
async function writeComplete(pool: Pool): Promise<number> {
  let written = 0
  for (const [table, column, expand] of [
    ['segment', 'doc', expandSegment],
    ['past_document', 'doc', expandSegment],
    ['event', 'body', expandEvent],
  ] as const) {
    const { rows } = await pool.query<{ place: string; text: string }>(
      `select ctid::text as place, ${column} as text from ${table}`,
    )
    for (const { place, text } of rows) {
      if (expand(text) === text) continue
      written += 1
      await pool.query(`update ${table} set ${column} = $1 where ctid = $2::tid`, [expand(text), place])
    }
  }
  return written
}

t.test('complete documents and compact ones read alike', async (t) => {
  let steps = 0
  let written = 0
  await foldRandomly(t, 31, async ({ pool, member }) => {
    if (++steps % EVERY_STEPS !== 0) return
    await logSettled(countRows(pool))
    const before = await answers(pool, member)
    written += await writeComplete(pool)
    t.strictSame(await answers(pool, member), before)
  })
  t.ok(written > 50, `${written} documents`)
})
