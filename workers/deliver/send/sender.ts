/**
 * Posts to endpoints through one connection pool per callback: no redirects, no proxies, connections only
 * through the SSRF guard, the response read up to a bound and then dropped.
 */
import { Pool } from 'undici'
import type { Id } from '../../../schemas/base/ids.js'
import { AttemptHandler, type SentAttempt } from './attempt-handler.js'
import { deadlines } from './deadlines.js'
import { guardedConnect } from './ssrf-guard.js'
import type { SsrfRules } from './ssrf-guard.js'

export interface Target {
  callback: Id
  url: string
  /** Most connections. */
  connections: number
  /** Milliseconds from the start to the status of the response. */
  timeoutMs: number
}

export interface Sender {
  /** Makes one attempt. Never throws: every failure is a result. */
  post: (target: Target, headers: string[], body: string | Uint8Array) => Promise<SentAttempt>
  /** The same without a promise, for thousands a second; calls `onSent` once, possibly at once. */
  send: (
    target: Target,
    headers: string[],
    body: string | Uint8Array,
    onSent: (sent: SentAttempt) => void,
  ) => void
  /** Closes idle connections of callbacks not used for `ms`. */
  closeIdle: (ms: number) => void
  close: () => Promise<void>
}

/** The connections of one callback, for the settings they were opened with. */
interface ConnectionPool {
  target: Target
  pool: Pool
  path: string
  /** The address connected to last. */
  address: string | null
  usedAt: number
}

export function sender(rules: Omit<SsrfRules, 'timeoutMs'>): Sender {
  const pools = new Map<Id, ConnectionPool>()
  const timeouts = deadlines()

  const poolFor = (target: Target): ConnectionPool => {
    let pool = pools.get(target.callback)
    if (pool !== undefined && !isSameTarget(pool.target, target)) {
      void pool.pool.close()
      pool = undefined
    }
    if (pool === undefined) pools.set(target.callback, (pool = openPool(target, rules)))
    pool.usedAt = performance.now()
    return pool
  }

  const send: Sender['send'] = (target, headers, body, onSent) => {
    const pool = poolFor(target)
    pool.pool.dispatch(
      { method: 'POST', path: pool.path, headers, body },
      new AttemptHandler(pool, timeouts, target.timeoutMs, onSent),
    )
  }

  return {
    post: async (target, headers, body) =>
      await new Promise((resolve) => {
        send(target, headers, body, resolve)
      }),
    send,
    closeIdle: (ms) => {
      for (const [callback, { pool, usedAt }] of pools) {
        if (performance.now() - usedAt < ms) continue
        pools.delete(callback)
        void pool.close()
      }
    },
    close: async () => {
      await Promise.all(
        [...pools.values()].map(async ({ pool }) => {
          await pool.destroy()
        }),
      )
      timeouts.clear()
    },
  }
}

function isSameTarget(one: Target, other: Target): boolean {
  return one.url === other.url && one.connections === other.connections && one.timeoutMs === other.timeoutMs
}

function openPool(target: Target, rules: Omit<SsrfRules, 'timeoutMs'>): ConnectionPool {
  const url = new URL(target.url)
  const opened: ConnectionPool = {
    target,
    path: `${url.pathname}${url.search}`,
    address: null,
    usedAt: performance.now(),
    pool: new Pool(url.origin, {
      connections: target.connections,
      pipelining: 1,
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: 4_000,
      connect: guardedConnect({ ...rules, timeoutMs: target.timeoutMs }, (socket) => {
        opened.address = socket.remoteAddress ?? null
      }),
    }),
  }
  return opened
}
