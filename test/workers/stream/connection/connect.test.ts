import t from 'tap'
import { proxy } from '../../../support/proxy.js'
import { testNats } from '../../../support/servers.js'
import { until } from '../../../support/until.js'
import { openStream } from '../../../support/open-stream.js'

const MIB = 2 ** 20
/** More than a socket of this machine takes while nobody reads. */
const UNREAD_MIB = 24
/** A silent server is noticed after 3 to 4.5 s; one that does not greet is left after 3 s more. */
const LEFT_WITHIN_MS = 11_000

t.test(
  'a client leaves a server that has frozen, even with unsent data, and goes on with another',
  async (t) => {
    const target = new URL((await testNats(t)).url)
    const proxies = await Promise.all(
      [1, 2].map(async () => await proxy({ host: '127.0.0.1', port: Number(target.port) })),
    )
    t.teardown(async () => {
      await Promise.all(proxies.map(async ({ close }) => await close()))
    })
    const urls = proxies.map(({ port }) => Object.assign(new URL(target), { port: String(port) }).href)
    const nc = await openStream(t, { url: urls.join(','), name: 'test' })
    const first = nc.getServer()
    const frozen = proxies.find(({ port }) => first.endsWith(`:${port}`))
    const arrived: string[] = []
    nc.subscribe('after', {
      callback: (_error, message) => {
        arrived.push(message.string())
      },
    })
    await nc.flush()
    frozen?.stall('both')
    for (let i = 0; i < UNREAD_MIB; i++) nc.publish('unread', new Uint8Array(MIB))

    await until('the client has another server', () => nc.getServer() !== first, LEFT_WITHIN_MS)
    await until('messages pass again, also to subscriptions from before', () => {
      if (!nc.isClosed()) nc.publish('after', 'a message')
      return arrived.length > 0
    })
    t.equal(arrived[0], 'a message')
  },
)
