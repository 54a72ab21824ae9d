/** The baseline of `bench -- documents`: what a library alone makes of a document. */
import { parse } from 'csv-parse/sync'
import { unzipSync } from 'fflate'
import { parseDocument } from 'htmlparser2'
import ICAL from 'ical.js'
import PostalMime from 'postal-mime'
import { documentText } from '../../../actors/readers/document-text.js'
import type { DocumentFormat } from '../../../schemas/documents/reading.js'

export interface ParseTask {
  format: DocumentFormat
  bytes: Uint8Array
}

const isJson = (text: string): boolean => /^\s*[{[]/.test(text)

/** No library reads displays and bar codes: their lines. */
const PARSERS: Record<DocumentFormat, (text: string, bytes: Uint8Array) => unknown> = {
  'schema-org': (text) => (isJson(text) ? JSON.parse(text) : parseDocument(text)),
  icalendar: (text) => ICAL.parse(text),
  pnr: (text) => text.split('\n'),
  'boarding-pass': (text, bytes) => (text.startsWith('PK') ? unzipSync(bytes) : text.split('\n')),
  exports: (text) => (isJson(text) ? JSON.parse(text) : parse(text, { relax_column_count: true, bom: true })),
  order: (text) => (isJson(text) ? JSON.parse(text) : parseDocument(text, { xmlMode: true })),
  mail: async (_text, bytes) => await PostalMime.parse(bytes),
}

/** Answers nothing: the value would be copied between the threads. Rejects for a document that the library refuses. */
export default async function parseTask({ format, bytes }: ParseTask): Promise<null> {
  await PARSERS[format](documentText(bytes), bytes)
  return null
}
