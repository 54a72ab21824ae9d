/**
 * Writes of one member: each is a message to the member's actor, and the answer waits until it is folded
 * (contract.md 2.1). The wait polls the row of the batch by primary key, less and less often.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError, ERROR_STATUS } from '../../schemas/base/errors.js'
import type { ErrorCode } from '../../schemas/base/errors.js'
import type { Id } from '../../schemas/base/ids.js'
import type { Scope } from '../../schemas/oauth/scope.js'
import { encodeMessage } from '../../schemas/stream/message.js'
import type { Envelope, MessageKind } from '../../schemas/stream/message.js'
import { memberSubject } from '../../schemas/stream/subjects.js'
import { hasScope, memberOf } from '../auth/guard.js'
import { sendJson } from '../http/reply.js'
import { traceHeaders } from '../http/request-span.js'
import type { ApiDeps } from '../ports/deps.js'
import type { ReservedIds } from '../../schemas/stream/idempotency-keys.js'
import type { ApiReads, BatchRow } from '../../schemas/itinerary/reads.js'
import { batchStatusText, pendingBatchText } from './batch-status.js'
import { withIdempotencyKey } from './idempotency.js'

const FIRST_POLL_MS = 4
const MAX_POLL_MS = 100

/** Requests of an application that wait for a fold at once, on this node; further ones do not wait. */
export const FOLD_WAITS = { what: 'waits', each: 50 }

/** Waits until the batch is folded; null if `ms` milliseconds were not enough, or nobody waits any more. */
export async function awaitFold(
  deps: { reads: Pick<ApiReads, 'batches'> },
  member: Id,
  batch: Id,
  ms: number,
  isGone = (): boolean => false,
): Promise<BatchRow | null> {
  const end = performance.now() + ms
  for (let pause = FIRST_POLL_MS; ; pause = Math.min(pause * 1.5, MAX_POLL_MS)) {
    const row = await deps.reads.batches.byId(member, batch)
    const left = end - performance.now()
    if (row !== null || left <= 0 || isGone()) return row
    await sleep(Math.min(pause, left))
  }
}

/**
 * Waits for the fold of the caller's batch, until the client is gone. Does not wait at all while too many
 * requests of its application do (contract.md 7.5), nor when the outcome cannot be read: `waited` is false then.
 * Never rejects: the message is on disk, so no failure after that may be answered as if it were not.
 */
export async function awaitOwnFold(
  deps: ApiDeps,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  batch: Id,
  ms: number,
): Promise<{ row: BatchRow | null; waited: boolean }> {
  const { member, client } = memberOf(request)
  const leave = deps.foldWaits?.enter(client)
  if (leave === null) return { row: null, waited: false }
  try {
    return { row: await awaitFold(deps, member, batch, ms, () => reply.raw.closed), waited: true }
  } catch (error) {
    deps.log.warn({ err: error, request: request.id, batch }, 'outcome not read; answered as pending')
    return { row: null, waited: false }
  } finally {
    leave?.()
  }
}

/**
 * Publishes one message of the caller's member; resolves once it is on disk. Throws `rate_limited` if the
 * member is over the segment quota.
 */
export async function publishMessage(
  deps: ApiDeps,
  request: FastifyRequest,
  kind: MessageKind,
  body: Uint8Array,
  extra: Partial<Envelope> & { batch: Id },
): Promise<void> {
  const { member, client } = memberOf(request)
  deps.segmentQuota?.take(member, extra.count ?? 1)
  const envelope: Envelope = { v: 1, kind, received: deps.now(), client, request: request.id, ...extra }
  const bytes = encodeMessage(envelope, body)
  const id = `${member}:${extra.batch}`
  await deps.publish(bytes, memberSubject(member), id, undefined, traceHeaders(request))
}

/**
 * The actor's rejection as an error of the closed list. A missing trip is 404 with a code of its own
 * (contract.md 4.1).
 */
function rejectionError(row: BatchRow): ApiError | null {
  if (row.refusal === null) return null
  const { error, error_description: description, missing } = row.refusal
  if (missing === 'trip') return new ApiError('invalid_request', description, { status: 404 })
  return new ApiError(error in ERROR_STATUS ? (error as ErrorCode) : 'invalid_request', description)
}

export interface Command {
  kind: MessageKind
  body: unknown
  /** Further fields of the message's envelope. */
  envelope?: Partial<Envelope>
  /** Status once it is folded: 201 for a new resource, else 200. */
  status: 200 | 201
  /** Whether an Idempotency-Key applies: a repeat is answered with the resource as it is then. */
  idempotent?: boolean
  /** Loads the resulting resource; absent: the answer is `{}`. */
  loadResult?: (id: Id) => Promise<{ text: string; tag: string; path: string } | null>
}

/**
 * The scope that lets a token see the resource a command results in. Without it a token that may write would
 * read by writing nothing.
 */
const RESULT_SCOPES: Partial<Record<MessageKind, Scope>> = {
  segment: 'trips:read',
  edit: 'trips:read',
  profile: 'profile:read',
}

/** Publishes the command unless that was done before under its key. Returns the id of its batch. */
async function publishOnce(
  deps: ApiDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { kind, body, envelope = {}, idempotent = false }: Command,
): Promise<Id> {
  const publish = async ({ batch, first }: ReservedIds): Promise<void> => {
    await publishMessage(deps, request, kind, Buffer.from(JSON.stringify(body)), {
      ...envelope,
      ...(envelope.first === undefined ? {} : { first }),
      batch,
    })
  }
  const proposed = { batch: deps.ids.next(), first: envelope.first ?? '' }
  if (!idempotent) {
    await publish(proposed)
    return proposed.batch
  }
  const path = `${request.method} ${request.url.split('?', 1)[0]!}`
  const { batch } = await withIdempotencyKey(deps, request, reply, { proposed, path, run: publish })
  return batch
}

/**
 * Publishes a command, waits for its fold, and answers with the resource, `{}`, or 202 when it takes longer,
 * has no resource yet, or the resource cannot be read. Throws the actor's rejection.
 */
export async function submitCommand(
  deps: ApiDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  command: Command,
): Promise<FastifyReply> {
  const batch = await publishOnce(deps, request, reply, command)
  const { row } = await awaitOwnFold(deps, { request, reply }, batch, deps.settings.writeWait)
  const sendAccepted = async (text: string, path = `/v2/batches/${batch}`): Promise<FastifyReply> =>
    await sendJson(reply.code(202).header('location', path), text)
  if (row === null) return await sendAccepted(pendingBatchText(batch))
  const rejected = rejectionError(row)
  if (rejected !== null) throw rejected
  if (command.loadResult === undefined) return await sendJson(reply.code(200), '{}')
  // A cancellation that matches no booking is held (RULES 4.4): it has no resource yet.
  if (row.resource === null) return await sendAccepted(batchStatusText(row))
  const { id } = row.resource
  const result = await command.loadResult(id).catch((error: unknown) => {
    deps.log.warn({ err: error, request: request.id, batch, id }, 'result not read; answered with its batch')
    return null
  })
  if (result === null) return await sendAccepted(batchStatusText(row))
  const scope = RESULT_SCOPES[command.kind]
  if (scope !== undefined && !hasScope(request, scope))
    return await sendAccepted(batchStatusText(row), command.status === 201 ? result.path : undefined)
  if (command.status === 201) void reply.header('location', result.path)
  return await sendJson(reply.code(command.status).header('etag', result.tag), result.text)
}
