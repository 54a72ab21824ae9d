/**
 * The job `document`: reads a document and publishes its segments. Each step is saved before the next: the reading, the ids
 * of the batches, the publishing. A process that takes over repeats the unsaved step; a batch published twice is recognised
 * by its id (workers/DESIGN.md 4.1).
 */
import { MessageChannel } from 'node:worker_threads'
import type { MessagePort } from 'node:worker_threads'
import type { Reading } from '../../actors/readers/read-document.js'
import type { Id, IdGenerator } from '../../schemas/base/ids.js'
import type { Log } from '../../schemas/base/log.js'
import type {
  DocumentBatch,
  DocumentReadings,
  DocumentToRead,
  ReadDocument,
} from '../../schemas/documents/document-store.js'
import { encodeMessage } from '../../schemas/stream/message.js'
import type { Publish } from '../../schemas/stream/publish-error.js'
import { memberSubject } from '../../schemas/stream/subjects.js'
import { backoff, pause } from '../lib/backoff.js'
import { cutBatches } from './cut-batches.js'
import type { Extractor } from './extractor.js'
import type { ReadingTask } from './reading-task.js'

/** Delivers a batch of a document for a loyalty account; resolves to the reason why it is refused, or null. */
export type DeliverToAccount = (
  document: DocumentToRead,
  batches: ReadonlyArray<{ batch: DocumentBatch; segments: unknown[] }>,
) => Promise<string | null>

export interface ReadDocumentsDeps {
  store: DocumentReadings
  /** Runs a task in a thread; rejects if it breaks a bound. */
  inThread: (task: ReadingTask, signal: AbortSignal, transfer: readonly MessagePort[]) => Promise<unknown>
  sources: () => ReadingTask['sources']
  /** Null: not configured. */
  extract: Extractor | null
  publish: Publish
  deliverToAccount: DeliverToAccount
  ids: IdGenerator
  log: Log
}

/** Does the remaining steps for a document. Rejects soon after the signal aborts. */
export async function readDocumentJob(deps: ReadDocumentsDeps, id: Id, signal: AbortSignal): Promise<void> {
  const { store } = deps
  const found = await store.byId(id)
  if (found?.status === null) await store.saveReading(id, await reading(deps, found, signal))
  const document = found?.status === null ? await store.byId(id) : found
  if (document === null || document.submitted === null) return
  const { segments, batch, becomes } = document
  const batches = becomes ?? (await store.saveBatches(id, cutBatches(segments, batch, deps.ids)))
  let at = 0
  const parts = batches.map((one) => ({ batch: one, segments: segments.slice(at, (at += one.count)) }))
  const problem =
    document.member === null
      ? await deps.deliverToAccount(document, parts)
      : await publishAll(deps, document as DocumentToRead & { member: Id }, parts, signal)
  await store.markPublished(id, problem)
}

/** Reads a document; a failure is the document's own: it broke a bound. */
async function reading(
  deps: ReadDocumentsDeps,
  document: DocumentToRead,
  signal: AbortSignal,
): Promise<ReadDocument> {
  try {
    return resultOf(await readInThread(deps, document, signal))
  } catch (error) {
    if (signal.aborted) throw error
    deps.log.warn({ document: document.id, error }, 'document not read')
    return failed(sentenceOf(error))
  }
}

/** The result of a reading as the sender of the document sees it. */
export function resultOf({ format, parts, segments }: Reading): ReadDocument {
  if (segments.length > MAX_SEGMENTS || parts.length > MAX_PARTS) return failed(TOO_MUCH)
  const status = segments.length > 0 ? 'read' : 'nothing_read'
  const error = parts.length > 0 || format !== null ? null : UNKNOWN_FORMAT
  return { status, format, parts, segments, error }
}

const failed = (error: string): ReadDocument => ({
  status: 'failed',
  format: null,
  parts: [],
  segments: [],
  error,
})

/** The number of segments that RATE_LIMIT_BURST allows at once. */
const MAX_SEGMENTS = 10_000
const MAX_PARTS = 10_000
const TOO_MUCH = `It has more than ${MAX_SEGMENTS} segments or ${MAX_PARTS} parts; send it in smaller documents.`

const UNKNOWN_FORMAT =
  'Its format is not supported; supported are mails, calendars, passes, schema.org markup, GDS displays, orders and ' +
  'known exports. Send the file itself, with its name or media type: a text copied from it is not enough.'

function sentenceOf(error: unknown): string {
  const { message, code } = error as Error & { code?: string }
  if (code === 'ERR_WORKER_OUT_OF_MEMORY')
    return 'Reading it takes too much memory; send it in smaller parts.'
  return `It could not be read: ${message.replaceAll('\0', '')}.`
}

async function readInThread(
  { inThread, sources, extract }: ReadDocumentsDeps,
  { bytes, mediaType, name, received, appointments, source }: DocumentToRead,
  signal: AbortSignal,
): Promise<Reading> {
  const ended = new AbortController()
  const { port1, port2 } = new MessageChannel()
  if (extract !== null) answerWith(port1, extract, AbortSignal.any([signal, ended.signal]))
  const task: ReadingTask = {
    document: { bytes, mediaType, name, received, appointments },
    source,
    sources: sources(),
    extractor: extract === null ? null : port2,
  }
  try {
    return (await inThread(task, signal, [port2])) as Reading
  } finally {
    ended.abort()
    port1.close()
  }
}

/** Answers each document on the port with the output of the extractor. */
function answerWith(port: MessagePort, extract: Extractor, signal: AbortSignal): void {
  port.on('message', (document: Uint8Array) => {
    extract(document, signal).then(
      (made) => {
        port.postMessage(made)
      },
      (error: unknown) => {
        port.postMessage(`The extractor failed: ${String(error)}.`)
      },
    )
  })
}

async function publishAll(
  { publish, log }: ReadDocumentsDeps,
  { id, member, client, request, submitted }: DocumentToRead & { member: Id },
  batches: ReadonlyArray<{ batch: DocumentBatch; segments: unknown[] }>,
  signal: AbortSignal,
): Promise<null> {
  for (const { batch, segments } of batches) {
    const envelope = {
      v: 1 as const,
      kind: 'segments' as const,
      received: submitted!,
      client,
      request,
      ...batch,
    }
    const bytes = encodeMessage(envelope, Buffer.from(JSON.stringify({ segments })))
    for (let failures = 1; ; failures++) {
      try {
        await publish(bytes, memberSubject(member), `${member}:${batch.batch}`)
        break
      } catch (error) {
        if (signal.aborted) throw error
        log.warn({ document: id, error }, 'batch of a document not published; will retry')
        await pause(backoff(failures), signal)
      }
    }
  }
  return null
}
