/** Reads documents: wires threads, bounds, the extractor and the publishing of segments. */
import { availableParallelism } from 'node:os'
import type pg from 'pg'
import { documentReadings } from '../../../db/documents/document-readings.js'
import { documents } from '../../../db/documents/documents.js'
import { feedStore } from '../../../db/feeds/feed-store.js'
import { airportZones } from '../../../db/reads/reference-rows.js'
import { readDocumentJob } from '../../../workers/documents/read-documents.js'
import type { ReadingThreadInput } from '../../../workers/documents/reading-task.js'
import { jobThreads } from '../../../workers/jobs/job-threads.js'
import type { JobHandler } from '../../../workers/jobs/service.js'
import type { NatsConnection } from '../../../workers/stream/connection/connect.js'
import { publisher } from '../../../workers/stream/publish.js'
import { bundledModule } from '../../process/node-program.js'
import type { Config } from '../../config/config.js'
import type { Disposables } from '../../process/disposables.js'
import type { Log } from '../../../schemas/base/log.js'
import { leaseIds } from '../id-generator.js'
import { startSourceCache } from '../source-cache.js'
import { configuredExtractor } from './configured-extractor.js'
import { deliverToAccount } from './deliver-to-account.js'

const DAY_MS = 86_400_000
const HEAP_MB = 256
const TIMEOUT_MS = 60_000
/** The last retry is a day later: a failure that is not the document's own may last that long. */
const ATTEMPTS = 8
const PROGRAM = new URL('../../../workers/documents/reading-task.ts', import.meta.url).href

export interface DocumentHandlerParts {
  config: Config
  log: Log
  /** Name of this process. */
  worker: string
  open: Disposables
  pool: pg.Pool
  nc: NatsConnection
}

/** Throws if no id slot is free. */
export async function documentHandler({
  config,
  log,
  worker,
  open,
  pool,
  nc,
}: DocumentHandlerParts): Promise<JobHandler<'document'>> {
  const { ids, release } = await leaseIds(pool, { lessee: worker, log })
  open.add('id slot', release)
  const sources = await startSourceCache(pool, log)
  open.add('sources', sources.close)
  const sender = publisher(nc, { deadlineMs: config.PUBLISH_DEADLINE_MS })
  open.add('publisher', sender.close)
  const zones = await airportZones(pool)
  const atOnce = Math.max(1, Math.floor(availableParallelism() / 2))
  const threads = jobThreads({
    program: bundledModule('reading-task') ?? PROGRAM,
    input: { zones } satisfies ReadingThreadInput,
    threads: atOnce,
    heapMb: HEAP_MB,
    timeoutMs: TIMEOUT_MS,
  })
  open.add('threads of documents', threads.close)
  const { publish } = sender
  const reference = { source: sources.get, zoneOf: (iata: string) => zones.get(iata) }
  const deps = {
    store: documentReadings(pool, config.KEEP_DOCUMENT_DAYS),
    inThread: threads.run,
    sources: sources.statuses,
    extract: configuredExtractor(config, log),
    publish,
    deliverToAccount: deliverToAccount({
      ...{ log, now: Date.now, ids, publish, reference },
      feeds: feedStore(pool),
      documents: documents(pool),
    }),
    ids,
    log,
  }
  return {
    atOnce,
    attempts: ATTEMPTS,
    keepMs: DAY_MS,
    run: async ({ id }, signal) => {
      await readDocumentJob(deps, id, signal)
      return null
    },
  }
}
