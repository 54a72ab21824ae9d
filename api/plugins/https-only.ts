/** Plain HTTP is not served (interface.txt, contract.md 1): behind a proxy that ends TLS, the proxy must say so. */
import type { FastifyInstance } from 'fastify'
import { Fault } from '../../schemas/faults.js'

/** Refuses what did not come over TLS. `request.protocol` heeds X-Forwarded-Proto of trusted proxies alone. */
export function httpsOnly(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    if (request.protocol !== 'https')
      throw new Fault('https_required', 'This service is reached over HTTPS alone.')
  })
}
