/** The formats of partners' files: how a file is cut into documents, and how one names its member. */
import type { Cutter } from './cut-documents.js'
import { jsonCutter } from './json-cutter.js'
import { calendarCutter, displayCutter } from './line-cutter.js'
import { tableCutter } from './table-cutter.js'
import { takeTableAddress } from './table-address.js'
import { takeAddress, takeJsonAddress } from './text-address.js'
import type { TakenAddress } from './text-address.js'
import { xmlCutter } from './xml-cutter.js'

export interface FileFormat {
  mediaType: string
  cutter: () => Cutter
  /** From the text of a document, Latin-1. Null: the document is broken. */
  take: (text: string) => TakenAddress | null
}

export const FILE_FORMATS = {
  pnr: { mediaType: 'text/plain', cutter: displayCutter, take: takeAddress },
  jsonld: { mediaType: 'application/ld+json', cutter: jsonCutter, take: takeJsonAddress },
  ics: { mediaType: 'text/calendar', cutter: calendarCutter, take: takeAddress },
  csv: { mediaType: 'text/csv', cutter: tableCutter, take: takeTableAddress },
  ndc: { mediaType: 'application/xml', cutter: xmlCutter, take: takeAddress },
} satisfies Record<string, FileFormat>

export type FileFormatName = keyof typeof FILE_FORMATS
