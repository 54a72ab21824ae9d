/**
 * The events of a commit as they are stored. An event usually shows a document that the same commit writes to a segment or trip
 * row. It is stored there only, and the event names its version (event-log/event-body.ts).
 */
import type { EventWrite, FoldResult } from '../../../schemas/stream/fold-result.js'
import { END_OF_NEW_EVENT, eventHeadText } from '../../../schemas/webhooks/event.js'

export interface StoredEvent {
  member: string
  write: EventWrite
  /** Version of the document that it shows; null: `body` is the whole event. */
  version: number | null
  /** What follows the document; empty for that of a new resource. */
  body: string
}

interface WrittenDocument {
  version: number
  updated: number
  doc: string
}

/** The events of all members, in order. */
export function storedEvents(folded: FoldResult[]): StoredEvent[] {
  return folded.flatMap(({ member, segments, trips, events }) => {
    const documents = new Map<string, WrittenDocument>([...segments, ...trips].map((row) => [row.id, row]))
    return events.map((write) => storedEvent(member, write, documents.get(write.resourceId)))
  })
}

/** Only what the columns of the row and the document give back exactly is left out. */
function storedEvent(member: string, write: EventWrite, document: WrittenDocument | undefined): StoredEvent {
  const [head, shown, rest = ''] = write.body
  const { id, type, created, resourceId: resource, sequence } = write
  const isStored =
    shown !== undefined &&
    shown === document?.doc &&
    created === document.updated &&
    write.body.length === 3 &&
    head === eventHeadText({ id, type, created, member, resource, sequence })
  if (!isStored) return { member, write, version: null, body: write.body.join('') }
  return { member, write, version: document.version, body: rest === END_OF_NEW_EVENT ? '' : rest }
}
