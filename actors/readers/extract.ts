/**
 * Documents that show travel to people alone, such as a PDF or a web page without markup: a program of the operator
 * (DOCUMENT_EXTRACTOR) may turn them into schema.org JSON, which a reader then reads like any other.
 */
import type { ReceivedDocument } from './reader.js'

/** The JSON that the program makes of a document, or why there is none, in a sentence. */
export type Extract = (document: ReceivedDocument) => Promise<Uint8Array | string>

const HEAD_BYTES = 1024
const PDF = /%PDF-/
const HTML = /<(!doctype\s+html|html|body)[\s>]/i

/** Whether people alone can read it, unless a reader finds markup in it. */
export function isForPeople({ bytes, mediaType }: ReceivedDocument): boolean {
  if (mediaType === 'application/pdf' || mediaType === 'text/html') return true
  const head = Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString('latin1')
  return PDF.test(head) || HTML.test(head)
}

export const noExtractor: Extract = async () =>
  'This service cannot read PDFs, or web pages without markup: no extractor is configured. Send the calendar file, the ' +
  'Wallet pass, or the confirmation mail instead.'
