/**
 * Removes ports from `X-Forwarded-For`, which some proxies write (`192.0.2.1:5678`, `[2001:db8::1]:5678`): each
 * connection of a client would be another address, and a trusted proxy could not be recognised.
 */
import { fastifyPlugin } from 'fastify-plugin'

const WITH_PORT = /^(?:\[([0-9a-f:.%]+)\](?::\d{1,5})?|(\d+\.\d+\.\d+\.\d+):\d{1,5})$/i

/** Has to come before anything reads the address of a request. */
export const forwardedAddresses = fastifyPlugin(
  async (app) => {
    app.addHook('onRequest', (request, _reply, done) => {
      const sent = request.raw.headers['x-forwarded-for']
      if (typeof sent === 'string' && sent.includes(':'))
        request.raw.headers['x-forwarded-for'] = sent.split(',').map(withoutPort).join(',')
      done()
    })
  },
  { name: 'forwarded-addresses' },
)

function withoutPort(text: string): string {
  const [, v6, v4] = WITH_PORT.exec(text.trim()) ?? []
  return v6 ?? v4 ?? text
}
