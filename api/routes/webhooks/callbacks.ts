/** Webhook endpoints of the application (webhooks.md 2). */
import Type from 'typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  CALLBACK_DEFAULTS,
  CALLBACK_LIMIT,
  Callback,
  CallbackChange,
  CallbackCreate,
  CallbackRotate,
  callbackDoc,
  DEFAULT_OVERLAP_SECONDS,
  MIN_OVERLAP_SECONDS,
  OldSecretSigns,
} from '../../../schemas/webhooks/callback.js'
import type {
  CallbackPrecondition,
  CallbackRow,
  CallbackSettable,
} from '../../../schemas/webhooks/callback.js'
import { checkCallbackUrl } from '../../../schemas/webhooks/callback-url.js'
import { LEASE_MS } from '../../../schemas/webhooks/delivery.js'
import { ApiError } from '../../../schemas/base/errors.js'
import { isId } from '../../../schemas/base/ids.js'
import { clientOf } from '../../auth/guard.js'
import { bodyReader } from '../../http/body-reader.js'
import { callbackExample } from '../../document/examples/webhooks.js'
import type { AddEndpoint, TypedRequest } from '../../endpoint.js'
import { requireIfMatch, rowTag, notModified } from '../../http/etag.js'
import { FORM_TYPE } from '../../http/form.js'
import { sendJson } from '../../http/reply.js'
import type { WebhookDeps } from '../../ports/webhook-deps.js'
import { hasBody } from './events.js'

export const BODY_TYPES = ['application/json', FORM_TYPE]
export const callbackPath = {
  callback_id: { description: 'Id of the callback.', example: callbackExample.id },
}
export const callbackNotFound = (): ApiError =>
  new ApiError('not_found', 'There is no callback with this id.')
const NOT_FOUND: [404, 'not_found', string] = [
  404,
  'not_found',
  'The application has no callback with this id.',
]
const exampleWithSecret = { ...callbackExample, signing_secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD' }

export const CALLBACK_PARAMS = { callback_id: Type.String() }

/** The id in the path. Throws `not_found` for what is no id. */
export function callbackId(request: TypedRequest<typeof CALLBACK_PARAMS>): string {
  const { callback_id: id } = request.params
  if (!isId(id)) throw callbackNotFound()
  return id
}

export function callbackRoutes(add: AddEndpoint, deps: WebhookDeps): void {
  readRoutes(add, deps)
  writeRoutes(add, deps)
  rotateRoute(add, deps)
}

function readRoutes(add: AddEndpoint, { callbacks }: WebhookDeps): void {
  add({
    method: 'GET',
    url: '/v2/callbacks',
    access: ['A', 'C'],
    operation: {
      id: 'listCallbacks',
      tag: 'Callbacks',
      summary: 'List the callbacks',
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
      return await sendJson(
        reply.header('x-total-count', String(rows.length)),
        JSON.stringify(rows.map(callbackDoc)),
      )
    },
  })
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
      path: callbackPath,
      parameters: ['if_none_match'],
      responses: {
        200: { description: 'The callback.', schema: Callback, example: callbackExample, headers: ['etag'] },
        304: { description: 'Nothing has changed.' },
      },
      errors: [NOT_FOUND],
    },
    handle: async (request, reply) => {
      const row = await callbacks.find(clientOf(request), callbackId(request))
      if (row === null) throw callbackNotFound()
      if (notModified(request, reply, callbackTag(row))) return await reply.code(304).send()
      return await sendJson(reply, JSON.stringify(callbackDoc(row)))
    },
  })
}

/** Health moves without a new version, and so does the end of an old secret's time: they are part of the tag. */
function callbackTag(row: CallbackRow): string {
  return rowTag(
    row,
    `~${row.failure_count}.${row.last_delivery?.getTime() ?? 0}.${row.previous_secret_expires?.getTime() ?? 0}`,
  )
}

