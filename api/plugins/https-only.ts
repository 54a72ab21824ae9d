/**
 * Refuses plain HTTP (contract.md 1): a proxy that terminates TLS must say that the request came over TLS.
 */
import type { FastifyInstance } from 'fastify'
import { ApiError } from '../../schemas/base/errors.js'

/**
 * Refuses requests that did not come over TLS. `request.protocol` reads X-Forwarded-Proto of trusted proxies
 * only.
 */
export function requireHttps(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    if (request.protocol !== 'https')
      throw new ApiError('https_required', 'This service is available over HTTPS only; use an https URL.')
  })
}
