/** Exports of apps and tables: TripIt's JSON, flight logs, and tables of our own fields. */
import { documentText } from '../document-text.js'
import { parseJson } from '../json-fields.js'
import { refusedPart } from '../reader.js'
import type { DocumentReader } from '../reader.js'
import { isKnownTable, readTableParts } from './read-table.js'
import { isTripIt, readTripIt } from './tripit.js'

export const exportsReader: DocumentReader = {
  format: 'exports',
  /** Travellers write tables down. */
  source: 'manual',
  accepts: ({ bytes }) => {
    const text = documentText(bytes)
    return isTripIt(text) || isKnownTable(text)
  },
  read: ({ bytes }, _readInner, context) => {
    const text = documentText(bytes)
    if (!isTripIt(text)) return readTableParts(text, context)
    const document = parseJson(text)
    if (document !== undefined) return readTripIt(document)
    return [
      refusedPart('document', 'This is not complete JSON; the file was cut off or changed. Export it again.'),
    ]
  },
}
