/** Exports of apps and tables: TripIt's JSON, flight logs, and tables of our own fields. */
import { documentText } from '../document-text.js'
import { parseJson } from '../json-fields.js'
import type { DocumentReader } from '../reader.js'
import { isKnownTable, readTableParts } from './read-table.js'
import { isTripIt, readTripIt } from './tripit.js'

/** What apps read from the traveller's mails, and what travellers wrote down. */
const TRIPIT_SOURCE = 'email_parser'
const TABLE_SOURCE = 'manual'

export const exportsReader: DocumentReader = {
  format: 'exports',
  source: TABLE_SOURCE,
  accepts: ({ bytes }) => {
    const text = documentText(bytes)
    return isTripIt(text) || isKnownTable(text)
  },
  read: ({ bytes }, _readInner, context) => {
    const text = documentText(bytes)
    if (!isTripIt(text)) return readTableParts(text, context)
    const document = parseJson(text)
    if (document === undefined) {
      const description = 'The file is no complete JSON: it was cut off or changed; export it again.'
      return [{ at: 'document', raw: null, problems: [{ field: null, description }] }]
    }
    return readTripIt(document).map((part) => {
      const raw = part.raw === null ? null : { source: TRIPIT_SOURCE, ...part.raw }
      return { ...part, raw }
    })
  },
}
