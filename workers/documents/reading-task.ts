/** Reads one document in a thread of its own (workers/jobs/job-threads.ts), which ends if it breaks a bound. */
import { workerData } from 'node:worker_threads'
import type { MessagePort } from 'node:worker_threads'
import { noExtractor } from '../../actors/readers/extract.js'
import type { Extract } from '../../actors/readers/extract.js'
import { readDocument } from '../../actors/readers/read-document.js'
import type { Reading } from '../../actors/readers/read-document.js'
import type { ReceivedDocument } from '../../actors/readers/reader.js'

/** The data for starting a thread. */
export interface ReadingThreadInput {
  /** IANA zones of airports by code. */
  zones: ReadonlyMap<string, string>
}

export interface ReadingTask {
  document: ReceivedDocument
  /** Source of all segments; null: the one that the document names. */
  source: string | null
  sources: ReadonlyMap<string, 'Active' | 'Inactive'>
  /** Takes a document and answers with the output of the extractor; null: there is no extractor. */
  extractor: MessagePort | null
}

export default async function readingTask({
  document,
  source,
  sources,
  extractor,
}: ReadingTask): Promise<Reading> {
  const { zones } = workerData as ReadingThreadInput
  const context = {
    source: (id: string) => {
      const status = sources.get(id)
      return status === undefined ? undefined : { status }
    },
    zoneOf: (iata: string) => zones.get(iata),
    // Readers only set fields of our schema.
    strict: true,
  }
  try {
    const extract = extractor === null ? noExtractor : through(extractor)
    return await readDocument(document, source, context, extract)
  } finally {
    extractor?.close()
  }
}

/** The main thread runs the program, so that it can kill it when this thread is gone. */
const through =
  (port: MessagePort): Extract =>
  async ({ bytes }) =>
    await new Promise((resolve) => {
      port.once('message', resolve)
      port.postMessage(bytes)
    })
