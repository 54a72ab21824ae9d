/** Accepts a document (contract.md 14): stores it with the job that reads it before the request is answered. */
import type { Static } from 'typebox'
import { ApiError } from '../../schemas/base/errors.js'
import type { AcceptedDocument } from '../../schemas/documents/document.js'
import type { DocumentAnswer, DocumentOptions } from '../../schemas/documents/document-store.js'
import { unknownSourceHint } from '../../schemas/segment/validation/check-segment.js'
import { accepted } from '../operation/answer.js'
import type { Answer } from '../operation/answer.js'
import type { ApiDeps } from '../ports/deps.js'
import { checkContext } from './check-context.js'
import { withIdempotencyKey } from './idempotency.js'
import type { Asking } from './submit-command.js'

export interface SentDocument {
  bytes: Uint8Array
  name: string | null
  mediaType: string | null
}

const RETRY_AFTER_S = 10

const TOO_MUCH: Record<Exclude<DocumentAnswer, 'stored'>, string> = {
  member_waits: 'Too many documents of this member are waiting to be read',
  client_waits: 'Too many documents of this application are waiting to be read',
  many_segments: "Too many segments were read from this member's documents in the last hour",
}

/** The error for a document that cannot be accepted now; null for an accepted one. */
export function notTaken(answer: DocumentAnswer): ApiError | null {
  if (answer === 'stored') return null
  const description = `${TOO_MUCH[answer]}. Retry after ${RETRY_AFTER_S} s.`
  return new ApiError('rate_limited', description, { retryAfter: RETRY_AFTER_S })
}

/** Throws `invalid_request` unless it is the id of an active source. */
export function requireSource(deps: ApiDeps, source: string): void {
  if (deps.reference.source(source)?.status === 'Active') return
  const hint = unknownSourceHint(source, checkContext(deps, false))
  throw new ApiError('invalid_request', 'Parameter "source" is not the id of an active source.', { hint })
}

/** Stores a document once. Throws `invalid_request` for an unknown source, `rate_limited`, and the errors of its key. */
export async function acceptDocument(
  deps: ApiDeps,
  asking: Asking,
  { bytes, name, mediaType }: SentDocument,
  options: DocumentOptions,
): Promise<Answer<202, Static<typeof AcceptedDocument>>> {
  if (options.source !== null) requireSource(deps, options.source)
  const { request, caller } = asking
  const what = { name, mediaType, ...options }
  const { batch: id, first: batch } = await withIdempotencyKey(deps, asking, {
    proposed: { batch: deps.ids.next(), first: deps.ids.next() },
    // The boundary of a form differs each time.
    body: Buffer.concat([Buffer.from(`${JSON.stringify(what)}\n`), bytes]),
    run: async (ids) => {
      const refused = notTaken(
        await deps.documents.add({
          ...what,
          id: ids.batch,
          batch: ids.first,
          member: caller.member,
          account: null,
          client: caller.client,
          request: request.id,
          received: deps.now(),
          bytes,
        }),
      )
      if (refused !== null) throw refused
    },
  })
  const answer = { id, status: 'received' as const, batches: options.dryRun ? [] : [batch] }
  return accepted(answer, { location: `/v2/documents/${id}` })
}
