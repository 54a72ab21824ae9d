/** Connects the stores to the ports of the fold worker. */
import type pg from 'pg'
import { memberStore } from '../../db/fold/member-store.js'
import { outboxStore } from '../../db/fold/outbox.js'
import { deadLetterStore } from '../../db/fold/parked-members.js'
import { partitionStore } from '../../db/fold/partitions.js'
import { databaseTime } from '../../db/fold/database-time.js'
import { streamAuditStore } from '../../db/fold/stream-audit.js'
import type { ControlConnection } from '../../db/pg/control-connection.js'
import type { Log } from '../../schemas/base/log.js'
import type { FoldDeps, FoldSettings } from '../../workers/fold/service.js'
import type { FoldExecutor } from '../../workers/ports.js'
import type { NatsConnection } from '../../workers/stream/connection/connect.js'
import { segmentsStream } from '../../workers/stream/segments-stream.js'

export interface FoldWiring {
  worker: string
  nc: NatsConnection
  pool: pg.Pool
  control: ControlConnection
  executor: FoldExecutor
  sandbox: FoldExecutor
  obstacle?: () => string | null
  log: Log
  settings: FoldSettings
  /** Days for which an event may show a document that is overwritten. */
  shown: number
  /** Whether messages are traced. */
  readsTraces: boolean
}

/** The dependencies of a fold worker. */
export function foldDeps({ pool, control, shown, nc, readsTraces, ...deps }: FoldWiring): FoldDeps {
  return {
    ...deps,
    stream: segmentsStream(nc, { readsTraces }),
    members: memberStore(pool, shown),
    partitions: partitionStore({ worker: deps.worker, control, pool }),
    outbox: outboxStore(pool),
    deadLetters: deadLetterStore(pool),
    databaseTime: async () => await databaseTime(pool),
    audit: streamAuditStore(pool),
  }
}
