/** Reads one document in a thread of its own (workers/jobs/job-threads.ts), which ends if it breaks a bound. */
import { workerData } from 'node:worker_threads'
import type { MessagePort } from 'node:worker_threads'
import { noExtractor } from '../../actors/readers/extract.js'
import type { Extract } from '../../actors/readers/extract.js'
import { readDocument } from '../../actors/readers/read-document.js'
import type { Reading } from '../../actors/readers/read-document.js'
import type { ReceivedDocument } from '../../actors/readers/reader.js'

/** What a thread is started with. */
export interface ReadingThreadInput {
  /** IANA zones of airports by code. */
  zones: ReadonlyMap<string, string>
}

export interface ReadingTask {
  document: ReceivedDocument
  /** Source of all segments; null: what the document names. */
  source: string | null
  sources: ReadonlyMap<string, 'Active' | 'Inactive'>
  /** Takes a document and answers with what the extractor makes of it; null: there is none. */
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
    // A reader knows our fields.
    strict: true,
  }
  try {
    const extract = extractor === null ? noExtractor : through(extractor)
    return await readDocument(document, source, context, extract)
  } finally {
    extractor?.close()
  }
}

/** The process runs the program: it can end it when this thread is gone. */
const through =
  (port: MessagePort): Extract =>
  async ({ bytes }) =>
    await new Promise((resolve) => {
      port.once('message', resolve)
      port.postMessage(bytes)
    })
