/** A worker with another SECRET_KEY than that of the callbacks stops no webhooks of the other workers. */
import t from 'tap'
import { vault } from '../../../api/oauth/vault.js'
import { receiver } from '../../support/delivery/receiver.js'
import { webhookStack } from '../../support/delivery/webhooks.js'
import { workerProcess } from '../../support/delivery/worker-process.js'
import { silentLog } from '../../support/silent-log.js'
import { until } from '../../support/until.js'

const OTHER_KEY = 'another key than the one of the callbacks'

t.test('callbacks that one worker cannot open are delivered by the others', async (t) => {
  const stack = await webhookStack(t)
  const partner = await receiver(t)
  await stack.member('11')
  for (let i = 0; i < 3; i++) await stack.callback({ url: partner.url })
  const sent = async (events: Array<{ id: string }>): Promise<boolean> =>
    await until(
      'each event at each callback',
      () => events.every(({ id }) => partner.ids().filter((one) => one === id).length === 3),
      10_000,
    )
  const errors: string[] = []
  const wrong = await stack.worker({
    vault: vault(OTHER_KEY),
    log: { ...silentLog(), error: (_fields, message) => errors.push(message) },
  })
  t.equal(wrong.unopenedCallbacks(), 0)
  const first = await stack.emit(['11', '11'])
  await until('it has met all three', () => wrong.unopenedCallbacks() === 3)
  const alsoWrong = await workerProcess(stack, { KEY: OTHER_KEY })
  const right = await workerProcess(stack)
  t.teardown(() => {
    for (const { kill } of [alsoWrong, right]) kill('SIGKILL')
  })
  await sent(first)
  for (let i = 0; i < 5; i++) await sent(await stack.emit(['11']))
  t.same(errors, [
    'callback secrets cannot be opened with this SECRET_KEY; leaving such callbacks to other workers',
  ])
  t.equal(wrong.unopenedCallbacks(), 3, 'and it is not ready')
  t.equal(await stack.count('callback_due', 'failure_count > 0'), 0)
})
