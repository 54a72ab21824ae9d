/** Fault 21: Postgres, then NATS, is away for two minutes; the roles run apart as processes of their own. */
import { rmSync } from 'node:fs'
import type { Test } from 'tap'
import { migrate } from '../../db/pg/migrate.js'
import { seed } from '../../db/seed/seed.js'
import { serverFolder } from '../runner/servers/server-folder.js'
import { sufferOutage } from '../support/outage.js'
import { startRolesApart } from '../support/roles-apart.js'
import type { RolesApart } from '../support/roles-apart.js'
import { natsFolder, ownNats } from '../support/servers.js'
import { until } from '../support/until.js'
import { ownPostgres } from '../support/own-postgres.js'
import { withClient } from '../support/with-client.js'
import { KEPT, type Fault, type World } from './fault.js'

/** Twice as long as an id slot is leased. */
const OUTAGE_SECONDS = 120
const NORMAL_WITHIN_SECONDS = 10
const START_MS = 120_000
const FOLD_MS = 60_000

export const serversAway: Fault = {
  number: 21,
  name: 'Postgres, then NATS, is away for two minutes: no process ends, and all is normal soon after',
  timeoutMs: 600_000,
  run: servers,
}

async function servers(t: Test, { slack }: World): Promise<void> {
  const postgres = await ownPostgres()
  t.teardown(postgres.remove)
  await migrate(postgres.url)
  await seed(postgres.url)
  const natsDir = natsFolder()
  let nats = await ownNats(t, { dir: natsDir })
  const dir = serverFolder('tripfold-away-')
  t.teardown(() => {
    rmSync(dir, { recursive: true, force: true })
  })
  const roles = await startRolesApart(t, {
    databaseUrl: postgres.url,
    reachableDatabaseUrl: postgres.url,
    natsUrl: nats.url,
    dir,
  })
  await allReady(roles)
  const outage = { seconds: OUTAGE_SECONDS, normalWithin: NORMAL_WITHIN_SECONDS * slack }
  const accepted =
    (await sufferOutage(t, roles, {
      ...outage,
      name: 'Postgres',
      takeAway: postgres.kill,
      giveBack: postgres.start,
    })) +
    (await sufferOutage(t, roles, {
      ...outage,
      name: 'NATS',
      takeAway: nats.stop,
      giveBack: async () => {
        nats = await ownNats(t, { dir: natsDir, port: nats.port })
      },
    }))
  await until(
    `all ${accepted} accepted batches are folded`,
    async () => (await foldedBatches(postgres.url)) >= accepted,
    FOLD_MS,
  )
  t.pass(KEPT)
}

async function allReady({ processes }: RolesApart): Promise<void> {
  for (const { role, readiness } of processes)
    await until(`the ${role} process is ready`, async () => (await readiness())?.status === 200, START_MS)
}

async function foldedBatches(url: string): Promise<number> {
  return await withClient(
    url,
    async (client) =>
      (await client.query<{ n: number }>('select count(*)::int as n from raw_batch')).rows[0]?.n ?? 0,
  )
}
