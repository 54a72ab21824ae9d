/** A fold worker with the small rules, in this process. */
import type pg from 'pg'
import { connect } from '../../db/connect.js'
import { control } from '../../db/control.js'
import { deadStore } from '../../db/dead.js'
import { memberStore } from '../../db/members.js'
import { outboxStore } from '../../db/outbox.js'
import { partitionStore } from '../../db/parts.js'
import type { Log } from '../../schemas/log.js'
import { inlineThinker } from '../../workers/fold/inline.js'
import type { FoldMeter } from '../../workers/fold/meter.js'
import { startFold, type FoldService, type FoldSettings } from '../../workers/fold/service.js'
import { trialThinker } from '../../workers/fold/trial.js'
import type { MemberStore, Thinker } from '../../workers/ports.js'
import { connectStream } from '../../workers/stream/connect.js'
import { smallRules } from './small-rules.js'

const SMALL_RULES = new URL('./small-rules-module.ts', import.meta.url).href

export const silentLog: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

export interface WorkerOptions {
  name: string
  thinker?: Thinker
  settings?: FoldSettings
  meter?: FoldMeter
  log?: Log
  /** Changes what the worker is given as its memory, for faults. */
  members?: (real: MemberStore) => MemberStore
  /** Changes the connections its commits go through, for mutants. */
  pool?: (real: pg.Pool) => pg.Pool
}

/** Whoever takes care of the end: a test, or a process. */
export interface Teardown {
  teardown: (end: () => unknown) => void
}

/** Starts it; stopped when the test ends. */
export async function startWorker(
  t: Teardown,
  stack: { databaseUrl: string; natsUrl: string },
  options: WorkerOptions,
): Promise<FoldService> {
  const { name, log = silentLog, settings, meter } = options
  const db = connect({ url: stack.databaseUrl, name, log })
  const session = control({ url: stack.databaseUrl, name, log })
  const nc = await connectStream({ url: stack.natsUrl, name })
  const members = memberStore(options.pool?.(db.pool) ?? db.pool)
  const service = await startFold({
    worker: name,
    nc,
    members: options.members?.(members) ?? members,
    parts: partitionStore({ worker: name, control: session, pool: db.pool }),
    outbox: outboxStore(db.pool),
    dead: deadStore(db.pool),
    thinker: options.thinker ?? inlineThinker(smallRules),
    ...(options.thinker === undefined ? { trial: trialThinker({ rules: SMALL_RULES, input: null }) } : {}),
    log,
    now: Date.now,
    settings: { version: 'test', ...settings },
    ...(meter === undefined ? {} : { meter }),
  })
  let stopped: Promise<void> | null = null
  const stop = async (): Promise<void> => {
    stopped ??= (async () => {
      await service.stop()
      await nc.close()
      await session.close()
      await db.close()
    })()
    await stopped
  }
  t.teardown(stop)
  return { ...service, stop }
}
