import pg from 'pg'
import t from 'tap'
import { connectStream } from '../../../workers/stream/connect.js'
import { ensureStreams } from '../../../workers/stream/setup.js'
import { testDatabase, testNats } from '../../support/servers.js'

t.test('a test has a database of its own, migrated', async t => {
  const url = await testDatabase(t)
  const other = await testDatabase(t)
  t.not(url, other)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  t.teardown(async () => { await client.end() })
  const { rows } = await client.query<{ there: string | null, bound: string, durable: string }>(
    "select to_regclass('part')::text as there, current_setting('listen_addresses') as bound, current_setting('synchronous_commit') as durable")
  t.same(rows, [{ there: 'part', bound: '127.0.0.1', durable: 'on' }])
})

t.test('a test has a nats-server of its own, whose password is asked for', async t => {
  const nats = await testNats(t)
  const nc = await connectStream({ url: nats.url, name: 'test' })
  const state = await ensureStreams(nc, { partitions: 4, maxBytes: 32 * 2 ** 20, replicas: 1 })
  t.equal(state.messages, 0)
  await nc.close()
  const open = new URL(nats.url)
  open.username = ''
  open.password = ''
  await t.rejects(connectStream({ url: open.href, name: 'stranger' }))
})
