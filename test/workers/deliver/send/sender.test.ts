import { Socket } from 'node:net'
import t from 'tap'
import { sender } from '../../../../workers/deliver/send/sender.js'
import { LOCAL_GUARD } from '../../../support/delivery/test-worker.js'
import { receiver } from '../../../support/delivery/receiver.js'

t.test('a slow connection gets the current timeout of its callback', async (t) => {
  const partner = await receiver(t)
  const open = ({ host, port }: { host: string; port: number }): Socket => {
    const socket = new Socket()
    setTimeout(() => {
      socket.connect(port, host)
    }, 400)
    return socket
  }
  const send = sender({ ...LOCAL_GUARD, openSocket: open })
  t.teardown(send.close)
  const post = async (timeout: number): Promise<unknown> =>
    (
      await send.post(
        { callback: '1', url: partner.url, connections: 1, timeoutMs: timeout },
        [],
        '{"event":1}',
      )
    ).result
  t.match(await post(100), { is: 'failed', error: 'timeout' })
  t.match(await post(10_000), { is: 'answered', status: 200 })
})
