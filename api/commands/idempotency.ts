/**
 * Requests with an Idempotency-Key (contract.md 5.1): each is done once, and a repeat is answered from the
 * first.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../../schemas/base/errors.js'
import { PublishError } from '../../schemas/stream/publish-error.js'
import { bodyBytes } from '../http/body.js'
import type { MemberCaller } from '../operation/access.js'
import { problem, problemError } from '../operation/problem.js'
import type { ApiDeps } from '../ports/deps.js'
import type { KeyOwner, ReservedIds } from '../../schemas/stream/idempotency-keys.js'

const IN_PROGRESS = problem(
  409,
  'conflict',
  'A request with this Idempotency-Key is still in progress. Retry after 1 second.',
)
const UNKNOWN =
  'The outcome of an earlier request with this Idempotency-Key is not known yet. Retry after 1 second.'
const REUSED = problem(
  422,
  'idempotency_key_reused',
  'This Idempotency-Key was used with another body. Use a new key for each request.',
)
/** Ends before a key is free by itself (db/ingress/idempotency-keys.ts) and may belong to another request. */
const SETTLE_TRIES = 60
const SETTLE_PAUSE_MS = 500

/** Problems of an operation with the parameter `idempotency_key`. */
export const IDEMPOTENCY_PROBLEMS = [IN_PROGRESS, REUSED] as const
export const REPLAYED_HEADER = ['idempotent-replayed'] as const

export interface IdempotentWork {
  /** Ids to use, unless an earlier attempt with unknown outcome has reserved some. */
  proposed: ReservedIds
  /** Method and path, where the same body may stand for different requests; '' where it may not. */
  path?: string
  /** What a repeat has to send again, if not the body byte by byte. */
  body?: Buffer
  run: (ids: ReservedIds) => Promise<void>
}

interface KeyedRequest {
  request: FastifyRequest
  caller: MemberCaller
  header: (name: string, value: string) => void
}

/**
 * Runs the work of a request unless that was done before under its key. Returns the ids under which it was done:
 * from them and the body follows the answer, which is not stored. Throws `conflict` while another request with the key is in progress, `temporarily_unavailable` while the process
 * that ran it shows no sign of life and is not yet taken for dead, `idempotency_key_reused` for another body.
 */
export async function withIdempotencyKey(
  deps: ApiDeps,
  { request, caller: { member, client }, header }: KeyedRequest,
  { proposed, path = '', body: bytes = bodyBytes(request), run }: IdempotentWork,
): Promise<ReservedIds> {
  const key = idempotencyKey(request)
  if (key === null) {
    await run(proposed)
    return proposed
  }
  const body = path === '' ? bytes : Buffer.concat([Buffer.from(`${path}\n`), bytes])
  const owner: KeyOwner = { client, member, key, body }
  const state = await deps.idempotency.claim(owner, proposed)
  switch (state.is) {
    case 'running':
      throw problemError({ ...IN_PROGRESS, retryAfter: 1 })
    case 'unknown':
      throw new ApiError('temporarily_unavailable', UNKNOWN, { retryAfter: 1 })
    case 'other':
      throw problemError(REUSED)
    case 'answered': {
      header('idempotent-replayed', 'true')
      return state.ids
    }
    case 'ours': {
      const claim = { owner, ids: state.ids, isRepeated: state.ids.batch !== proposed.batch }
      await runAndSettleKey(deps, claim, run)
      const complete = async (): Promise<void> => {
        await deps.idempotency.complete(owner)
      }
      await settle(deps, state.ids, complete, complete)
      return state.ids
    }
    default: {
      const never: never = state
      throw new Error(`unknown key state: ${String(never)}`)
    }
  }
}

/**
 * If the work fails, frees the key when nothing was stored, and keeps its ids for the next attempt when that
 * is unknown: of this attempt, or of an earlier one whose ids it repeats.
 */
async function runAndSettleKey(
  deps: ApiDeps,
  { owner, ids, isRepeated }: { owner: KeyOwner; ids: ReservedIds; isRepeated: boolean },
  run: (ids: ReservedIds) => Promise<void>,
): Promise<void> {
  try {
    await run(ids)
  } catch (error) {
    const isNothingStored =
      error instanceof PublishError
        ? error.reason !== 'outcome_unknown'
        : error instanceof ApiError && error.code === 'rate_limited'
    const abandon = async (): Promise<void> => {
      await deps.idempotency.abandon(owner)
    }
    const release = async (): Promise<void> => {
      await deps.idempotency.release(owner)
    }
    await settle(deps, ids, isNothingStored && !isRepeated ? release : abandon, abandon)
    throw error
  }
}

/**
 * Updates a key. If Postgres is away `later` is tried for half a minute, and the request does not wait:
 * without an update a repeat is answered 409 until the key expires by itself. Never rejects.
 */
async function settle(
  deps: ApiDeps,
  { batch }: ReservedIds,
  update: () => Promise<void>,
  later: () => Promise<void>,
): Promise<void> {
  await update().catch((error: unknown) => {
    deps.log.debug({ err: error, batch }, 'idempotency key not updated; will retry')
    void settleLater(later).then((failure) => {
      if (failure !== null)
        deps.log.warn({ err: failure, batch }, 'idempotency key not updated; it expires by itself')
    })
  })
}

/** The last failure if every try failed, else null. */
async function settleLater(update: () => Promise<void>): Promise<unknown> {
  let failure: unknown = null
  for (let tries = 0; tries < SETTLE_TRIES; tries++) {
    await sleep(SETTLE_PAUSE_MS, undefined, { ref: false })
    failure = await update().then(
      () => null,
      (error: unknown) => error,
    )
    if (failure === null) return null
  }
  return failure
}

function idempotencyKey(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key !== 'string' || key.length === 0 || key.length > 255)
    throw new ApiError('invalid_request', 'Header "Idempotency-Key" must have 1 to 255 characters.')
  return key
}
