/** A broker connection that ends at a bad moment does not crash the process. */
import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import { connectStream } from '../../../../workers/stream/connection/connect.js'
import type { NatsConnection } from '../../../../workers/stream/connection/connect.js'
import { testNats } from '../../../support/servers.js'
import { until } from '../../../support/until.js'

/** The client's current socket, to end it as the client does when the broker hangs up. */
function socketOf(nc: NatsConnection): Socket {
  return (nc as unknown as { protocol: { transport: { socket: Socket } } }).protocol.transport.socket
}

async function closeInBadMoment(nc: NatsConnection): Promise<void> {
  socketOf(nc).end()
  nc.publish('anything')
  await new Promise<void>((resolve, reject) => {
    process.nextTick(() => {
      nc.close().then(resolve, reject)
    })
  })
  await pause(50)
}

t.test('a message sent after the broker hung up is lost, not thrown uncaught', async (t) => {
  const { url } = await testNats(t)
  const early = await connectStream({ url, name: 'test' })
  await closeInBadMoment(early)
  t.ok(early.isClosed(), 'on the first connection')
  const late = await connectStream({ url, name: 'test' })
  const first = socketOf(late)
  first.destroy()
  await until('it has reconnected', () => socketOf(late) !== first && socketOf(late)?.readyState === 'open')
  await late.flush()
  await closeInBadMoment(late)
  t.ok(late.isClosed(), 'and on a later one')
})
