/** Requests under an Idempotency-Key (contract.md 5): each is done once, and its repeats are answered without doing it again. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Fault } from '../schemas/faults.js'
import { PublishFault } from '../schemas/publish-fault.js'
import { memberOf } from './auth/guard.js'
import { bytesOf } from './body.js'
import type { ApiDeps } from './deps.js'
import type { AnswerDoc, Operation } from './document/operation.js'
import type { FirstTry, KeyOwner } from './reads.js'

/** What the document says of an endpoint that takes keys, beside the parameter `idempotency_key`. */
export const KEY_FAULTS: NonNullable<Operation['faults']> = [
  [409, 'conflict', 'A request with this Idempotency-Key is still running.'],
  [422, 'idempotency_key_reused', 'This Idempotency-Key was used with another body.'],
]
export const REPLAYED: NonNullable<AnswerDoc['headers']> = ['idempotent-replayed']

/** How a request was done: now, with these ids, or before; `answer` is what was kept of it then. */
export interface Done {
  ids: FirstTry
  answer: string
}

/**
 * Does the work of a request and keeps what it answers, or finds what it was answered before. `ids` are those of an earlier
 * try whose outcome nobody knows, else the ones proposed. `path`: the key was used for this path too, where one body may
 * stand for several requests. Throws `conflict` while another request with the key runs, `idempotency_key_reused` for another body.
 */
export async function doneOnce(
  deps: ApiDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  proposed: FirstTry,
  work: (ids: FirstTry) => Promise<string>,
  path = '',
): Promise<Done> {
  const key = idempotencyKey(request)
  if (key === null) return { ids: proposed, answer: await work(proposed) }
  const { member, client } = memberOf(request)
  const owner: KeyOwner = {
    client,
    member,
    key,
    body: path === '' ? bytesOf(request) : Buffer.concat([Buffer.from(`${path}\n`), bytesOf(request)]),
  }
  const state = await deps.idempotency.claim(owner, proposed)
  switch (state.is) {
    case 'running':
      throw new Fault('conflict', 'A request with this Idempotency-Key is still running.', { retryAfter: 1 })
    case 'other':
      throw new Fault('idempotency_key_reused', 'This Idempotency-Key was used with another body.')
    case 'answered': {
      void reply.header('idempotent-replayed', 'true')
      return { ids: state.ids, answer: state.answer }
    }
    case 'ours': {
      const answer = await settled(deps, owner, state.ids, async () => await work(state.ids))
      await deps.idempotency.answered(owner, 202, answer)
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
async function settled(
  deps: ApiDeps,
  owner: KeyOwner,
  { batch }: FirstTry,
  work: () => Promise<string>,
): Promise<string> {
  try {
    return await work()
  } catch (error) {
    const nothing =
      error instanceof PublishFault
        ? error.reason !== 'outcome_unknown'
        : error instanceof Fault && error.code === 'rate_limited'
    await (nothing ? deps.idempotency.release(owner) : deps.idempotency.leave(owner)).catch(
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
    throw new Fault('invalid_request', 'Header "Idempotency-Key" must have 1 to 255 characters.')
  return key
}
