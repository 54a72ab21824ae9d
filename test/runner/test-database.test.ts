import pg from 'pg'
import t from 'tap'
import { proxy, type Proxy } from '../support/proxy.js'
import { testDatabase } from '../support/servers.js'

t.test("a test's database is dropped only after its pools have closed", async (t) => {
  const errors: string[] = []
  const proxies: Proxy[] = []
  t.teardown(async () => {
    for (const one of proxies) await one.close()
  })
  await t.test('a pool behind a slow network', async (t) => {
    const url = new URL(await testDatabase(t))
    const network = await proxy({ host: url.hostname, port: Number(url.port) })
    proxies.push(network)
    url.port = String(network.port)
    const pool = new pg.Pool({ connectionString: url.href })
    pool.on('error', (error) => errors.push(error.message))
    t.teardown(async () => {
      network.stall('up')
      setTimeout(network.resume, 200)
      await pool.end()
    })
    t.same((await pool.query('select 1 as n')).rows, [{ n: 1 }])
  })
  t.same(errors, [], 'no session was ended by the drop')
})
