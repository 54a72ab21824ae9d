/** A callback as the answer of a request, and its entity tag. */
import type { FastifyRequest } from 'fastify'
import { callbackHealth } from '../../../schemas/webhooks/callback-health.js'
import { callbackDoc } from '../../../schemas/webhooks/callback.js'
import type { CallbackPrecondition, CallbackRow } from '../../../schemas/webhooks/callback.js'
import { callbackExample } from '../../document/examples/resources.js'
import { requireIfMatch, rowTag } from '../../http/etag.js'

export const exampleWithSecret = {
  ...callbackExample,
  signing_secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
}

/** Health and the end of an old secret change without a new version, so they are part of the tag. */
export function callbackTag(row: CallbackRow): string {
  const lastDelivery = row.last_delivery?.getTime() ?? 0
  const secretExpires = row.previous_secret_expires?.getTime() ?? 0
  const health = `${callbackHealth(row).state}.${row.next_attempt?.getTime() ?? 0}`
  return rowTag(row, `~${row.failure_count}.${lastDelivery}.${secretExpires}.${health}`)
}

/** Checks `If-Match` at the moment the callback is changed. */
export function ifMatchPrecondition(request: FastifyRequest): CallbackPrecondition {
  return (row) => {
    requireIfMatch(request, row)
  }
}

/** The headers of a callback that was written. */
export const callbackHeaders = (row: CallbackRow) => ({
  tag: callbackTag(row),
  headers: { 'cache-control': 'no-store' },
})

/** A callback with its secret, which is new. */
export const withSecret = (row: CallbackRow, secret: string) => ({
  ...callbackDoc(row),
  signing_secret: secret,
})
