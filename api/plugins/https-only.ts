/**
 * Refuses plain HTTP (contract.md 1): a proxy that terminates TLS must say that the request came over TLS.
 */
import { fastifyPlugin } from 'fastify-plugin'
import { ApiError } from '../../schemas/base/errors.js'

/**
 * Refuses requests that did not come over TLS. `request.protocol` reads X-Forwarded-Proto of trusted proxies
 * only.
 */
export const httpsOnly = fastifyPlugin(
  async (app) => {
    app.addHook('onRequest', async (request) => {
      if (request.protocol !== 'https')
        throw new ApiError('https_required', 'This service is available over HTTPS only; use an https URL.')
    })
  },
  { name: 'https-only', dependencies: ['standard-headers'] },
)
