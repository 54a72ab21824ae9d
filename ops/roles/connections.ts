import { connect, openAll } from '../../db/pg/connect.js'
import type { Database } from '../../db/pg/connect.js'
import { startHeartbeat } from '../../db/operator/process-heartbeat.js'
import { compilesStatements } from '../../db/pg/jit-check.js'
import { pingDatabase } from '../../db/pg/readiness-check.js'
import { connectStream, onDisconnect } from '../../workers/stream/connection/connect.js'
import type { NatsConnection } from '../../workers/stream/connection/connect.js'
import { statementAddress, streamAddress } from '../config/addresses.js'
import { checkPooler } from '../config/pooler-errors.js'
import { withinTimeout } from '../metrics/registry.js'
import { processIdentity } from '../process/process-identity.js'
import { reopenLostErasures } from '../wiring/members/erasures.js'
import { proveSecretKey } from '../wiring/secrets/prove-secret-key.js'
import { prepareStreams } from '../wiring/streams.js'
import type { RoleContext } from './role.js'

/**
 * Longer than the database lets a statement run (5 s), so only a lost answer takes this long (workers/DESIGN.md 3.1).
 */
const QUERY_TIMEOUT_MS = 15_000

export interface Connections {
  database: Database
  nc: NatsConnection
}

/**
 * Connects a role to Postgres and NATS, starts its heartbeat and creates missing streams, if it may. Throws if a server
 * cannot be reached, a NotPreparedError if a stream is missing or a lost erasure is not reopened, a ConfigError if prepared
 * statements do not work through DATABASE_URL or SECRET_KEY is not that of the other processes. `size` is the number of
 * connections in the pool.
 */
export async function connectServers(
  { config, log, worker, open, watch }: RoleContext,
  options: { size?: number; keepOpen?: boolean; queryTimeoutMs?: number; keyPlans?: boolean } = {},
): Promise<Connections> {
  watch?.('Postgres', async () => {
    await pingDatabase(config.DATABASE_URL)
  })
  const database = connect({
    ...statementAddress(config),
    name: worker,
    log,
    queryTimeoutMs: QUERY_TIMEOUT_MS,
    ...options,
  })
  open.add('database', database.close)
  await checkPooler(database.pool)
  if (options.keepOpen === true) await openAll(database.pool)
  if (await compilesStatements(database.pool))
    log.warn(
      { fix: 'as the role of DATABASE_URL: alter role current_user in database ... set jit = off' },
      'Postgres compiles statements (jit), which takes longer than running them',
    )
  await proveSecretKey(database.pool, config)
  const identity = processIdentity(worker)
  open.add('heartbeat', (await startHeartbeat(database.pool, identity, log)).stop)
  const nc = await connectStream({ ...streamAddress(config), name: worker, inbox: `_INBOX_${identity.role}` })
  open.add('stream', async () => {
    await nc.close()
  })
  onDisconnect(nc, (error) => {
    log.warn({ error }, 'NATS connection lost; reconnecting')
  })
  watch?.('NATS', async () => {
    if ((await withinTimeout(nc.flush().then(() => true))) === null) throw new Error('NATS did not answer')
  })
  await prepareStreams(nc, config)
  await reopenLostErasures(identity.role, database, nc, log)
  return { database, nc }
}
