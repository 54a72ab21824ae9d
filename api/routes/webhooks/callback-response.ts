/** A callback as the answer of a request, and its entity tag. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { callbackDoc } from '../../../schemas/webhooks/callback.js'
import type { CallbackPrecondition, CallbackRow } from '../../../schemas/webhooks/callback.js'
import { callbackExample } from '../../document/examples/webhooks.js'
import { requireIfMatch, rowTag } from '../../http/etag.js'
import { sendJson } from '../../http/reply.js'

export const exampleWithSecret = {
  ...callbackExample,
  signing_secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
}

/** Health and the end of an old secret change without a new version, so they are part of the tag. */
export function callbackTag(row: CallbackRow): string {
  const lastDelivery = row.last_delivery?.getTime() ?? 0
  const secretExpires = row.previous_secret_expires?.getTime() ?? 0
  return rowTag(row, `~${row.failure_count}.${lastDelivery}.${secretExpires}`)
}

/** Checks `If-Match` at the moment the callback is changed. */
export function ifMatchPrecondition(request: FastifyRequest): CallbackPrecondition {
  return (row) => {
    requireIfMatch(request, row)
  }
}

/** Sends a callback; with its secret if that is new. */
export async function sendCallback(
  reply: FastifyReply,
  row: CallbackRow,
  secret?: string,
): Promise<FastifyReply> {
  const doc = callbackDoc(row)
  return await sendJson(
    reply.header('etag', callbackTag(row)).header('cache-control', 'no-store'),
    JSON.stringify(secret === undefined ? doc : { ...doc, signing_secret: secret }),
  )
}
