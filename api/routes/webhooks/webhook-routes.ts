/** Events and callbacks as a plugin of the server. */
import type { FastifyInstance } from 'fastify'
import type { Operation } from '../../operation/declaration.js'
import type { Register } from '../../operation/registrar.js'
import type { WebhookDeps } from '../../ports/webhook-deps.js'
import { createCallback, deleteCallback, getCallback, listCallbacks, updateCallback } from './callbacks.js'
import { getDelivery, listDeliveries } from './deliveries.js'
import { listEvents, redeliverEvent } from './events.js'
import { pingCallback, replayCallback, resumeCallback } from './resend.js'
import { rotateCallbackSecret } from './rotate-secret.js'

export const WEBHOOK_OPERATIONS: ReadonlyArray<Operation<WebhookDeps>> = [
  listEvents,
  redeliverEvent,
  listCallbacks,
  getCallback,
  createCallback,
  updateCallback,
  deleteCallback,
  rotateCallbackSecret,
  listDeliveries,
  getDelivery,
  pingCallback,
  replayCallback,
  resumeCallback,
]

export const webhookRoutes =
  (deps: WebhookDeps) =>
  async (_app: FastifyInstance, register: Register): Promise<void> => {
    register(WEBHOOK_OPERATIONS, deps)
  }
