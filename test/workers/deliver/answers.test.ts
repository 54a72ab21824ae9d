import t from 'tap'
import { Webhook as Standard } from 'standardwebhooks'
import { Webhook as Svix } from 'svix'
import { receiver } from '../../support/receiver.js'
import { until } from '../../support/until.js'
import { webhookStack } from '../../support/webhooks.js'

t.test('an event arrives once, signed', async t => {
  const stack = await webhookStack(t)
  const partner = await receiver(t)
  await stack.member('11')
  const { secret } = await stack.callback({ url: `${partner.url}?tenant=7`, credentials: 'us:pa ss' })
  await stack.worker()
  const [event] = await stack.emit(['11'], 'trip.created')
  const got = await until('the delivery', () => partner.got[0])
  t.equal(got.path, '/hook?tenant=7')
  t.equal(got.headers['webhook-id'], event?.id)
  t.equal(got.headers['tripfold-event-type'], 'trip.created')
  t.equal(got.headers['user-agent'], 'Tripfold-Webhooks/1')
  t.equal(got.headers.authorization, `Basic ${Buffer.from('us:pa ss').toString('base64')}`)
  const headers = got.headers as Record<string, string>
  t.same(new Standard(secret).verify(got.body, headers), got.event)
  t.same(new Svix(secret).verify(got.body, headers), got.event)
  await until('the log', async () => await stack.count('attempt', "state = 'delivered'") === 1)
  t.equal(await stack.count('delivery'), 0)
  t.equal(partner.got.length, 1)
})
