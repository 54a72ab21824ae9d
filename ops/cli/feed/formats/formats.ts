/** The formats of partners' files: how a file is cut into documents, and how one names its member. */
import type { DocumentFormat } from '../../../../schemas/documents/reading.js'
import type { Cutter } from './cut-documents.js'
import { jsonCutter } from './json-cutter.js'
import { calendarCutter, displayCutter } from './line-cutter.js'
import { tableCutter } from './table-cutter.js'
import { takeTableAddress } from './table-address.js'
import { takeAddress, takeJsonAddress } from './text-address.js'
import type { TakenAddress } from './text-address.js'
import { xmlCutter } from './xml-cutter.js'

export interface FileFormat {
  /** What a file holds, in words. */
  content: string
  /** The reader of its documents. */
  reader: DocumentFormat
  mediaType: string
  cutter: () => Cutter
  /** From the text of a document, Latin-1. Null: the document is broken. */
  take: (text: string) => TakenAddress | null
}

export const FILE_FORMATS = {
  pnr: {
    content: 'displays of a GDS',
    reader: 'pnr',
    mediaType: 'text/plain',
    cutter: displayCutter,
    take: takeAddress,
  },
  jsonld: {
    content: 'schema.org JSON',
    reader: 'schema-org',
    mediaType: 'application/ld+json',
    cutter: jsonCutter,
    take: takeJsonAddress,
  },
  ics: {
    content: 'calendars',
    reader: 'icalendar',
    mediaType: 'text/calendar',
    cutter: calendarCutter,
    take: takeAddress,
  },
  csv: {
    content: 'rows of a table',
    reader: 'exports',
    mediaType: 'text/csv',
    cutter: tableCutter,
    take: takeTableAddress,
  },
  ndc: {
    content: 'NDC messages',
    reader: 'order',
    mediaType: 'application/xml',
    cutter: xmlCutter,
    take: takeAddress,
  },
} satisfies Record<string, FileFormat>

export type FileFormatName = keyof typeof FILE_FORMATS
