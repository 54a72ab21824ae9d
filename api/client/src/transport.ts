/** One call: its request, its retries, its answer. */
import type { TokenSource } from './credentials.js'
import { errorOf, NoAnswerError, retryAfterSeconds, TripfoldError } from './errors.js'
import type { CallOptions, ClientOptions } from './options.js'

/** How an operation is sent, and what its call gives. */
export interface CallShape {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  gives: 'pages' | 'write' | 'batch' | 'answer' | 'text' | 'address'
  body?: 'json' | 'form' | 'raw'
  query?: true
  /** Media type of the answer; JSON if omitted. */
  accept?: string
  /** A POST that takes an Idempotency-Key, so that it may be sent again whatever happened to it. */
  keyed?: true
  /** Needs no token. */
  open?: true
}

/** A shape with its values; `path` has those of its parameters. */
export interface Call {
  shape: CallShape
  path: string
  query?: object | undefined
  body?: unknown
  options?: CallOptions | undefined
}

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

  const attempt = async (call: Call, headers: Headers, mayRenew = true): Promise<Response> => {
    const token = call.shape.open === true ? null : await credentials.token()
    if (token !== null) headers.set('authorization', `Bearer ${token}`)
    const limit = AbortSignal.timeout(timeoutMs)
    const signal = call.options?.signal
    const answer = await send(addressOf(options, call), {
      method: call.shape.method,
      headers,
      redirect: 'error',
      signal: signal === undefined ? limit : AbortSignal.any([limit, signal]),
      ...(call.body === undefined ? {} : { body: bodyOf(call) }),
    })
    if (answer.status !== 401 || token === null || !mayRenew || !credentials.renew(token)) return answer
    await answer.body?.cancel()
    return await attempt(call, headers, false)
  }

  return async <T>(call: Call): Promise<Answer<T>> => {
    const headers = headersOf(call)
    for (let tried = 0; ; tried += 1) {
      const result = await attempt(call, headers).catch((error: unknown) => {
        if (call.options?.signal?.aborted === true || !isUnanswered(error)) throw error
        return error as Error
      })
      const isLast = tried >= retries
      if (!(result instanceof Error)) {
        if (result.ok) return await parsed<T>(result, call)
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

/** What the authorization server answers, which may have an address of its own. */
const AUTH_PATH = /^\/(oauth\/|\.well-known\/oauth-authorization-server)/

/** Where a call goes. */
export function addressOf(options: ClientOptions, { path, query }: Pick<Call, 'path' | 'query'>): string {
  const base = AUTH_PATH.test(path) ? (options.authUrl ?? options.baseUrl) : options.baseUrl
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== null)
  const search = new URLSearchParams(given.map(([name, value]): [string, string] => [name, `${value}`]))
  return `${base.replace(/\/$/, '')}${path}${given.length === 0 ? '' : `?${search.toString()}`}`
}

/** Text and bytes are sent unchanged. */
const isUnchanged = (body: unknown): body is string => typeof body === 'string' || body instanceof Uint8Array

function bodyOf({ body, shape }: Call): string {
  if (isUnchanged(body)) return body
  return shape.body === 'form'
    ? new URLSearchParams(body as Record<string, string>).toString()
    : JSON.stringify(body)
}

function typeOf({ body, shape, options }: Call): string {
  if (isUnchanged(body)) return options?.contentType ?? 'application/octet-stream'
  return shape.body === 'form' ? 'application/x-www-form-urlencoded' : 'application/json'
}

function headersOf(call: Call): Headers {
  const { body, shape, options: { idempotencyKey, ifMatch, prefer } = {} } = call
  const headers = new Headers({
    accept: `${shape.accept ?? 'application/json'}, application/problem+json;q=0.9`,
  })
  if (body !== undefined) headers.set('content-type', typeOf(call))
  if (shape.keyed === true) headers.set('idempotency-key', idempotencyKey ?? crypto.randomUUID())
  if (ifMatch !== undefined) headers.set('if-match', ifMatch)
  if (prefer !== undefined) headers.set('prefer', prefer)
  return headers
}

/** PATCH names the new values, as PUT does. */
const isRepeatable = ({ shape }: Call): boolean => shape.method !== 'POST' || shape.keyed === true

/**
 * With 429 nothing was done, and of a 503 that may not be certain. A keyed request in progress elsewhere will
 * have its answer soon.
 */
function mayPass({ status, headers }: Response, call: Call): boolean {
  if (status === 409) return call.shape.keyed === true && headers.has('retry-after')
  if (status === 429) return true
  return PASSING.has(status) && isRepeatable(call)
}

/** What the service asks for, or a doubling wait with jitter. */
function waitAfter(tried: number, retryAfter: number | null): number {
  if (retryAfter !== null) return retryAfter * 1_000
  const longest = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** tried)
  return longest / 2 + (Math.random() * longest) / 2
}

async function parsed<T>(answer: Response, { shape }: Call): Promise<Answer<T>> {
  const text = await answer.text()
  const body: unknown = shape.gives === 'text' ? text : JSON.parse(text || 'null')
  return { status: answer.status, headers: answer.headers, body: body as T }
}

const failure = (cause: Error, { shape, path }: Call): Error =>
  new NoAnswerError(`${shape.method} ${path} got no answer: ${reasonOf(cause)}`, { cause })

/** What fetch hides in its cause, such as a certificate that is not trusted. */
const reasonOf = ({ message, cause }: Error): string => (cause instanceof Error ? reasonOf(cause) : message)

/** The network's errors; those of the token request are answers. */
const isUnanswered = (error: unknown): boolean => error instanceof Error && !(error instanceof TripfoldError)

const wait = async (ms: number): Promise<void> =>
  await new Promise((resolve) => {
    setTimeout(resolve, ms)
  })
