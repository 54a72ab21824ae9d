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
  LEAST_OVERLAP_SECONDS,
  OldSecretSigns,
} from '../../schemas/callback.js'
import type { CallbackPrecondition, CallbackRow, CallbackSettable } from '../../schemas/callback.js'
import { readCallbackUrl } from '../../schemas/callback-url.js'
import { LEASE_MS } from '../../schemas/delivery.js'
import { Fault } from '../../schemas/faults.js'
import { isId } from '../../schemas/ids.js'
import { clientOf } from '../auth/guard.js'
import { bodyReader } from '../body-check.js'
import { callbackExample } from '../document/webhook-examples.js'
import type { Add, Asked } from '../endpoint.js'
import { requireMatch, rowTag, unchanged } from '../etag.js'
import { FORM } from '../form.js'
import { sendJson } from '../reply.js'
import type { WebhookDeps } from '../webhook-deps.js'
import { hasBody } from './events.js'

export const FORMS = ['application/json', FORM]
export const callbackPath = {
  callback_id: { description: 'Id of the callback.', example: callbackExample.id },
}
export const noCallback = (): Fault => new Fault('not_found', 'There is no callback with this id.')
const NOT_FOUND: [404, 'not_found', string] = [
  404,
  'not_found',
  'The application has no callback with this id.',
]
const withSecret = { ...callbackExample, signing_secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD' }

export const CALLBACK_PARAMS = { callback_id: Type.String() }

/** The id in the path. Throws `not_found` for what is no id. */
export function callbackId(request: Asked<typeof CALLBACK_PARAMS>): string {
  const { callback_id: id } = request.params
  if (!isId(id)) throw noCallback()
  return id
}

export function callbackRoutes(add: Add, deps: WebhookDeps): void {
  reading(add, deps)
  writing(add, deps)
  rotating(add, deps)
}

function reading(add: Add, { callbacks }: WebhookDeps): void {
  add({
    method: 'GET',
    url: '/v2/callbacks',
    access: ['A', 'C'],
    operation: {
      id: 'listCallbacks',
      tag: 'Callbacks',
      summary: 'List the callbacks',
      description: `All callbacks of the application, oldest first; there are at most ${CALLBACK_LIMIT}.`,
      answers: {
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
      answers: {
        200: { description: 'The callback.', schema: Callback, example: callbackExample, headers: ['etag'] },
        304: { description: 'Nothing has changed.' },
      },
      faults: [NOT_FOUND],
    },
    handle: async (request, reply) => {
      const row = await callbacks.find(clientOf(request), callbackId(request))
      if (row === null) throw noCallback()
      if (unchanged(request, reply, tagOf(row))) return await reply.code(304).send()
      return await sendJson(reply, JSON.stringify(callbackDoc(row)))
    },
  })
}

/** Health moves without a new version, and so does the end of an old secret's time: they are part of the tag. */
function tagOf(row: CallbackRow): string {
  return rowTag(
    row,
    `~${row.failure_count}.${row.last_delivery?.getTime() ?? 0}.${row.previous_secret_expires?.getTime() ?? 0}`,
  )
}

function writing(add: Add, deps: WebhookDeps): void {
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
        types: FORMS,
      },
      answers: {
        201: {
          description: 'The new callback with its secret.',
          schema: Callback,
          example: withSecret,
          headers: ['location', 'etag'],
        },
      },
      faults: [[409, 'conflict', `The application has ${CALLBACK_LIMIT} callbacks already.`]],
    },
    handle: async (request, reply) => {
      const { url, ...rest } = readCreate(request)
      const { credentials, ...place } = urlOf(deps, url)
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
      const row = await callbacks.create(clientOf(request), deps.id(), {
        ...made,
        credentials: credentials === null ? null : deps.seal(credentials),
        secret: deps.seal(secret),
      })
      if (row === null) throw new Fault('conflict', `An application has at most ${CALLBACK_LIMIT} callbacks.`)
      return await show(reply.code(201).header('location', `/v2/callbacks/${row.id}`), row, secret)
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
      body: { schema: CallbackChange, example: { status: 'Disabled' }, types: FORMS },
      answers: {
        200: {
          description: 'The changed callback.',
          schema: Callback,
          example: callbackExample,
          headers: ['etag'],
        },
      },
      faults: [NOT_FOUND],
    },
    handle: async (request, reply) => {
      const { url, ...rest } = readChange(request)
      const client = clientOf(request)
      const id = callbackId(request)
      const { credentials, ...place } = url === undefined ? { credentials: undefined } : urlOf(deps, url)
      const sealed = credentials === undefined || credentials === null ? credentials : deps.seal(credentials)
      const row = await callbacks.change(client, id, { ...rest, ...place }, sealed, matching(request))
      if (row === null) throw noCallback()
      return await show(reply, row)
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
      answers: { 200: { description: 'Removed.', schema: Type.Object({}), example: {} } },
      faults: [NOT_FOUND],
    },
    handle: async (request, reply) => {
      const id = callbackId(request)
      if (!(await callbacks.remove(clientOf(request), id, matching(request)))) throw noCallback()
      return await sendJson(reply, '{}')
    },
  })
}

