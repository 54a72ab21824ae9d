/** One call: its request, its retries, its answer. */
import type { TokenSource } from './credentials.js'
import { errorOf, NoAnswerError, retryAfterSeconds, TripfoldError } from './errors.js'
import type { CallOptions, ClientOptions } from './options.js'

export interface Call extends CallOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  query?: object | undefined
  body?: unknown
  /** Media type of a body that is sent unchanged; not set: JSON. */
  type?: string
}

/** The POSTs that take an Idempotency-Key, so that they may be sent again whatever happened to them. */
const KEYED = /^\/v2\/(segments(\/[a-z]+)?|trips(\/[^/]+\/(merge|split))?|accounts|documents)$/

/** True for a call that is sent with an Idempotency-Key. */
export const isKeyed = ({ method, path }: Pick<Call, 'method' | 'path'>): boolean =>
  method === 'POST' && KEYED.test(path)

export interface Answer<T> {
  status: number
  headers: Headers
  body: T
}

export type Transport = <T>(call: Call) => Promise<Answer<T>>

const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 30_000
const PASSING = new Set([502, 503, 504])

export function transport(options: ClientOptions, credentials: TokenSource): Transport {
  const { retries = 3, timeoutMs = 30_000, sleep = wait } = options
  const send = options.fetch ?? fetch
  const base = options.baseUrl.replace(/\/$/, '')

  const attempt = async (call: Call, headers: Headers, mayRenew = true): Promise<Response> => {
    const token = await credentials.token()
    headers.set('authorization', `Bearer ${token}`)
    const limit = AbortSignal.timeout(timeoutMs)
    const answer = await send(base + call.path + queryText(call.query), {
      method: call.method ?? 'GET',
      headers,
      redirect: 'error',
      signal: call.signal === undefined ? limit : AbortSignal.any([limit, call.signal]),
      ...(call.body === undefined ? {} : { body: bodyOf(call) }),
    })
    if (answer.status !== 401 || !mayRenew || !credentials.renew(token)) return answer
    await answer.body?.cancel()
    return await attempt(call, headers, false)
  }

  return async <T>(call: Call): Promise<Answer<T>> => {
    const headers = headersOf(call)
    for (let tried = 0; ; tried += 1) {
      const result = await attempt(call, headers).catch((error: unknown) => {
        if (call.signal?.aborted === true || !isUnanswered(error)) throw error
        return error as Error
      })
      const isLast = tried >= retries
      if (result instanceof Response) {
        if (result.ok) return await parsed<T>(result)
        if (isLast || !mayPass(result, call)) throw await errorOf(result)
        await result.body?.cancel()
        await sleep(waitAfter(tried, retryAfterSeconds(result.headers, Date.now())))
      } else {
        // Nobody knows whether the request was carried out.
        if (isLast || !isRepeatable(call)) throw failure(result, call)
        await sleep(waitAfter(tried, null))
      }
    }
  }
}

/** fetch takes bytes as well as text. */
const bodyOf = ({ body, type }: Call): string =>
  type === undefined ? JSON.stringify(body) : (body as string)

function headersOf(call: Call): Headers {
  const { body, type, idempotencyKey, ifMatch, prefer } = call
  const headers = new Headers({ accept: 'application/json, application/problem+json;q=0.9' })
  if (body !== undefined) headers.set('content-type', type ?? 'application/json')
  if (isKeyed(call)) headers.set('idempotency-key', idempotencyKey ?? crypto.randomUUID())
  if (ifMatch !== undefined) headers.set('if-match', ifMatch)
  if (prefer !== undefined) headers.set('prefer', prefer)
  return headers
}

function queryText(query: object | undefined): string {
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== null)
  const parameters = new URLSearchParams(
    given.map(([name, value]): [string, string] => [
      name,
      Array.isArray(value) ? value.join(',') : `${value}`,
    ]),
  )
  return given.length === 0 ? '' : `?${parameters.toString()}`
}

/** PATCH names the new values, as PUT does. */
const isRepeatable = (call: Call): boolean => call.method !== 'POST' || isKeyed(call)

/**
 * With 429 nothing was done, and of a 503 that may not be certain. A keyed request in progress elsewhere will
 * have its answer soon.
 */
function mayPass({ status, headers }: Response, call: Call): boolean {
  if (status === 409) return isKeyed(call) && headers.has('retry-after')
  if (status === 429) return true
  return PASSING.has(status) && isRepeatable(call)
}

/** What the service asks for, or a doubling wait with jitter. */
function waitAfter(tried: number, retryAfter: number | null): number {
  if (retryAfter !== null) return retryAfter * 1_000
  const longest = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** tried)
  return longest / 2 + (Math.random() * longest) / 2
}

async function parsed<T>(answer: Response): Promise<Answer<T>> {
  const text = await answer.text()
  return {
    status: answer.status,
    headers: answer.headers,
    body: (text === '' ? null : JSON.parse(text)) as T,
  }
}

const failure = (cause: Error, { method = 'GET', path }: Call): Error =>
  new NoAnswerError(`${method} ${path} got no answer.`, { cause })

/** The network's errors; those of the token request are answers. */
const isUnanswered = (error: unknown): boolean => error instanceof Error && !(error instanceof TripfoldError)

const wait = async (ms: number): Promise<void> =>
  await new Promise((resolve) => {
    setTimeout(resolve, ms)
  })
