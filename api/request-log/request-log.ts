/**
 * Keeps the log of the requests that each application made (contract.md 11). Requests are collected in memory
 * and saved once a second, off the request's path: no answer waits for it, and none fails with it.
 */
import type { FastifyRequest } from 'fastify'
import type { Log } from '../../schemas/base/log.js'
import { repeat } from '../../schemas/work/repeat.js'
import type { LoggedRequest, RequestCounts, RequestLogStore } from '../../schemas/oauth/logged-request.js'
import { AuthError, holderOf } from '../http/auth-error.js'
import type { CredentialHolder } from '../http/auth-error.js'
import { RefusedBatchError } from '../http/faults/invalid-body-error.js'
import type { AnsweredRequest, RequestObserver } from '../plugins/request-observer.js'
import { loggedErrors } from './logged-errors.js'
import { loggedQuery } from './logged-query.js'
import { requestBuffer } from './request-buffer.js'
import type { UnlistedCause } from './request-buffer.js'

const FLUSH_INTERVAL_MS = 1_000
const DAY_MS = 86_400_000
/** Some 10 MB, six times that if each was refused with many errors; and a tenth of it for one application. */
const MAX_HELD = 20_000
const MAX_HELD_PER_APP = 2_000
const MAX_PATH = 300
const MAX_DESCRIPTION = 500

/** Why a request is not in the log. */
export type LostCause = UnlistedCause | 'database'

export interface RequestLogDeps {
  store: RequestLogStore
  /** Requests listed of one application on a day, accepted ones and refused ones each. */
  perDay: number
  /** Epoch milliseconds. */
  now: () => number
  onLost: (cause: LostCause) => void
  log: Log
}

export interface RequestLog {
  observe: RequestObserver
  /** Saves what is still held. */
  stop: () => Promise<void>
}

interface Batch {
  day: number
  rows: LoggedRequest[]
  counts: RequestCounts[]
}

export function startRequestLog({ store, perDay, now, onLost, log }: RequestLogDeps): RequestLog {
  const buffer = requestBuffer({ all: MAX_HELD, perApp: MAX_HELD_PER_APP, perDay }, onLost)
  const today = (): number => Math.floor(now() / DAY_MS)
  /** What is being saved; kept while the database is away, as the buffer then fills up. */
  let pending: Batch | null = null

  const save = async (): Promise<void> => {
    pending ??= nextBatch(buffer.take(), today())
    if (pending === null) return
    const { day, rows, counts } = pending
    buffer.learn(day, await store.save(day, rows, counts))
    pending = null
  }
  const saving = repeat(FLUSH_INTERVAL_MS, save, (error) => {
    log.debug({ error, requests: pending?.rows.length }, 'request log not saved; will retry')
  })
  return {
    observe: (answered, request) => {
      const entry = loggedRequest(answered, request, now())
      if (entry !== null) buffer.add(entry, today())
    },
    stop: async () => {
      await saving.stop()
      await saving.run()
      if (pending === null) await saving.run()
      for (const _ of pending?.rows ?? []) onLost('database')
    },
  }
}

function nextBatch(taken: Omit<Batch, 'day'> | null, day: number): Batch | null {
  return taken === null ? null : { day, ...taken }
}

/** The request as it is stored; null if it is not known which application made it, or it found no route. */
function loggedRequest(
  { method, route, status, ms, request: id }: AnsweredRequest,
  request: FastifyRequest,
  now: number,
): LoggedRequest | null {
  const holder = requestHolder(request)
  if (holder === null || route === null) return null
  const { fault, url } = request
  const first = fault instanceof RefusedBatchError ? fault.first : fault
  const end = url.indexOf('?')
  return {
    at: Math.floor(now - ms),
    request: id,
    clientId: holder.client,
    memberId: holder.member,
    method,
    route,
    path: url.slice(0, end === -1 ? MAX_PATH : Math.min(end, MAX_PATH)),
    query: end === -1 ? '' : loggedQuery(url),
    status,
    ms: Math.round(ms),
    error: first?.code ?? null,
    description: first?.message.slice(0, MAX_DESCRIPTION) ?? null,
    errors: fault === null ? null : loggedErrors(fault),
  }
}

/**
 * Whose request it was: of the caller, of a token that we issued but that is no longer valid, or of the client at
 * the token endpoint; null if that is not known.
 */
function requestHolder({ caller, fault, tokenClient }: FastifyRequest): CredentialHolder | null {
  if (caller !== null) return holderOf(caller)
  if (fault instanceof AuthError) return fault.holder
  return tokenClient
}
