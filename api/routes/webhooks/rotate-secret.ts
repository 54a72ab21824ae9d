/** Rotation of a signing secret (webhooks.md 2). */
import { ApiError } from '../../../schemas/base/errors.js'
import {
  Callback,
  CallbackRotate,
  DEFAULT_OVERLAP_SECONDS,
  MIN_OVERLAP_SECONDS,
  SecretOverlapError,
} from '../../../schemas/webhooks/callback.js'
import { clientOf } from '../../auth/guard.js'
import type { AddEndpoint } from '../../endpoint.js'
import { bodyReader } from '../../http/body-reader.js'
import { hasBody } from '../../http/body.js'
import type { WebhookDeps } from '../../ports/webhook-deps.js'
import { exampleWithSecret, ifMatchPrecondition, sendCallback } from './callback-response.js'
import {
  BODY_TYPES,
  CALLBACK_NOT_FOUND,
  CALLBACK_PARAMS,
  CALLBACK_PATH,
  callbackId,
  callbackNotFound,
} from './callback-target.js'

export function rotateSecretRoute(add: AddEndpoint, deps: WebhookDeps): void {
  const readBody = bodyReader(CallbackRotate)
  add({
    method: 'POST',
    url: '/v2/callbacks/:callback_id/rotate',
    params: CALLBACK_PARAMS,
    access: ['A', 'C'],
    operation: {
      id: 'rotateCallbackSecret',
      tag: 'Callbacks',
      summary: 'Rotate the signing secret',
      description:
        'Makes a new secret. The old one signs as well for `overlap_seconds`: a day by default, a week at ' +
        `most, and at least ${MIN_OVERLAP_SECONDS} seconds even if 0 is given, because a worker that cannot ` +
        'be notified at once may sign with the old one alone for that long. Accept both until ' +
        '`previous_secret_expires`. Until then, another rotation ends the old secret at once, and is 409 ' +
        'unless `overlap_seconds` or `If-Match` is sent.',
      path: CALLBACK_PATH,
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
        CALLBACK_NOT_FOUND,
        [409, 'conflict', 'An old secret still signs, and the request does not ask to end it.'],
      ],
    },
    handle: async (request, reply) => {
      const { overlap_seconds: requested } = hasBody(request) ? readBody(request) : {}
      const secret = deps.newSecret()
      const row = await deps.callbacks
        .rotate(clientOf(request), callbackId(request), {
          secret: deps.seal(secret),
          overlapSeconds: Math.max(requested ?? DEFAULT_OVERLAP_SECONDS, MIN_OVERLAP_SECONDS),
          endOld: requested !== undefined || request.headers['if-match'] !== undefined,
          precondition: ifMatchPrecondition(request),
        })
        .catch((error: unknown) => {
          throw error instanceof SecretOverlapError ? oldSecretStillSigns() : error
        })
      if (row === null) throw callbackNotFound()
      return await sendCallback(reply, row, secret)
    },
  })
}

const oldSecretStillSigns = (): ApiError =>
  new ApiError(
    'conflict',
    'An old secret still signs until previous_secret_expires; to end it now, send overlap_seconds or ' +
      'If-Match.',
  )