function writeRoutes(add: AddEndpoint, deps: WebhookDeps): void {
  const { callbacks } = deps
  const readCreate = bodyReader(CallbackCreate)
  const readChange = bodyReader(CallbackChange)
  add({
    method: 'POST',
    url: '/v2/callbacks',
    access: ['A', 'C'],
    operation: {
      id: 'createCallback',
      tag: 'Callbacks',
      summary: 'Register a webhook URL',
      description:
        'From now on events of members who authorised the application are posted there. The answer holds the signing secret; it is not shown again.',
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
      errors: [[409, 'conflict', `The application has ${CALLBACK_LIMIT} callbacks already.`]],
    },
    handle: async (request, reply) => {
      const { url, ...rest } = readCreate(request)
      const { credentials, ...place } = parseUrl(deps, url)
      const made: CallbackSettable = {
        status: 'Active',
        events: ['*'],
        description: null,
        ordered: 'none',
        rate_per_second: null,
        ...CALLBACK_DEFAULTS,
        ...rest,
        ...place,
      }
      const secret = deps.newSecret()
      const row = await callbacks.create(clientOf(request), deps.newId(), {
        ...made,
        credentials: credentials === null ? null : deps.seal(credentials),
        secret: deps.seal(secret),
      })
      if (row === null)
        throw new ApiError('conflict', `An application has at most ${CALLBACK_LIMIT} callbacks.`)
      return await sendCallback(reply.code(201).header('location', `/v2/callbacks/${row.id}`), row, secret)
    },
  })
  add({
    method: 'PATCH',
    url: '/v2/callbacks/:callback_id',
    params: CALLBACK_PARAMS,
    access: ['A', 'C'],
    operation: {
      id: 'updateCallback',
      tag: 'Callbacks',
      summary: 'Change a callback',
      description: `Changes what is named. Events of the time while it is Disabled are kept as skipped and can be replayed; what was pending goes on when it is Active again. Enabling does not reset the failure count. What is on its way already goes on as it was; a worker that could not be told at once goes on for up to ${LEASE_MS / 1_000} seconds.`,
      path: callbackPath,
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
      errors: [NOT_FOUND],
    },
    handle: async (request, reply) => {
      const { url, ...rest } = readChange(request)
      const client = clientOf(request)
      const id = callbackId(request)
      const { credentials, ...place } = url === undefined ? { credentials: undefined } : parseUrl(deps, url)
      const sealed = credentials === undefined || credentials === null ? credentials : deps.seal(credentials)
      const row = await callbacks.change(
        client,
        id,
        { ...rest, ...place },
        sealed,
        ifMatchPrecondition(request),
      )
      if (row === null) throw callbackNotFound()
      return await sendCallback(reply, row)
    },
  })
  add({
    method: 'DELETE',
    url: '/v2/callbacks/:callback_id',
    params: CALLBACK_PARAMS,
    access: ['A', 'C'],
    operation: {
      id: 'deleteCallback',
      tag: 'Callbacks',
      summary: 'Remove a callback',
      description: `What was pending is dropped, and nothing more is begun. A request that is on its way already may still arrive; where a worker could not be told at once, others follow for up to ${LEASE_MS / 1_000} seconds. The event log still has the events.`,
      path: callbackPath,
      parameters: ['if_match'],
      responses: { 200: { description: 'Removed.', schema: Type.Object({}), example: {} } },
      errors: [NOT_FOUND],
    },
    handle: async (request, reply) => {
      const id = callbackId(request)
      if (!(await callbacks.remove(clientOf(request), id, ifMatchPrecondition(request))))
        throw callbackNotFound()
      return await sendJson(reply, '{}')
    },
  })
}

function rotateRoute(add: AddEndpoint, deps: WebhookDeps): void {
  const readRotate = bodyReader(CallbackRotate)
  add({
    method: 'POST',
    url: '/v2/callbacks/:callback_id/rotate',
    params: CALLBACK_PARAMS,
    access: ['A', 'C'],
    operation: {
      id: 'rotateCallbackSecret',
      tag: 'Callbacks',
      summary: 'Make a new signing secret',
      description: `The old secret signs along for \`overlap_seconds\`, a day by default, at most a week, and ${MIN_OVERLAP_SECONDS} seconds at least, also where 0 is given: a worker that could not be told at once may sign with the old one alone for so long. Accept both until \`previous_secret_expires\`. Until then a further rotation ends the old secret at once, and is 409 unless \`overlap_seconds\` or \`If-Match\` says that it is meant.`,
      path: callbackPath,
      parameters: ['if_match'],
      body: { schema: CallbackRotate, example: { overlap_seconds: 3_600 }, types: BODY_TYPES },
      responses: {
        200: {
          description: 'The callback with its new secret.',
          schema: Callback,
          example: exampleWithSecret,
          headers: ['etag'],
        },
      },
      errors: [
        NOT_FOUND,
        [409, 'conflict', 'An old secret still signs along, and nothing says that it is to end.'],
      ],
    },
    handle: async (request, reply) => {
      const { overlap_seconds: asked } = hasBody(request) ? readRotate(request) : {}
      const secret = deps.newSecret()
      const meant = asked !== undefined || request.headers['if-match'] !== undefined
      const overlap = Math.max(asked ?? DEFAULT_OVERLAP_SECONDS, MIN_OVERLAP_SECONDS)
      const row = await deps.callbacks
        .rotate(
          clientOf(request),
          callbackId(request),
          deps.seal(secret),
          overlap,
          meant,
          ifMatchPrecondition(request),
        )
        .catch((error: unknown) => {
          throw error instanceof OldSecretSigns
            ? new ApiError(
                'conflict',
                'An old secret signs along until previous_secret_expires; to end it now, send overlap_seconds or If-Match.',
              )
            : error
        })
      if (row === null) throw callbackNotFound()
      return await sendCallback(reply, row, secret)
    },
  })
}

/** What `If-Match` asks of the callback in the moment it is changed. */
function ifMatchPrecondition(request: FastifyRequest): CallbackPrecondition {
  return (row) => {
    requireIfMatch(request, row)
  }
}

async function sendCallback(reply: FastifyReply, row: CallbackRow, secret?: string): Promise<FastifyReply> {
  const doc = callbackDoc(row)
  return await sendJson(
    reply.header('etag', callbackTag(row)).header('cache-control', 'no-store'),
    JSON.stringify(secret === undefined ? doc : { ...doc, signing_secret: secret }),
  )
}

function parseUrl(deps: WebhookDeps, text: string): { url: string; credentials: string | null } {
  const read = checkCallbackUrl(text, deps.urlRules)
  if (read.is === 'refused') throw new ApiError('invalid_request', `Field "url" is refused. ${read.why}`)
  return { url: read.url, credentials: read.credentials }
}
