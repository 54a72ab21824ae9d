/**
 * The events of a commit as rows. What an event tells of is as a rule a document that the same commit writes into a segment's
 * or a trip's row: there the body has a hole, which Postgres fills from that row, so that the document is sent once.
 */
import type { EventWrite, Folded } from '../schemas/folded.js'

/** In a body: here stands the document. JSON cannot hold it raw. */
export const HOLE = '\u0003'

/** `doc` is the id of the row whose document fills the hole; null for a body that is whole. */
export interface EventRow { member: string, write: EventWrite, body: string, doc: string | null }

/** The events of all members, in their order. */
export function eventRows (folded: Folded[]): EventRow[] {
  return folded.flatMap(({ member, segments, trips, events }) => {
    const docs = new Map([...segments, ...trips].map(row => [row.id, row.doc]))
    return events.map((write): EventRow => {
      const doc = docs.get(write.resourceId)
      const at = doc === undefined ? -1 : write.body.indexOf(doc)
      if (at < 0) return { member, write, body: write.body.join(''), doc: null }
      return { member, write, body: write.body.with(at, HOLE).join(''), doc: write.resourceId }
    })
  })
}
