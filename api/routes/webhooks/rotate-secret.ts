/** Rotation of a signing secret (webhooks.md 2). */
import {
  Callback,
  CallbackRotate,
  DEFAULT_OVERLAP_SECONDS,
  MIN_OVERLAP_SECONDS,
  SecretOverlapError,
} from '../../../schemas/webhooks/callback.js'
import { application } from '../../operation/access.js'
import { ok } from '../../operation/answer.js'
import { operation } from '../../operation/declaration.js'
import { problem } from '../../operation/problem.js'
import type { WebhookDeps } from '../../ports/webhook-deps.js'
import { callbackHeaders, exampleWithSecret, ifMatchPrecondition, withSecret } from './callback-response.js'
import { BODY_TYPES, CALLBACK_ID, NO_CALLBACK } from './callback-target.js'

const STILL_SIGNS = problem(
  409,
  'conflict',
  'The previous secret still signs until previous_secret_expires; to end it now, send overlap_seconds or ' +
    'If-Match.',
)

export const rotateCallbackSecret = operation(
  {
    route: 'POST /v2/callbacks/{callback_id}/rotate',
    id: 'rotateCallbackSecret',
    tag: 'Callbacks',
    access: application,
    summary: 'Rotate the signing secret',
    description:
      'Makes a new secret. The old one signs as well for `overlap_seconds`: a day by default, a week at ' +
      `most, and at least ${MIN_OVERLAP_SECONDS} seconds even if 0 is given, because a worker that cannot ` +
      'be notified at once may sign with the old one alone for that long. Accept both until ' +
      '`previous_secret_expires`. Until then, another rotation ends the old secret at once, and is 409 ' +
      'unless `overlap_seconds` or `If-Match` is sent.',
    repeats: 'Each request makes a secret; send If-Match, so that a repeat is 412.',
    params: CALLBACK_ID,
    parameters: ['if_match'],
    body: { schema: CallbackRotate, example: { overlap_seconds: 3_600 }, types: BODY_TYPES, optional: true },
    responses: {
      200: {
        description: 'The webhook with its new secret.',
        schema: Callback,
        example: exampleWithSecret,
        headers: ['etag'],
      },
    },
    problems: [NO_CALLBACK, STILL_SIGNS],
  },
  async ({ params, body, caller, request }, deps: WebhookDeps) => {
    const { overlap_seconds: requested } = body
    const secret = deps.newSecret()
    const rotation = {
      secret: deps.seal(secret),
      overlapSeconds: Math.max(requested ?? DEFAULT_OVERLAP_SECONDS, MIN_OVERLAP_SECONDS),
      endOld: requested !== undefined || request.headers['if-match'] !== undefined,
      precondition: ifMatchPrecondition(request),
    }
    try {
      const row = await deps.callbacks.rotate(caller.client, params.callback_id, rotation)
      return row === null ? NO_CALLBACK : ok(withSecret(row, secret), callbackHeaders(row))
    } catch (error) {
      if (error instanceof SecretOverlapError) return STILL_SIGNS
      throw error
    }
  },
)
