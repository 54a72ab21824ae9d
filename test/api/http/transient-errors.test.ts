import t from 'tap'
import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { once } from 'node:events'
import makeKnex from 'knex'
import pg from 'pg'
import { isTransientError } from '../../../api/http/transient-errors.js'
import { testDatabase } from '../../support/servers.js'

const failure = async (work: () => Promise<unknown>): Promise<unknown> =>
  await work().then(
    () => null,
    (thrown: unknown) => thrown,
  )

t.test('Postgres does not answer, or all its connections are in use', async (t) => {
  const sockets = new Set<Socket>()
  const silent = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined))
  }).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const url = await testDatabase(t)
  const mute = {
    connectionString: `postgres://nobody@127.0.0.1:${(silent.address() as AddressInfo).port}/none`,
    connectionTimeoutMillis: 50,
  }
  // The first connection must be made within this time too, also on a busy machine.
  const [pool, full] = [
    new pg.Pool(mute),
    new pg.Pool({ connectionString: url, max: 1, connectionTimeoutMillis: 3_000 }),
  ]
  const knex = makeKnex({
    client: 'pg',
    connection: url,
    pool: { min: 0, max: 1 },
    acquireConnectionTimeout: 3_000,
  })
  const held = await knex.transaction()
  const client = await full.connect()
  t.teardown(async () => {
    client.release()
    await held.rollback()
    await Promise.all([pool.end(), full.end(), knex.destroy()])
    for (const socket of sockets) socket.destroy()
    silent.close()
  })
  const tries: Record<string, () => Promise<unknown>> = {
    'a client': async () => {
      await new pg.Client(mute).connect()
    },
    'a pool': async () => await pool.query('select 1'),
    'a full pool': async () => await full.query('select 1'),
    'a full pool of knex': async () => await knex('member').first(),
  }
  await Promise.all(
    Object.entries(tries).map(async ([what, work]) => {
      const error = await failure(work)
      t.ok(isTransientError(error), `${what}: ${String(error)}`)
    }),
  )
})

t.test('a connection that ends during a statement, or before one', async (t) => {
  const url = await testDatabase(t)
  const knex = makeKnex({ client: 'pg', connection: url, pool: { min: 0, max: 1 } })
  const [client, other] = [new pg.Client(url), new pg.Client(url)]
  t.teardown(async () => {
    await Promise.all([knex.destroy(), other.end()])
  })
  await Promise.all([client.connect(), other.connect()])
  const gone = new Promise<void>((resolve) => {
    client.on('error', () => {
      resolve()
    })
  })
  const {
    rows: [its],
  } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  await other.query('select pg_terminate_backend($1)', [its?.pid])
  await gone
  t.ok(isTransientError(await failure(async () => await client.query('select 1'))), 'before it')
  t.ok(
    isTransientError(
      await failure(async () => await knex.raw('select pg_terminate_backend(pg_backend_pid())')),
    ),
    'under it',
  )
})

t.test('errors caused by the request are not transient', async (t) => {
  const knex = makeKnex({ client: 'pg', connection: await testDatabase(t), pool: { min: 0, max: 1 } })
  t.teardown(async () => {
    await knex.destroy()
  })
  const refused = await failure(
    async () => await knex.raw(`do $$ begin raise exception 'timeout expired'; end $$`),
  )
  t.match(refused, { code: 'P0001', message: / - timeout expired$/ })
  for (const other of [
    refused,
    new Error('timeout'),
    new TypeError('x is not a function'),
    'timeout expired',
    null,
  ])
    t.notOk(isTransientError(other), String(other))
})
