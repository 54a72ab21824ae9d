/**
 * Posts to receivers, one pool of connections per callback: no redirects, no proxies, connections only through the guard,
 * the answer read up to a bound and then dropped. The only file that imports undici.
 */
import { EventEmitter } from 'node:events'
import { errors, Pool } from 'undici'
import type { Dispatcher } from 'undici'
import type { Id } from '../../schemas/ids.js'
import type { Answer, ErrorClass } from '../../actors/delivery/answer.js'
import { ConnectFault, dial } from './guard.js'
import type { GuardRules } from './guard.js'

/** Most of an answer's body that is read and kept, bytes. */
export const EXCERPT_BYTES = 16_384

export interface Target {
  callback: Id
  url: string
  /** Connections at most. */
  connections: number
  /** Milliseconds from the start to the answer's status. */
  timeout: number
}

export interface Posted {
  answer: Answer
  /** Where the connection went; null when there was none. */
  address: string | null
  /** Beginning of the answer's body; never that of a refused target. */
  excerpt: string | null
}

export interface Sender {
  /** One attempt. Never throws: whatever goes wrong is the answer. */
  post: (target: Target, headers: string[], body: string) => Promise<Posted>
  /** Closes idle connections of callbacks not used for `ms`. */
  sweep: (ms: number) => void
  close: () => Promise<void>
}

interface Route { url: string, connections: number, pool: Pool, path: string, address: string | null, used: number }

/** A sender behind the guard. */
export function sender (rules: Omit<GuardRules, 'timeout'>): Sender {
  const routes = new Map<Id, Route>()

  const open = (target: Target): Route => {
    const url = new URL(target.url)
    const route: Route = {
      url: target.url,
      connections: target.connections,
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
          dial(options, { ...rules, timeout: target.timeout }).then(
            socket => { route.address = socket.remoteAddress ?? null; callback(null, socket) },
            (error: unknown) => { callback(error instanceof Error ? error : new Error(String(error)), null) })
        }
      })
    }
    return route
  }

  const routeOf = (target: Target): Route => {
    let route = routes.get(target.callback)
    if (route !== undefined && (route.url !== target.url || route.connections !== target.connections)) {
      void route.pool.close()
      route = undefined
    }
    if (route === undefined) routes.set(target.callback, route = open(target))
    route.used = performance.now()
    return route
  }

  return {
    post: async (target, headers, body) => await attempt(routeOf(target), target.timeout, headers, body),
    sweep: ms => {
      for (const [callback, route] of routes) {
        if (performance.now() - route.used < ms) continue
        routes.delete(callback)
        void route.pool.close()
      }
    },
    close: async () => { await Promise.all([...routes.values()].map(async route => { await route.pool.destroy() })) }
  }
}

async function attempt (route: Route, timeout: number, headers: string[], body: string): Promise<Posted> {
  const began = performance.now()
  const ms = (): number => Math.round(performance.now() - began)
  const signal = new EventEmitter()
  let late = false
  let response: Dispatcher.ResponseData | null = null
  const timer = setTimeout(() => { late = true; signal.emit('abort'); response?.body.destroy() }, timeout)
  try {
    response = await route.pool.request({ method: 'POST', path: route.path, headers, body, signal })
    const { statusCode: status } = response
    const answer: Answer = {
      is: 'answered', status, retryAfter: single(response.headers['retry-after']), directive: single(response.headers['webhook-delivery']), ms: ms()
    }
    return { answer, address: route.address, excerpt: await readSome(response.body) }
  } catch (error) {
    const failed = late ? 'timeout' : classOf(error)
    return { answer: { is: 'failed', error: failed, ms: ms() }, address: failed === 'refused' ? null : route.address, excerpt: null }
  } finally {
    clearTimeout(timer)
  }
}

function single (value: string | string[] | undefined): string | null {
  return value === undefined ? null : typeof value === 'string' ? value : value.join(', ')
}

/** The body's first bytes as text. The status has been heard, so whatever goes wrong with the body changes nothing. */
async function readSome (body: Dispatcher.ResponseData['body']): Promise<string | null> {
  const chunks: Buffer[] = []
  let size = 0
  await new Promise<void>(resolve => {
    body.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      size += chunk.length
      if (size >= EXCERPT_BYTES) body.destroy()
    })
    body.on('error', () => { resolve() })
    body.on('close', () => { resolve() })
  })
  // Postgres text holds no NUL.
  return size === 0 ? null : Buffer.concat(chunks).subarray(0, EXCERPT_BYTES).toString('utf8').replaceAll('\u0000', '\uFFFD')
}

function classOf (error: unknown): ErrorClass {
  if (error instanceof ConnectFault) return error.error
  if (error instanceof errors.HTTPParserError || error instanceof errors.HeadersOverflowError || error instanceof errors.ResponseContentLengthMismatchError) return 'protocol'
  return 'reset'
}
