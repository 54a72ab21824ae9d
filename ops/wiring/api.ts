/** Connects the stores and the stream to the ports of the api room. */
import { segmentQuota } from '../../api/commands/segment-quota.js'
import type { SegmentQuotaSettings } from '../../api/commands/segment-quota.js'
import type { ApiDeps, ApiSettings, FeedMetrics } from '../../api/ports/deps.js'
import type { ApiReads } from '../../schemas/itinerary/reads.js'
import type { IdGenerator } from '../../schemas/base/ids.js'
import type { Log } from '../../schemas/base/log.js'
import type { SourceIndex } from '../../schemas/hints/source-index.js'
import type { SourceRow } from '../../schemas/itinerary/source-row.js'
import type { Publish } from '../../schemas/stream/publish-error.js'
import type { Tracer } from '../../schemas/trace/tracer.js'
import { rateLimitGossip } from '../../workers/stream/broadcast/rate-limit-gossip.js'
import type { NatsConnection } from '../../workers/stream/connection/connect.js'
import type { AuthServerNode } from './auth-server.js'

export interface ApiWiring {
  ids: IdGenerator
  publish: Publish
  reads: ApiReads
  idempotency: ApiDeps['idempotency']
  calendars: ApiDeps['calendars']
  calendarThread: ApiDeps['calendarThread']
  feeds: ApiDeps['feeds']
  feedMetrics: FeedMetrics
  observeRequest: NonNullable<ApiDeps['observeRequest']>
  tracer?: Tracer
  connectionMetrics: NonNullable<ApiDeps['connectionMetrics']>
  /** Name of this process among all nodes. */
  nodeName: string
  nc: NatsConnection
  auth: AuthServerNode
  source: (id: string) => SourceRow | undefined
  sources: () => SourceIndex
  /** Time zones by IATA code. */
  zones: ReadonlyMap<string, string>
  settings: ApiSettings
  quota: Omit<SegmentQuotaSettings, 'now'>
  log: Log
}

/** The dependencies of the API server. */
export function apiDeps({ auth, nc, source, sources, zones, quota, log, ...deps }: ApiWiring): ApiDeps {
  return {
    ...deps,
    log,
    now: () => auth.keys.now(),
    keys: auth.keys,
    revocations: auth.revocations,
    credentials: auth.credentials,
    reference: { source, sources, zoneOf: (iata) => zones.get(iata) },
    rateLimitGossip: rateLimitGossip(nc, log),
    segmentQuota: segmentQuota({ ...quota, now: () => performance.now() }),
  }
}
