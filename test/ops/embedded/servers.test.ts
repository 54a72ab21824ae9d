import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import t from 'tap'
import { freePort, onFreePort, serverStartError } from '../../../ops/embedded/free-port.js'
import { connectStream } from '../../../workers/stream/connection/connect.js'
import { ensureStreams } from '../../../workers/stream/setup.js'
import { natsFolder, testDatabase, ownNats, testNats } from '../../support/servers.js'

t.test('each test has its own migrated database', async (t) => {
  const url = await testDatabase(t)
  const other = await testDatabase(t)
  t.not(url, other)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  t.teardown(async () => {
    await client.end()
  })
  const { rows } = await client.query<{ there: string | null; bound: string; durable: string }>(
    "select to_regclass('partition_owner')::text as there, current_setting('listen_addresses') as bound, current_setting('synchronous_commit') as durable",
  )
  t.same(rows, [{ there: 'partition_owner', bound: '127.0.0.1', durable: 'on' }])
})

t.test('each test has its own nats-server, which requires a password', async (t) => {
  const nats = await testNats(t)
  const nc = await connectStream({ url: nats.url, name: 'test' })
  const state = await ensureStreams(nc, { partitions: 4, maxBytes: 32 * 2 ** 20, replicas: 1 })
  t.equal(state.messages, 0)
  await nc.close()
  const open = new URL(nats.url)
  open.username = ''
  open.password = ''
  await t.rejects(connectStream({ url: open.href, name: 'without password' }))
})

t.test('if another program takes the port before the server binds it, the server uses another', async (t) => {
  const port = await freePort()
  const dir = natsFolder()
  const starting = ownNats(t, { dir, port })
  const config = join(dir, 'nats', 'nats.conf')
  while (!existsSync(config)) await new Promise((resolve) => setImmediate(resolve))
  const other = createServer((socket) => {
    socket.on('error', () => {}).end('INFO {"server_name":"another"}\r\n')
  })
  await new Promise<void>((resolve) => {
    other.listen(port, '127.0.0.1', resolve)
  })
  t.teardown(() => {
    other.close()
  })
  const nats = await starting
  t.not(nats.port, port)
  const nc = await connectStream({ url: nats.url, name: 'test' })
  t.match(nc.getServer(), `:${nats.port}`)
  await nc.close()
})

t.test('only a taken port leads to another attempt, and not without limit', async (t) => {
  const ports: number[] = []
  const failing = async (output: string): Promise<unknown> =>
    await onFreePort(0, async (port) => {
      ports.push(port)
      throw serverStartError('It', output)
    }).then(
      () => null,
      (error: unknown) => error,
    )
  t.match(await failing('could not bind IPv4 address "127.0.0.1": Address already in use'), {
    message: /did not start/,
  })
  t.ok(ports.length > 1 && ports.length < 10, `${ports.length} tries`)
  ports.length = 0
  t.match(await failing('out of memory'), { message: /out of memory/ })
  t.equal(ports.length, 1)
  const recovering = [
    'reached.',
    'FATAL:  the database system is not yet accepting connections',
    'DETAIL:  Consistent recovery state has not been yet reached.',
    'FATAL:  the database system is in recovery mode',
    'FATAL:  could not write to file "pg_wal/xlogtemp": No space left on device',
    'LOG:  database system is shut down',
  ].join('\n')
  t.match(await failing(recovering), { message: /^It did not start:\nFATAL:  could not write .*\nLOG:  .*$/ })
})
