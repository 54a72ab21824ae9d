/** The webhook endpoints of an application (webhooks.md 2). */
import Type from 'typebox'
import { ApiError } from '../../../schemas/base/errors.js'
import {
  CALLBACK_DEFAULTS,
  CALLBACK_LIMIT,
  Callback,
  CallbackChange,
  CallbackCreate,
  callbackDoc,
} from '../../../schemas/webhooks/callback.js'
import type { CallbackPrecondition, CallbackSettable } from '../../../schemas/webhooks/callback.js'
import { LEASE_MS } from '../../../schemas/webhooks/delivery.js'
import { clientOf } from '../../auth/guard.js'
import { NOT_MODIFIED } from '../../document/common-responses.js'
import { callbackExample } from '../../document/examples/webhooks.js'
import type { AddEndpoint } from '../../endpoint.js'
import { bodyReader } from '../../http/body-reader.js'
import { notModified } from '../../http/etag.js'
import { sendJson } from '../../http/reply.js'
import type { WebhookDeps } from '../../ports/webhook-deps.js'
import { parseSettings, requireFittingFilter, settingErrors } from './callback-settings.js'
import { callbackTag, exampleWithSecret, ifMatchPrecondition, sendCallback } from './callback-response.js'
import {
  BODY_TYPES,
  CALLBACK_NOT_FOUND,
  CALLBACK_PARAMS,
  CALLBACK_PATH,
  callbackId,
  callbackNotFound,
} from './callback-target.js'

const LEASE_SECONDS = LEASE_MS / 1_000

export function callbackRoutes(add: AddEndpoint, deps: WebhookDeps): void {
  listCallbacks(add, deps)
  getCallback(add, deps)
  createCallback(add, deps)
  updateCallback(add, deps)
  deleteCallback(add, deps)
}

function listCallbacks(add: AddEndpoint, { callbacks }: WebhookDeps): void {
  add({
    method: 'GET',
    url: '/v2/callbacks',
    access: ['A', 'C'],
    operation: {
      id: 'listCallbacks',
      tag: 'Callbacks',
      summary: 'List callbacks',
      description: `All callbacks of the application, oldest first; there are at most ${CALLBACK_LIMIT}.`,
      responses: {
        200: {
          description: 'The callbacks.',
          schema: Type.Array(Callback),
          example: [callbackExample],
          headers: ['x-total-count'],
        },
      },
    },
    handle: async (request, reply) => {
      const rows = await callbacks.list(clientOf(request))
      void reply.header('x-total-count', String(rows.length))
      return await sendJson(reply, JSON.stringify(rows.map(callbackDoc)))
    },
  })
}

function getCallback(add: AddEndpoint, { callbacks }: WebhookDeps): void {
  add({
    method: 'GET',
    url: '/v2/callbacks/:callback_id',
    params: CALLBACK_PARAMS,
    access: ['A', 'C'],
    operation: {
      id: 'getCallback',
      tag: 'Callbacks',
      summary: 'Read a callback',
      description: 'Settings and health of one callback. Its secret is never shown again.',
      path: CALLBACK_PATH,
      parameters: ['if_none_match'],
      responses: {
        200: {
          description: 'The callback.',
          schema: Callback,
          example: callbackExample,
          headers: ['etag'],
        },
        304: NOT_MODIFIED,
      },
      errors: [CALLBACK_NOT_FOUND],
    },
    handle: async (request, reply) => {
      const row = await callbacks.find(clientOf(request), callbackId(request))
      if (row === null) throw callbackNotFound()
      if (notModified(request, reply, callbackTag(row))) return await reply.code(304).send()
      return await sendJson(reply, JSON.stringify(callbackDoc(row)))
    },
  })
}

