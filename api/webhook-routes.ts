/** Events and callbacks as a plugin of the server. */
import type { FastifyInstance } from 'fastify'
import type { Access, Guard } from './auth/guard.js'
import { adder } from './endpoint.js'
import { callbackDeliveryRoutes } from './routes/callback-deliveries.js'
import { callbackRoutes } from './routes/callbacks.js'
import { eventRoutes } from './routes/events.js'
import type { WebhookDeps } from './webhook-deps.js'

export function webhookRoutes(
  deps: WebhookDeps,
): (app: FastifyInstance, guard: (...allowed: Access[]) => Guard) => Promise<void> {
  return async (app, guard) => {
    const add = adder(app, guard)
    eventRoutes(add, deps)
    callbackRoutes(add, deps)
    callbackDeliveryRoutes(add, deps)
  }
}
