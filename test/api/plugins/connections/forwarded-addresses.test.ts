import Fastify from 'fastify'
import t from 'tap'
import { forwardedAddresses } from '../../../../api/plugins/connections/forwarded-addresses.js'

t.test('the address of a client is that of the nearest untrusted hop, without its port', async (t) => {
  const app = Fastify({ trustProxy: ['127.0.0.1', '10.0.0.0/8'] })
  await app.register(forwardedAddresses)
  app.get('/', async (request) => ({ ip: request.ip }))
  const cases: Array<[sent: string, ip: string]> = [
    ['192.0.2.1', '192.0.2.1'],
    ['192.0.2.1:5678', '192.0.2.1'],
    ['203.0.113.9:1, 192.0.2.1:5678, 10.0.0.7:443', '192.0.2.1'],
    ['2001:db8::1', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[2001:db8::1]:5678', '2001:db8::1'],
    ['::ffff:192.0.2.1', '::ffff:192.0.2.1'],
    ['unknown', 'unknown'],
  ]
  for (const [sent, ip] of cases) {
    const answer = await app.inject({ url: '/', headers: { 'x-forwarded-for': sent } })
    t.equal(answer.json<{ ip: string }>().ip, ip, sent)
  }
})
