/** Puts the stores into what needs them: the one file that sees both sides, and where the compiler checks the fit. */
import type pg from 'pg'
import type { AuthServerNode } from './auth-server.js'
import type { ApiDeps, ApiSettings, FeedMeter } from '../api/deps.js'
import { memberIntake } from '../api/member-intake.js'
import type { IntakeSettings } from '../api/member-intake.js'
import type { ApiReads } from '../api/reads.js'
import type { Control } from '../db/control.js'
import { deadStore } from '../db/dead.js'
import { memberStore } from '../db/members.js'
import { outboxStore } from '../db/outbox.js'
import { partitionStore } from '../db/parts.js'
import type { IdGenerator } from '../schemas/ids.js'
import type { Log } from '../schemas/log.js'
import type { Publish } from '../schemas/publish-fault.js'
import type { SourceRow } from '../schemas/source-row.js'
import type { FoldDeps, FoldSettings } from '../workers/fold/service.js'
import type { Thinker } from '../workers/ports.js'
import { countExchange } from '../workers/stream/counts.js'
import type { NatsConnection } from '../workers/stream/connect.js'

export interface ApiParts {
  ids: IdGenerator
  publish: Publish
  reads: ApiReads
  idempotency: ApiDeps['idempotency']
  calendars: ApiDeps['calendars']
  feeds: ApiDeps['feeds']
  feedMeter: FeedMeter
  /** Name of this process, and its way to tell the others what it counted. */
  node: string
  nc: NatsConnection
  auth: AuthServerNode
  source: (id: string) => SourceRow | undefined
  zones: ReadonlyMap<string, string>
  settings: ApiSettings
  intake: Omit<IntakeSettings, 'now'>
  log: Log
}

/** What the door needs. */
export function apiDeps(parts: ApiParts): ApiDeps {
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
    feedMeter,
    node,
    counts: countExchange(nc, log),
    settings,
    intake: memberIntake({ ...intake, now: () => performance.now() }),
  }
}

export interface FoldParts {
  worker: string
  nc: NatsConnection
  pool: pg.Pool
  control: Control
  thinker: Thinker
  trial: Thinker
  log: Log
  settings: FoldSettings
}

/** What the fold worker needs. */
export function foldDeps(parts: FoldParts): FoldDeps {
  const { worker, nc, pool, control, thinker, trial, log, settings } = parts
  return {
    worker,
    nc,
    members: memberStore(pool),
    parts: partitionStore({ worker, control, pool }),
    outbox: outboxStore(pool),
    dead: deadStore(pool),
    thinker,
    trial,
    log,
    now: Date.now,
    settings,
  }
}
