/** Requests under an Idempotency-Key (contract.md 5): each is done once, and its repeats are answered without doing it again. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../schemas/base/errors.js'
import { PublishError } from '../../schemas/stream/publish-error.js'
import { memberOf } from '../auth/guard.js'
import { bodyBytes } from '../http/body.js'
import type { ApiDeps } from '../ports/deps.js'
import type { ResponseDoc, Operation } from '../document/operation.js'
import type { ReservedIds, KeyOwner } from '../ports/reads.js'

/** What the document says of an endpoint that takes keys, beside the parameter `idempotency_key`. */
export const IDEMPOTENCY_ERRORS: NonNullable<Operation['errors']> = [
  [409, 'conflict', 'A request with this Idempotency-Key is still running.'],
  [422, 'idempotency_key_reused', 'This Idempotency-Key was used with another body.'],
]
export const REPLAYED_HEADER: NonNullable<ResponseDoc['headers']> = ['idempotent-replayed']

/** How a request was done: now, with these ids, or before; `answer` is what was kept of it then. */
export interface IdempotentResult {
  ids: ReservedIds
  answer: string
}

/**
 * Does the work of a request and keeps what it answers, or finds what it was answered before. `ids` are those of an earlier
 * try whose outcome nobody knows, else the ones proposed. `path`: the key was used for this path too, where one body may
 * stand for several requests. Throws `conflict` while another request with the key runs, `idempotency_key_reused` for another body.
 */
export async function withIdempotencyKey(
  deps: ApiDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  proposed: ReservedIds,
  work: (ids: ReservedIds) => Promise<string>,
  path = '',
): Promise<IdempotentResult> {
  const key = idempotencyKey(request)
  if (key === null) return { ids: proposed, answer: await work(proposed) }
  const { member, client } = memberOf(request)
  const owner: KeyOwner = {
    client,
    member,
    key,
    body: path === '' ? bodyBytes(request) : Buffer.concat([Buffer.from(`${path}\n`), bodyBytes(request)]),
  }
  const state = await deps.idempotency.claim(owner, proposed)
  switch (state.is) {
    case 'running':
      throw new ApiError('conflict', 'A request with this Idempotency-Key is still running.', {
        retryAfter: 1,
      })
    case 'other':
      throw new ApiError('idempotency_key_reused', 'This Idempotency-Key was used with another body.')
    case 'answered': {
      void reply.header('idempotent-replayed', 'true')
      return { ids: state.ids, answer: state.answer }
    }
    case 'ours': {
      const answer = await runAndSettleKey(deps, owner, state.ids, async () => await work(state.ids))
      await deps.idempotency.saveAnswer(owner, 202, answer)
      return { ids: state.ids, answer }
    }
    default: {
      const never: never = state
      throw new Error(`no such state of a key: ${String(never)}`)
    }
  }
}

/**
 * Frees the key when nothing was stored; keeps its ids for the next try when nobody knows. A key that cannot be written frees
 * itself after a while: the answer is the failure of the work all the same.
 */
async function runAndSettleKey(
  deps: ApiDeps,
  owner: KeyOwner,
  { batch }: ReservedIds,
  work: () => Promise<string>,
): Promise<string> {
  try {
    return await work()
  } catch (error) {
    const nothing =
      error instanceof PublishError
        ? error.reason !== 'outcome_unknown'
        : error instanceof ApiError && error.code === 'rate_limited'
    await (nothing ? deps.idempotency.release(owner) : deps.idempotency.abandon(owner)).catch(
      (failure: unknown) => {
        deps.log.warn({ err: failure, batch }, 'the idempotency key of a failed batch could not be written')
      },
    )
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
