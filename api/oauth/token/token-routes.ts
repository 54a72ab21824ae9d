/** The token and revocation endpoints as a plugin: their bodies are text, and their answers are never cached. */
import type { FastifyInstance } from 'fastify'
import { openRegistrar } from '../../operation/registrar.js'
import { OauthError } from '../oauth-error.js'
import type { OauthDeps } from '../ports.js'
import { minuteLimiter } from './minute-limiter.js'
import { sendTokenError } from './token-errors.js'
import { READ_LIMIT, getTokens, getTokensAlias, revokeToken } from './token-operations.js'

/** A Fastify plugin with its own error handler: all its errors are RFC 6749 5.2 bodies. */
export async function tokenRoutes(app: FastifyInstance, deps: OauthDeps): Promise<void> {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: READ_LIMIT }, (_request, body, done) => {
    done(null, body)
  })
  app.addHook('onSend', async (_request, reply) => {
    void reply.header('cache-control', 'no-store').header('pragma', 'no-cache')
  })
  app.setErrorHandler(async (error, request, reply) => await sendTokenError(error, request, reply, deps.log))
  const limiter = minuteLimiter(deps.settings.tokenRequestsPerMinute, () => deps.keys.now())
  openRegistrar(app)([getTokens, getTokensAlias, revokeToken], { ...deps, limiter })
  for (const url of ['/oauth/token', '/oauth/token/', '/oauth/revoke']) {
    app.route({
      method: ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
      url,
      handler: async () => {
        throw new OauthError('method_not_allowed', 'This endpoint accepts POST only.', { allow: 'POST' })
      },
    })
  }
}
