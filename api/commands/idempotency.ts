/**
 * Requests with an Idempotency-Key (contract.md 5.1): each is done once, and a repeat is answered from the
 * first.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../schemas/base/errors.js'
import { PublishError } from '../../schemas/stream/publish-error.js'
import { memberOf } from '../auth/guard.js'
import type { Operation, ResponseDoc } from '../document/operation.js'
import { bodyBytes } from '../http/body.js'
import type { ApiDeps } from '../ports/deps.js'
import type { KeyOwner, ReservedIds } from '../../schemas/stream/idempotency-keys.js'

const IN_PROGRESS = 'A request with this Idempotency-Key is still in progress. Retry after 1 second.'
const REUSED = 'This Idempotency-Key was used with another body. Use a new key for each request.'

/** What the OpenAPI document lists for an endpoint with the parameter `idempotency_key`. */
export const IDEMPOTENCY_ERRORS: NonNullable<Operation['errors']> = [
  [409, 'conflict', IN_PROGRESS],
  [422, 'idempotency_key_reused', REUSED],
]
export const REPLAYED_HEADER: NonNullable<ResponseDoc['headers']> = ['idempotent-replayed']

/** The ids under which a request was done, now or before, and the answer that was saved then. */
export interface IdempotentResult {
  ids: ReservedIds
  answer: string
}

export interface IdempotentWork {
  /** Ids to use, unless an earlier attempt with unknown outcome has reserved some. */
  proposed: ReservedIds
  /** Method and path, where the same body may stand for different requests; '' where it may not. */
  path?: string
  /** Does the work and returns the answer to save. */
  run: (ids: ReservedIds) => Promise<string>
}

/**
 * Runs the work of a request and saves its answer, or returns what was answered before under its key. Throws
 * `conflict` while another request with the key is in progress, `idempotency_key_reused` for another body.
 */
export async function withIdempotencyKey(
  deps: ApiDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { proposed, path = '', run }: IdempotentWork,
): Promise<IdempotentResult> {
  const key = idempotencyKey(request)
  if (key === null) return { ids: proposed, answer: await run(proposed) }
  const { member, client } = memberOf(request)
  const bytes = bodyBytes(request)
  const body = path === '' ? bytes : Buffer.concat([Buffer.from(`${path}\n`), bytes])
  const owner: KeyOwner = { client, member, key, body }
  const state = await deps.idempotency.claim(owner, proposed)
  switch (state.is) {
    case 'running':
      throw new ApiError('conflict', IN_PROGRESS, { retryAfter: 1 })
    case 'other':
      throw new ApiError('idempotency_key_reused', REUSED)
    case 'answered': {
      void reply.header('idempotent-replayed', 'true')
      return { ids: state.ids, answer: state.answer }
    }
    case 'ours': {
      const answer = await runAndSettleKey(deps, owner, state.ids, run)
      await deps.idempotency.saveAnswer(owner, 202, answer)
      return { ids: state.ids, answer }
    }
    default: {
      const never: never = state
      throw new Error(`unknown key state: ${String(never)}`)
    }
  }
}

/**
 * If the work fails, frees the key when nothing was stored, and keeps its ids for the next attempt when that
 * is unknown. A key that cannot be updated expires by itself: the request fails with the error of the work
 * all the same.
 */
async function runAndSettleKey(
  deps: ApiDeps,
  owner: KeyOwner,
  ids: ReservedIds,
  run: (ids: ReservedIds) => Promise<string>,
): Promise<string> {
  try {
    return await run(ids)
  } catch (error) {
    const isNothingStored =
      error instanceof PublishError
        ? error.reason !== 'outcome_unknown'
        : error instanceof ApiError && error.code === 'rate_limited'
    const update = isNothingStored ? deps.idempotency.release(owner) : deps.idempotency.abandon(owner)
    await update.catch((failure: unknown) => {
      deps.log.warn(
        { err: failure, batch: ids.batch },
        'idempotency key of a failed batch not updated; it expires by itself',
      )
    })
    throw error
  }
}

function idempotencyKey(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key !== 'string' || key.length === 0 || key.length > 255)
    throw new ApiError('invalid_request', 'Header "Idempotency-Key" must have 1 to 255 characters.')
  return key
}
