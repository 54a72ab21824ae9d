/** Plain HTTP is not served (interface.txt, contract.md 1): behind a proxy that ends TLS, the proxy must say so. */
import type { FastifyInstance } from 'fastify'
import { ApiError } from '../../schemas/base/errors.js'

/** Refuses what did not come over TLS. `request.protocol` heeds X-Forwarded-Proto of trusted proxies alone. */
export function requireHttps(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    if (request.protocol !== 'https')
      throw new ApiError('https_required', 'This service is reached over HTTPS alone.')
  })
}
