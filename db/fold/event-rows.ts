/**
 * The events of a commit as rows. What an event tells of is as a rule a document that the same commit writes into a segment's
 * or a trip's row: there Postgres puts it into the body from that row, so that the document is sent once.
 */
import type { EventWrite, FoldResult } from '../../schemas/stream/fold-result.js'

/** `doc` is the id of the row whose document stands between `body` and `tail`; null for a body that is whole. */
export interface EventRow {
  member: string
  write: EventWrite
  body: string
  doc: string | null
  tail: string
}

/** The events of all members, in their order. */
export function eventRows(folded: FoldResult[]): EventRow[] {
  return folded.flatMap(({ member, segments, trips, events }) => {
    const docs = new Map([...segments, ...trips].map((row) => [row.id, row.doc]))
    return events.map((write): EventRow => {
      const doc = docs.get(write.resourceId)
      const at = doc === undefined ? -1 : write.body.indexOf(doc)
      if (at < 0) return { member, write, body: write.body.join(''), doc: null, tail: '' }
      return {
        member,
        write,
        body: write.body.slice(0, at).join(''),
        doc: write.resourceId,
        tail: write.body.slice(at + 1).join(''),
      }
    })
  })
}
