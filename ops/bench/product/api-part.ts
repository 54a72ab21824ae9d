/** The product's door in a process of its own, put together from its own parts, limits off. */
import type { AddressInfo } from 'node:net'
import { performance } from 'node:perf_hooks'
import type { ApiDeps } from '../../../api/deps.js'
import { openKeyRing } from '../../../api/oauth/keys.js'
import { startRevocationView } from '../../../api/oauth/revocation-view.js'
import { vault } from '../../../api/oauth/vault.js'
import { buildServer } from '../../../api/server.js'
import { apiReads } from '../../../db/api-reads.js'
import { connect } from '../../../db/connect.js'
import { idempotencyKeys } from '../../../db/idempotency.js'
import { leaseIdSlot } from '../../../db/id-slots.js'
import { revocationFeed } from '../../../db/revocations.js'
import { signingKeyStore } from '../../../db/signing-keys.js'
import { idGenerator } from '../../../schemas/ids.js'
import { connectStream } from '../../../workers/stream/connect.js'
import { publisher } from '../../../workers/stream/publish.js'
import { answer, partOptions } from '../process.js'
import { quietLog as log } from '../world.js'

export interface ApiPartOptions { database: string, nats: string, tls: { key: string, cert: string }, url: string, secretKey: string }

const options = await partOptions<ApiPartOptions>()
const database = connect({ url: options.database, name: 'bench api', log })
const slot = await leaseIdSlot(database.pool, { owner: `bench api ${process.pid}`, log, lost: () => process.exit(1) })
const nc = await connectStream({ url: options.nats, name: 'bench api' })
const keys = await openKeyRing({ store: signingKeyStore(database.knex), vault: vault(options.secretKey), now: Date.now })
const revocations = await startRevocationView(revocationFeed(database.knex, options.database, log), () => performance.now(), log)
const sources = new Map((await database.pool.query<{ id: string, status: 'Active' | 'Inactive' }>('SELECT id, status FROM source')).rows.map(row => [row.id, row]))
const zones = new Map((await database.pool.query<{ iata: string, zone: string | null }>('SELECT iata, zone FROM airport')).rows.map(row => [row.iata, row.zone ?? undefined]))
const deps: ApiDeps = {
  log,
  now: Date.now,
  ids: idGenerator(slot.slot, Date.now),
  publish: publisher(nc).publish,
  keys,
  revocations,
  credentials: { check: async () => false },
  reference: { source: id => sources.get(id), zoneOf: iata => zones.get(iata) },
  reads: apiReads(database.pool),
  idempotency: idempotencyKeys(database.pool),
  settings: { baseUrl: options.url, authUrl: options.url, tls: 'own', trustedProxies: [], perApp: 0, perMember: 0, writeWait: 5_000 }
}
const app = await buildServer(deps, { tls: { ...options.tls, minVersion: 'TLSv1.2' } })
await app.listen({ port: 0, host: '127.0.0.1' })
answer({ port: (app.server.address() as AddressInfo).port })
