/** The webhook endpoints of an application (webhooks.md 2). */
import {
  CALLBACK_DEFAULTS,
  CALLBACK_LIMIT,
  Callback,
  CallbackChange,
  CallbackCreate,
  callbackDoc,
} from '../../../schemas/webhooks/callback.js'
import type { CallbackPrecondition, NewCallbackSettings } from '../../../schemas/webhooks/callback.js'
import { LEASE_MS } from '../../../schemas/webhooks/delivery.js'
import { done, found, listed, tagged } from '../../document/common-responses.js'
import { callbackExample } from '../../document/examples/resources.js'
import { application } from '../../operation/access.js'
import { created, nothing, ok } from '../../operation/answer.js'
import { operation } from '../../operation/declaration.js'
import { problem } from '../../operation/problem.js'
import type { WebhookDeps } from '../../ports/webhook-deps.js'
import {
  callbackHeaders,
  callbackTag,
  exampleWithSecret,
  ifMatchPrecondition,
  withSecret,
} from './callback-response.js'
import { parseSettings, requireFittingFilter, settingErrors } from './callback-settings.js'
import { BODY_TYPES, CALLBACK_ID, NO_CALLBACK } from './callback-target.js'

const LEASE_SECONDS = LEASE_MS / 1_000

export const listCallbacks = operation(
  {
    route: 'GET /v2/callbacks',
    id: 'listCallbacks',
    tag: 'Callbacks',
    access: application,
    summary: 'List webhooks',
    description: `All webhooks of the application, oldest first; there are at most ${CALLBACK_LIMIT}.`,
    responses: listed('The webhooks.', Callback, ['x-total-count']),
  },
  async ({ caller }, { callbacks }: WebhookDeps) => {
    const rows = await callbacks.list(caller.client)
    return ok(rows.map(callbackDoc), { total: rows.length })
  },
)

export const getCallback = operation(
  {
    route: 'GET /v2/callbacks/{callback_id}',
    id: 'getCallback',
    tag: 'Callbacks',
    access: application,
    summary: 'Read a webhook',
    description: 'Settings and health of one webhook. Its secret is never shown again.',
    params: CALLBACK_ID,
    parameters: ['if_none_match'],
    responses: found('The webhook.', Callback),
    problems: [NO_CALLBACK],
  },
  async ({ params, caller }, { callbacks }: WebhookDeps) => {
    const row = await callbacks.find(caller.client, params.callback_id)
    return row === null ? NO_CALLBACK : ok(callbackDoc(row), { tag: callbackTag(row) })
  },
)

const TOO_MANY = problem(
  409,
  'conflict',
  `This application already has ${CALLBACK_LIMIT} webhooks; delete one first.`,
)

export const createCallback = operation(
  {
    route: 'POST /v2/callbacks',
    id: 'createCallback',
    tag: 'Callbacks',
    access: application,
    summary: 'Register a webhook URL',
    description:
      'From now on, events of members who authorised the application are posted there. ' +
      'The answer has the signing secret, which is not shown again.',
    repeats: 'Each request makes a webhook.',
    body: {
      schema: CallbackCreate,
      example: { url: callbackExample.url, events: ['trip.created', 'trip.updated'] },
      types: BODY_TYPES,
      resource: Callback,
      check: settingErrors,
    },
    responses: {
      201: {
        description: 'The new webhook with its secret.',
        schema: Callback,
        example: exampleWithSecret,
        headers: ['location', 'etag'],
      },
    },
    problems: [TOO_MANY],
  },
  async ({ body, caller }, deps: WebhookDeps) => {
    const { settings: given, credentials = null } = parseSettings(deps, body)
    const settings: NewCallbackSettings = {
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
    const row = await deps.callbacks.create(caller.client, deps.newId(), {
      ...settings,
      headers: given.headers,
      credentials,
      secret: deps.seal(secret),
    })
    if (row === null) return TOO_MANY
    return created(withSecret(row, secret), { ...callbackHeaders(row), location: `/v2/callbacks/${row.id}` })
  },
)

export const updateCallback = operation(
  {
    route: 'PATCH /v2/callbacks/{callback_id}',
    id: 'updateCallback',
    tag: 'Callbacks',
    access: application,
    summary: 'Change a webhook',
    description:
      'Changes the given fields. Events that occur while it is Disabled are recorded as skipped and can ' +
      'be replayed; pending deliveries continue once it is Active again. Enabling does not reset the ' +
      'failure count. Requests that are being sent are not changed; a worker that cannot be notified at ' +
      `once may use the old settings for up to ${LEASE_SECONDS} seconds.`,
    params: CALLBACK_ID,
    parameters: ['if_match'],
    body: {
      schema: CallbackChange,
      example: { status: 'Disabled' },
      types: BODY_TYPES,
      resource: Callback,
      check: settingErrors,
    },
    responses: { 200: tagged('The changed webhook.', Callback) },
    problems: [NO_CALLBACK],
  },
  async ({ params, body, caller, request }, deps: WebhookDeps) => {
    const { settings, credentials } = parseSettings(deps, body)
    const matches = ifMatchPrecondition(request)
    const precondition: CallbackPrecondition = (stored) => {
      matches(stored)
      if (stored !== null) requireFittingFilter(settings, stored)
    }
    const { callback_id: id } = params
    const row = await deps.callbacks.change(caller.client, id, settings, credentials, precondition)
    return row === null ? NO_CALLBACK : ok(callbackDoc(row), callbackHeaders(row))
  },
)

export const deleteCallback = operation(
  {
    route: 'DELETE /v2/callbacks/{callback_id}',
    id: 'deleteCallback',
    tag: 'Callbacks',
    access: application,
    summary: 'Delete a webhook',
    description:
      'Drops pending deliveries and starts no new ones. A request that is being sent may still arrive; if a ' +
      `worker cannot be notified at once, others may follow for up to ${LEASE_SECONDS} seconds. The ` +
      'event log still has the events.',
    params: CALLBACK_ID,
    parameters: ['if_match'],
    responses: { 200: done('The webhook is deleted.') },
    problems: [NO_CALLBACK],
  },
  async ({ params, caller, request }, { callbacks }: WebhookDeps) => {
    const precondition = ifMatchPrecondition(request)
    const isRemoved = await callbacks.remove(caller.client, params.callback_id, precondition)
    return isRemoved ? nothing() : NO_CALLBACK
  },
)
