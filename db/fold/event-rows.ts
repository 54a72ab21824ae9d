/**
 * The events of a commit as rows. An event usually contains a document that the same commit writes to a
 * segment or trip row. Postgres copies it from there into the event's body, so that the document is sent only
 * once.
 */
import type { EventWrite, FoldResult } from '../../schemas/stream/fold-result.js'

/** `doc` is the id of the row whose document goes between `body` and `tail`; null if `body` is complete. */
export interface EventRow {
  member: string
  write: EventWrite
  body: string
  doc: string | null
  tail: string
}

/** The events of all members, in order. */
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
