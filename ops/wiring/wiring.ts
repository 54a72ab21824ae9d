/** Puts the stores into what needs them: the one file that sees both sides, and where the compiler checks the fit. */
import type pg from 'pg'
import type { AuthServerNode } from './auth-server.js'
import type { ApiDeps, ApiSettings, FeedMetrics } from '../../api/ports/deps.js'
import { segmentQuota } from '../../api/commands/segment-quota.js'
import type { SegmentQuotaSettings } from '../../api/commands/segment-quota.js'
import type { ApiReads } from '../../api/ports/reads.js'
import type { ControlConnection } from '../../db/pg/control-connection.js'
import { parkedMemberStore } from '../../db/fold/parked-members.js'
import { memberStore } from '../../db/fold/member-store.js'
import { outboxStore } from '../../db/fold/outbox.js'
import { partitionStore } from '../../db/fold/partitions.js'
import type { IdGenerator } from '../../schemas/base/ids.js'
import type { Log } from '../../schemas/base/log.js'
import type { Publish } from '../../schemas/stream/publish-error.js'
import type { SourceRow } from '../../schemas/itinerary/source-row.js'
import type { FoldDeps, FoldSettings } from '../../workers/fold/service.js'
import type { FoldExecutor } from '../../workers/ports.js'
import { rateLimitGossip } from '../../workers/stream/broadcast/rate-limit-gossip.js'
import type { NatsConnection } from '../../workers/stream/connection/connect.js'

export interface ApiWiring {
  ids: IdGenerator
  publish: Publish
  reads: ApiReads
  idempotency: ApiDeps['idempotency']
  calendars: ApiDeps['calendars']
  feeds: ApiDeps['feeds']
  feedMeter: FeedMetrics
  /** Name of this process, and its way to tell the others what it counted. */
  node: string
  nc: NatsConnection
  auth: AuthServerNode
  source: (id: string) => SourceRow | undefined
  zones: ReadonlyMap<string, string>
  settings: ApiSettings
  intake: Omit<SegmentQuotaSettings, 'now'>
  log: Log
}

/** What the door needs. */
export function apiDeps(parts: ApiWiring): ApiDeps {
  const {
    ids,
    publish,
    reads,
    idempotency,
    calendars,
    feeds,
    feedMeter,
    node,
    nc,
    auth,
    source,
    zones,
    settings,
    intake,
    log,
  } = parts
  return {
    log,
    now: () => auth.keys.now(),
    ids,
    publish,
    keys: auth.keys,
    revocations: auth.revocations,
    credentials: auth.credentials,
    reference: { source, zoneOf: (iata) => zones.get(iata) },
    reads,
    idempotency,
    calendars,
    feeds,
    feedMetrics: feedMeter,
    nodeName: node,
    rateLimitGossip: rateLimitGossip(nc, log),
    settings,
    segmentQuota: segmentQuota({ ...intake, now: () => performance.now() }),
  }
}

export interface FoldWiring {
  worker: string
  nc: NatsConnection
  pool: pg.Pool
  control: ControlConnection
  thinker: FoldExecutor
  trial: FoldExecutor
  log: Log
  settings: FoldSettings
}

/** What the fold worker needs. */
export function foldDeps(parts: FoldWiring): FoldDeps {
  const { worker, nc, pool, control, thinker, trial, log, settings } = parts
  return {
    worker,
    nc,
    members: memberStore(pool),
    partitions: partitionStore({ worker, control, pool }),
    outbox: outboxStore(pool),
    deadLetters: parkedMemberStore(pool),
    executor: thinker,
    sandbox: trial,
    log,
    now: Date.now,
    settings,
  }
}
