/** Events and callbacks as a plugin of the server. */
import type { FastifyInstance } from 'fastify'
import type { GuardFactory } from '../../auth/guard.js'
import { endpointRegistrar } from '../../endpoint.js'
import type { WebhookDeps } from '../../ports/webhook-deps.js'
import { callbackRoutes } from './callbacks.js'
import { deliveryRoutes } from './deliveries.js'
import { eventRoutes } from './events.js'
import { resendRoutes } from './resend.js'
import { rotateSecretRoute } from './rotate-secret.js'

export function webhookRoutes(
  deps: WebhookDeps,
): (app: FastifyInstance, guard: GuardFactory) => Promise<void> {
  return async (app, guard) => {
    const add = endpointRegistrar(app, guard)
    eventRoutes(add, deps)
    callbackRoutes(add, deps)
    rotateSecretRoute(add, deps)
    deliveryRoutes(add, deps)
    resendRoutes(add, deps)
  }
}