function rotating(add: Add, deps: WebhookDeps): void {
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
      description: `The old secret signs along for \`overlap_seconds\`, a day by default, at most a week, and ${LEAST_OVERLAP_SECONDS} seconds at least, also where 0 is given: a worker that could not be told at once may sign with the old one alone for so long. Accept both until \`previous_secret_expires\`. Until then a further rotation ends the old secret at once, and is 409 unless \`overlap_seconds\` or \`If-Match\` says that it is meant.`,
      path: callbackPath,
      parameters: ['if_match'],
      body: { schema: CallbackRotate, example: { overlap_seconds: 3_600 }, types: FORMS },
      answers: {
        200: {
          description: 'The callback with its new secret.',
          schema: Callback,
          example: withSecret,
          headers: ['etag'],
        },
      },
      faults: [
        NOT_FOUND,
        [409, 'conflict', 'An old secret still signs along, and nothing says that it is to end.'],
      ],
    },
    handle: async (request, reply) => {
      const { overlap_seconds: asked } = hasBody(request) ? readRotate(request) : {}
      const secret = deps.newSecret()
      const meant = asked !== undefined || request.headers['if-match'] !== undefined
      const overlap = Math.max(asked ?? DEFAULT_OVERLAP_SECONDS, LEAST_OVERLAP_SECONDS)
      const row = await deps.callbacks
        .rotate(clientOf(request), callbackId(request), deps.seal(secret), overlap, meant, matching(request))
        .catch((error: unknown) => {
          throw error instanceof OldSecretSigns
            ? new Fault(
                'conflict',
                'An old secret signs along until previous_secret_expires; to end it now, send overlap_seconds or If-Match.',
              )
            : error
        })
      if (row === null) throw noCallback()
      return await show(reply, row, secret)
    },
  })
}

/** What `If-Match` asks of the callback in the moment it is changed. */
function matching(request: FastifyRequest): CallbackPrecondition {
  return (row) => {
    requireMatch(request, row)
  }
}

async function show(reply: FastifyReply, row: CallbackRow, secret?: string): Promise<FastifyReply> {
  const doc = callbackDoc(row)
  return await sendJson(
    reply.header('etag', tagOf(row)).header('cache-control', 'no-store'),
    JSON.stringify(secret === undefined ? doc : { ...doc, signing_secret: secret }),
  )
}

function urlOf(deps: WebhookDeps, text: string): { url: string; credentials: string | null } {
  const read = readCallbackUrl(text, deps.urlRules)
  if (read.is === 'refused') throw new Fault('invalid_request', `Field "url" is refused. ${read.why}`)
  return { url: read.url, credentials: read.credentials }
}
