import t from 'tap'
import { receiver, status } from '../../support/receiver.js'
import { until } from '../../support/until.js'
import { webhookStack } from '../../support/webhooks.js'
import { workerProcess } from '../../support/worker-process.js'

t.test('killed in the middle of one send: one extra at most, with the same id', async t => {
  const stack = await webhookStack(t)
  const partner = await receiver(t)
  await stack.member('11')
  await stack.callback({ url: partner.url })
  partner.reply(() => undefined)
  const worker = await workerProcess(stack)
  const [event] = await stack.emit(['11'])
  await until('the send', () => partner.got.length === 1)
  worker.kill('SIGKILL')
  partner.reply(status(200))
  const second = await workerProcess(stack)
  t.teardown(() => { second.kill('SIGKILL') })
  await until('the delivery', async () => await stack.count('attempt', "state = 'delivered'") === 1)
  t.same(partner.ids(), [event?.id, event?.id])
})
