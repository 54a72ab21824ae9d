/**
 * Writes of one member: each is a message to the member's actor, and the answer waits until it is folded
 * (contract.md 2.1). The wait polls the row of the batch by primary key, less and less often.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { ApiError, ERROR_STATUS } from '../../schemas/base/errors.js'
import type { ErrorCode } from '../../schemas/base/errors.js'
import type { Id } from '../../schemas/base/ids.js'
import { allowsAny } from '../../schemas/oauth/scope.js'
import type { Scope } from '../../schemas/oauth/scope.js'
import { encodeMessage } from '../../schemas/stream/message.js'
import type { Envelope, MessageKind } from '../../schemas/stream/message.js'
import { memberSubject } from '../../schemas/stream/subjects.js'
import type { MemberCaller } from '../operation/access.js'
import { accepted, ready } from '../operation/answer.js'
import type { Answer, Ready } from '../operation/answer.js'
import { traceHeaders } from '../http/request-span.js'
import type { ApiDeps } from '../ports/deps.js'
import type { ReservedIds } from '../../schemas/stream/idempotency-keys.js'
import { MISSING_CODES } from '../../schemas/itinerary/batch-status.js'
import type { ApiReads, BatchRow } from '../../schemas/itinerary/reads.js'
import { batchStatusText, pendingBatchText } from './batch-status.js'
import { withIdempotencyKey } from './idempotency.js'

const FIRST_POLL_MS = 4
const MAX_POLL_MS = 100

/** What a command needs to know of its request; the input of a handler has it. */
export interface Asking {
  request: FastifyRequest
  caller: MemberCaller
  /** Adds a header to whatever is answered, errors too. */
  header: (name: string, value: string) => void
  /** Whether the client closed its connection. */
  isGone: () => boolean
}

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
  { request, caller: { member, client }, isGone }: Asking,
  batch: Id,
  ms: number,
): Promise<{ row: BatchRow | null; waited: boolean }> {
  const leave = deps.foldWaits?.enter(client)
  if (leave === null) return { row: null, waited: false }
  try {
    return { row: await awaitFold(deps, member, batch, ms, isGone), waited: true }
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
  { request, caller: { member, client } }: Asking,
  kind: MessageKind,
  body: Uint8Array,
  extra: Partial<Envelope> & { batch: Id },
): Promise<void> {
  deps.segmentQuota?.take(member, extra.count ?? 1)
  const envelope: Envelope = { v: 1, kind, received: deps.now(), client, request: request.id, ...extra }
  const bytes = encodeMessage(envelope, body)
  const id = `${member}:${extra.batch}`
  await deps.publish(bytes, memberSubject(member), id, undefined, traceHeaders(request))
}

/** The actor's rejection as an error of the closed list. */
function rejectionError(row: BatchRow): ApiError | null {
  if (row.refusal === null) return null
  const { error, error_description: description, missing } = row.refusal
  if (missing !== undefined) return new ApiError(MISSING_CODES[missing], description, { status: 404 })
  return new ApiError(error in ERROR_STATUS ? (error as ErrorCode) : 'invalid_request', description)
}

export interface Command<S extends 200 | 201 = 200 | 201> {
  kind: MessageKind
  body: unknown
  /** Further fields of the message's envelope. */
  envelope?: Partial<Envelope>
  /** Status once it is folded: 201 for a new resource, else 200. */
  status: S
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
  asking: Asking,
  { kind, body, envelope = {}, idempotent = false }: Command,
): Promise<Id> {
  const publish = async ({ batch, first }: ReservedIds): Promise<void> => {
    await publishMessage(deps, asking, kind, Buffer.from(JSON.stringify(body)), {
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
  const { method, url } = asking.request
  const path = `${method} ${url.split('?', 1)[0]!}`
  const { batch } = await withIdempotencyKey(deps, asking, { proposed, path, run: publish })
  return batch
}

/**
 * Publishes a command, waits for its fold, and answers with the resource, `{}`, or 202 when it takes longer,
 * has no resource yet, or the resource cannot be read. Throws the actor's rejection.
 */
export async function submitCommand<const S extends 200 | 201>(
  deps: ApiDeps,
  asking: Asking,
  command: Command<S>,
): Promise<Answer<S, Ready> | Answer<202, Ready>> {
  const batch = await publishOnce(deps, asking, command)
  const { row } = await awaitOwnFold(deps, asking, batch, deps.settings.writeWait)
  const acceptedAs = (text: string, location = `/v2/batches/${batch}`): Answer<202, Ready> =>
    accepted(ready(text), { location })
  if (row === null) return acceptedAs(pendingBatchText(batch))
  const rejected = rejectionError(row)
  if (rejected !== null) throw rejected
  if (command.loadResult === undefined) return { status: command.status, body: ready('{}') }
  // A cancellation that matches no booking is held (RULES 4.4): it has no resource yet.
  if (row.resource === null) return acceptedAs(batchStatusText(row))
  const { id } = row.resource
  const result = await command.loadResult(id).catch((error: unknown) => {
    const { id: request } = asking.request
    deps.log.warn({ err: error, request, batch, id }, 'result not read; answered with its batch')
    return null
  })
  if (result === null) return acceptedAs(batchStatusText(row))
  const { text, tag, path } = result
  const isCreated = command.status === 201
  const scope = RESULT_SCOPES[command.kind]
  if (scope !== undefined && !allowsAny(asking.caller.scopes, [scope]))
    return acceptedAs(batchStatusText(row), isCreated ? path : undefined)
  return { status: command.status, body: ready(text), tag, location: isCreated ? path : undefined }
}
