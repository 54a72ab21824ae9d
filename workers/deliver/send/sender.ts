/**
 * Posts to receivers, one pool of connections per callback: no redirects, no proxies, connections only
 * through the guard, the answer read up to a bound and then dropped. The only file that imports undici.
 */
import { errors, Pool } from 'undici'
import type { Dispatcher } from 'undici'
import type { Id } from '../../../schemas/base/ids.js'
import type { AttemptResult, ErrorClass } from '../../../actors/delivery/attempt-result.js'
import { deadlines } from './deadlines.js'
import type { Deadlines } from './deadlines.js'
import { ConnectError, dial } from './ssrf-guard.js'
import type { SsrfRules } from './ssrf-guard.js'

/** Most of an answer's body that is read and kept, bytes. */
export const EXCERPT_BYTES = 16_384

export interface Target {
  callback: Id
  url: string
  /** Connections at most. */
  connections: number
  /** Milliseconds from the start to the answer's status. */
  timeoutMs: number
}

export interface SentAttempt {
  result: AttemptResult
  /** Where the connection went; null when there was none. */
  address: string | null
  /** Beginning of the answer's body; never that of a refused target. */
  excerpt: string | null
}

export interface Sender {
  /** One attempt. Never throws: whatever goes wrong is the answer. */
  post: (target: Target, headers: string[], body: string | Uint8Array) => Promise<SentAttempt>
  /**
   * The same without a promise, for whoever sends thousands a second; `posted` is called once, at once maybe.
   */
  send: (
    target: Target,
    headers: string[],
    body: string | Uint8Array,
    posted: (posted: SentAttempt) => void,
  ) => void
  /** Closes idle connections of callbacks not used for `ms`. */
  closeIdle: (ms: number) => void
  close: () => Promise<void>
}

interface ConnectionPool {
  url: string
  connections: number
  timeout: number
  pool: Pool
  path: string
  address: string | null
  used: number
}

/** A sender behind the guard. */
export function sender(rules: Omit<SsrfRules, 'timeoutMs'>): Sender {
  const routes = new Map<Id, ConnectionPool>()
  const times = deadlines()

  const open = (target: Target): ConnectionPool => {
    const url = new URL(target.url)
    const route: ConnectionPool = {
      url: target.url,
      connections: target.connections,
      timeout: target.timeoutMs,
      path: `${url.pathname}${url.search}`,
      address: null,
      used: performance.now(),
      pool: new Pool(url.origin, {
        connections: target.connections,
        pipelining: 1,
        headersTimeout: 0,
        bodyTimeout: 0,
        keepAliveTimeout: 4_000,
        connect: (options, callback) => {
          dial(options, { ...rules, timeoutMs: target.timeoutMs }).then(
            (socket) => {
              route.address = socket.remoteAddress ?? null
              callback(null, socket)
            },
            (error: unknown) => {
              callback(error instanceof Error ? error : new Error(String(error)), null)
            },
          )
        },
      }),
    }
    return route
  }

  const routeOf = (target: Target): ConnectionPool => {
    let route = routes.get(target.callback)
    if (
      route !== undefined &&
      (route.url !== target.url ||
        route.connections !== target.connections ||
        route.timeout !== target.timeoutMs)
    ) {
      void route.pool.close()
      route = undefined
    }
    if (route === undefined) routes.set(target.callback, (route = open(target)))
    route.used = performance.now()
    return route
  }

  const send: Sender['send'] = (target, headers, body, posted) => {
    const route = routeOf(target)
    route.pool.dispatch(
      { method: 'POST', path: route.path, headers, body },
      new AttemptHandler(route, times, target.timeoutMs, posted),
    )
  }

  return {
    post: async (target, headers, body) =>
      await new Promise((resolve) => {
        send(target, headers, body, resolve)
      }),
    send,
    closeIdle: (ms) => {
      for (const [callback, route] of routes) {
        if (performance.now() - route.used < ms) continue
        routes.delete(callback)
        void route.pool.close()
      }
    },
    close: async () => {
      await Promise.all(
        [...routes.values()].map(async (route) => {
          await route.pool.destroy()
        }),
      )
      times.clear()
    },
  }
}

/** Nobody waits for the rest of an answer, or for an answer any more. */
const RESPONSE_NOT_NEEDED = new Error('heard enough')

/**
 * One attempt as undici tells of it. The first of its ends counts: answer complete, read enough, failure, or
 * its time is up.
 */
class AttemptHandler implements Dispatcher.DispatchHandler {
  private readonly route: ConnectionPool
  private readonly posted: (posted: SentAttempt) => void
  private readonly began = performance.now()
  private readonly inTime: () => void
  private controller: Dispatcher.DispatchController | null = null
  private answer: AttemptResult | null = null
  private chunks: Buffer[] | null = null
  private size = 0
  private over = false

  constructor(
    route: ConnectionPool,
    times: Deadlines,
    timeout: number,
    posted: (posted: SentAttempt) => void,
  ) {
    this.route = route
    this.posted = posted
    this.inTime = times.add(timeout, () => {
      this.end('timeout')
      this.controller?.abort(RESPONSE_NOT_NEEDED)
    })
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller
    if (this.over) controller.abort(RESPONSE_NOT_NEEDED)
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    // Interim answers (RFC 9110 15.2) say nothing of the outcome.
    if (status < 200) return
    this.answer = {
      is: 'answered',
      status,
      retryAfter: headerText(headers['retry-after']),
      directive: headerText(headers['webhook-delivery']),
      ms: this.ms(),
    }
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.chunks ??= []
    this.chunks.push(chunk)
    this.size += chunk.length
    if (this.size < EXCERPT_BYTES) return
    this.end('reset')
    controller.abort(RESPONSE_NOT_NEEDED)
  }

  onResponseEnd(): void {
    this.end('reset')
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.end(errorClass(error))
  }

  private ms(): number {
    return Math.round(performance.now() - this.began)
  }

  /** Once the status has been heard, whatever goes wrong with the body changes nothing. */
  private end(failure: ErrorClass): void {
    if (this.over) return
    this.over = true
    this.inTime()
    const { address } = this.route
    const posted: SentAttempt =
      this.answer === null
        ? {
            result: { is: 'failed', error: failure, ms: this.ms() },
            address: failure === 'refused' ? null : address,
            excerpt: null,
          }
        : { result: this.answer, address, excerpt: excerptOf(this.chunks) }
    try {
      this.posted(posted)
    } catch (error) {
      // undici would take it for a fault of the request, and be silent.
      queueMicrotask(() => {
        throw error
      })
    }
  }
}

function headerText(value: string | string[] | undefined): string | null {
  return value === undefined ? null : typeof value === 'string' ? value : value.join(', ')
}

/** The body's first bytes as text; Postgres text holds no NUL. */
function excerptOf(chunks: Buffer[] | null): string | null {
  return chunks === null
    ? null
    : Buffer.concat(chunks).subarray(0, EXCERPT_BYTES).toString('utf8').replaceAll('\u0000', '\uFFFD')
}

function errorClass(error: unknown): ErrorClass {
  if (error instanceof ConnectError) return error.error
  if (
    error instanceof errors.HTTPParserError ||
    error instanceof errors.HeadersOverflowError ||
    error instanceof errors.ResponseContentLengthMismatchError
  )
    return 'protocol'
  return 'reset'
}