function createCallback(add: AddEndpoint, deps: WebhookDeps): void {
  const readBody = bodyReader(CallbackCreate, { resource: Callback, check: settingErrors(deps) })
  add({
    method: 'POST',
    url: '/v2/callbacks',
    access: ['A', 'C'],
    operation: {
      id: 'createCallback',
      tag: 'Callbacks',
      summary: 'Register a webhook URL',
      description:
        'From now on, events of members who authorised the application are posted there. ' +
        'The answer has the signing secret, which is not shown again.',
      body: {
        schema: CallbackCreate,
        example: { url: callbackExample.url, events: ['trip.created', 'trip.updated'] },
        types: BODY_TYPES,
      },
      responses: {
        201: {
          description: 'The new callback with its secret.',
          schema: Callback,
          example: exampleWithSecret,
          headers: ['location', 'etag'],
        },
      },
      errors: [[409, 'conflict', `The application already has ${CALLBACK_LIMIT} callbacks.`]],
    },
    handle: async (request, reply) => {
      const body = readBody(request)
      const { settings: given, credentials = null } = parseSettings(deps, body)
      const settings: CallbackSettable = {
        status: 'Active',
        events: ['*'],
        description: null,
        ordered: 'none',
        rate_per_second: null,
        ...CALLBACK_DEFAULTS,
        url: body.url,
        ...given,
      }
      const secret = deps.newSecret()
      const row = await deps.callbacks.create(clientOf(request), deps.newId(), {
        ...settings,
        headers: given.headers,
        credentials,
        secret: deps.seal(secret),
      })
      if (row === null)
        throw new ApiError(
          'conflict',
          `This application already has ${CALLBACK_LIMIT} callbacks; delete one first.`,
        )
      return await sendCallback(reply.code(201).header('location', `/v2/callbacks/${row.id}`), row, secret)
    },
  })
}

function updateCallback(add: AddEndpoint, deps: WebhookDeps): void {
  const readBody = bodyReader(CallbackChange, { resource: Callback, check: settingErrors(deps) })
  add({
    method: 'PATCH',
    url: '/v2/callbacks/:callback_id',
    params: CALLBACK_PARAMS,
    access: ['A', 'C'],
    operation: {
      id: 'updateCallback',
      tag: 'Callbacks',
      summary: 'Change a callback',
      description:
        'Changes the given fields. Events that occur while it is Disabled are recorded as skipped and can ' +
        'be replayed; pending deliveries continue once it is Active again. Enabling does not reset the ' +
        'failure count. Requests that are being sent are not changed; a worker that cannot be notified at ' +
        `once may use the old settings for up to ${LEASE_SECONDS} seconds.`,
      path: CALLBACK_PATH,
      parameters: ['if_match'],
      body: { schema: CallbackChange, example: { status: 'Disabled' }, types: BODY_TYPES },
      responses: {
        200: {
          description: 'The changed callback.',
          schema: Callback,
          example: callbackExample,
          headers: ['etag'],
        },
      },
      errors: [CALLBACK_NOT_FOUND],
    },
    handle: async (request, reply) => {
      const { settings, credentials } = parseSettings(deps, readBody(request))
      const client = clientOf(request)
      const id = callbackId(request)
      const matches = ifMatchPrecondition(request)
      const precondition: CallbackPrecondition = (stored) => {
        matches(stored)
        if (stored !== null) requireFittingFilter(settings, stored)
      }
      const row = await deps.callbacks.change(client, id, settings, credentials, precondition)
      if (row === null) throw callbackNotFound()
      return await sendCallback(reply, row)
    },
  })
}

function deleteCallback(add: AddEndpoint, { callbacks }: WebhookDeps): void {
  add({
    method: 'DELETE',
    url: '/v2/callbacks/:callback_id',
    params: CALLBACK_PARAMS,
    access: ['A', 'C'],
    operation: {
      id: 'deleteCallback',
      tag: 'Callbacks',
      summary: 'Delete a callback',
      description:
        'Drops pending deliveries and starts no more. A request that is being sent may still arrive; if a ' +
        `worker cannot be notified at once, others may follow for up to ${LEASE_SECONDS} seconds. The ` +
        'event log still has the events.',
      path: CALLBACK_PATH,
      parameters: ['if_match'],
      responses: { 200: { description: 'The callback is deleted.', schema: Type.Object({}), example: {} } },
      errors: [CALLBACK_NOT_FOUND],
    },
    handle: async (request, reply) => {
      const precondition = ifMatchPrecondition(request)
      if (!(await callbacks.remove(clientOf(request), callbackId(request), precondition)))
        throw callbackNotFound()
      return await sendJson(reply, '{}')
    },
  })
}
