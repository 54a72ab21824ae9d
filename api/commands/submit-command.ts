/**
 * Writes of one member: each is a message to the member's actor, and the answer waits until it is folded (contract.md 2).
 * Whoever wants to know looks at the row of the batch, more and more seldom: a look is one read by primary key.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError, ERROR_STATUS } from '../../schemas/base/errors.js'
import type { ErrorCode } from '../../schemas/base/errors.js'
import type { Id } from '../../schemas/base/ids.js'
import { encodeMessage } from '../../schemas/stream/message.js'
import type { Envelope, MessageKind } from '../../schemas/stream/message.js'
import { memberSubject } from '../../schemas/stream/subjects.js'
import { memberOf } from '../auth/guard.js'
import type { ApiDeps } from '../ports/deps.js'
import { withIdempotencyKey } from './idempotency.js'
import { batchStatusText, pendingBatchText } from './batch-status.js'
import type { BatchRow, ReservedIds } from '../ports/reads.js'
import { sendJson } from '../http/reply.js'

const FIRST_POLL_MS = 4
const MAX_POLL_MS = 100

/** Waits until the batch is folded; null when `ms` milliseconds were not enough. */
export async function awaitFold(deps: ApiDeps, member: Id, batch: Id, ms: number): Promise<BatchRow | null> {
  const end = performance.now() + ms
  for (let pause = FIRST_POLL_MS; ; pause = Math.min(pause * 1.5, MAX_POLL_MS)) {
    const row = await deps.reads.batches.byId(member, batch)
    if (row !== null) return row
    const left = end - performance.now()
    if (left <= 0) return null
    await new Promise((resolve) => setTimeout(resolve, Math.min(pause, left)))
  }
}

/** Publishes one message of the caller's member; answers when it is on disk. Throws `rate_limited` when the member has handed in too much. */
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
  await deps.publish(encodeMessage(envelope, body), memberSubject(member), `${member}:${extra.batch}`)
}

/** A refusal of the actor as a fault of the closed list; 404 has a code of its own where the id is a trip's (contract.md 6). */
function rejectionError(row: BatchRow): ApiError | null {
  if (row.refusal === null) return null
  const { error, error_description: description, missing } = row.refusal
  if (missing === 'trip') return new ApiError('invalid_request', description, { status: 404 })
  return new ApiError(error in ERROR_STATUS ? (error as ErrorCode) : 'invalid_request', description)
}

export interface Command {
  kind: MessageKind
  body: unknown
  envelope?: Partial<Envelope>
  /** Status when it is folded: 201 for what is new, else 200. */
  status: 200 | 201
  /** Whether it is done once under an Idempotency-Key: what comes again is answered with what came of it, as it is then. */
  idempotent?: boolean
  /** The text to answer with, from the resource that came of it; absent: `{}`. */
  loadResult?: (id: Id) => Promise<{ text: string; tag: string; path: string } | null>
}

/** Sends the message, unless that was done before under its key; the id of its batch. */
async function publishOnce(
  deps: ApiDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { kind, body, envelope: extra = {}, idempotent: keyed = false }: Command,
): Promise<Id> {
  const publish = async ({ batch, first }: ReservedIds): Promise<string> => {
    await publishMessage(deps, request, kind, Buffer.from(JSON.stringify(body)), {
      ...extra,
      ...(extra.first === undefined ? {} : { first }),
      batch,
    })
    return ''
  }
  const fresh = { batch: deps.ids.next(), first: extra.first ?? '' }
  if (keyed)
    return (
      await withIdempotencyKey(
        deps,
        request,
        reply,
        fresh,
        publish,
        `${request.method} ${request.url.split('?', 1)[0]!}`,
      )
    ).ids.batch
  await publish(fresh)
  return fresh.batch
}

/** Sends the message, waits for its fold, and answers with the resource, `{}`, or 202 when it takes longer or there is no resource yet. */
export async function submitCommand(
  deps: ApiDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  wanted: Command,
): Promise<FastifyReply> {
  const batch = await publishOnce(deps, request, reply, wanted)
  const row = await awaitFold(deps, memberOf(request).member, batch, deps.settings.writeWait)
  const accepted = async (text: string): Promise<FastifyReply> =>
    await sendJson(reply.code(202).header('location', `/v2/batches/${batch}`), text)
  if (row === null) return await accepted(pendingBatchText(batch))
  const refused = rejectionError(row)
  if (refused !== null) throw refused
  if (wanted.loadResult === undefined) return await sendJson(reply.code(200), '{}')
  // A cancellation that has met no booking is held (RULES 4.4): there is no resource yet.
  if (row.resource === null) return await accepted(batchStatusText(row))
  const shown = await wanted.loadResult(row.resource.id)
  if (shown === null) throw new ApiError('server_error', 'What was written cannot be read.')
  if (wanted.status === 201) void reply.header('location', shown.path)
  return await sendJson(reply.code(wanted.status).header('etag', shown.tag), shown.text)
}
