/**
 * Request limits per application and per member's token (contract.md 7). A window is a minute of the clock. Each node
 * counts in memory, and tells the others its counts once a second: no request waits for anybody, and a limit may be
 * overrun by what the others counted within that second.
 */
import type { FastifyReply } from 'fastify'
import { ApiError } from '../../schemas/base/errors.js'
import type { Caller } from '../ports/deps.js'
import { limitHeaders, WINDOW_S } from './rate-limit-headers.js'

/** What one node counted in one window so far, of some keys. */
export interface RateLimitCounts {
  node: string
  window: number
  counts: Record<string, number>
}

/** Carries counts between nodes; what is lost on the way is told again with the next request under its key. */
export interface RateLimitGossip {
  send: (counts: RateLimitCounts) => void
  receive: (listener: (counts: RateLimitCounts) => void) => void
}

export interface RateLimits {
  /** Counts a request and writes the headers. Throws `rate_limited` when a limit is reached. */
  take: (caller: Caller, reply: FastifyReply) => void
  stop: () => void
}

const WINDOW_MS = WINDOW_S * 1000
const GOSSIP_INTERVAL_MS = 1_000

interface Rule {
  name: 'app' | 'member'
  quota: number
  key: string
}

/** Starts counting. `node` names this process among the others; a quota of 0 is no limit. */
export function startRateLimits(options: {
  perApp: number
  perMember: number
  node: string
  now: () => number
  exchange: RateLimitGossip | null
}): RateLimits {
  const { perApp, perMember, node, now, exchange } = options
  const policy = [
    ...(perApp > 0 ? [`"app";q=${perApp};w=${WINDOW_S}`] : []),
    ...(perMember > 0 ? [`"member";q=${perMember};w=${WINDOW_S}`] : []),
  ].join(', ')
  let window = Math.floor(now() / WINDOW_MS)
  let mine = new Map<string, number>()
  /** Keys asked for since the others were last told: a busy minute has tens of thousands, a second of it far fewer. */
  let untold = new Set<string>()
  let others = new Map<string, Map<string, number>>()

  const turn = (): number => {
    const current = Math.floor(now() / WINDOW_MS)
    if (current !== window) {
      window = current
      mine = new Map()
      untold = new Set()
      others = new Map()
    }
    return window
  }
  const elsewhere = (key: string): number => {
    let sum = 0
    for (const counts of others.values()) sum += counts.get(key) ?? 0
    return sum
  }
  exchange?.receive((heard) => {
    if (heard.node === node || heard.window !== turn()) return
    const known = others.get(heard.node) ?? new Map<string, number>()
    for (const [key, count] of Object.entries(heard.counts)) known.set(key, count)
    others.set(heard.node, known)
  })
  const timer =
    exchange === null
      ? null
      : setInterval(() => {
          turn()
          if (untold.size === 0) return
          const counts = Object.fromEntries(Array.from(untold, (key) => [key, mine.get(key) ?? 0]))
          untold.clear()
          exchange.send({ node, window, counts })
        }, GOSSIP_INTERVAL_MS)
  timer?.unref()

  return {
    take: (caller, reply) => {
      if (policy === '') return
      turn()
      const rules: Rule[] = []
      if (perApp > 0) rules.push({ name: 'app', quota: perApp, key: `a ${caller.client}` })
      if (perMember > 0 && caller.kind === 'member')
        rules.push({ name: 'member', quota: perMember, key: `m ${caller.client} ${caller.member}` })
      const reset = Math.max(1, Math.ceil(((window + 1) * WINDOW_MS - now()) / 1000))
      let tightest: { rule: Rule; left: number } | null = null
      for (const rule of rules) {
        const left = rule.quota - (mine.get(rule.key) ?? 0) - elsewhere(rule.key) - 1
        if (tightest === null || left < tightest.left) tightest = { rule, left }
      }
      if (tightest === null) return
      const { rule, left } = tightest
      // Of a refused one too: whoever let it pass elsewhere may not have heard of this count.
      for (const { key } of rules) untold.add(key)
      void reply.headers(limitHeaders(rule.name, { limit: rule.quota, left, reset }, policy))
      if (left < 0)
        throw new ApiError(
          'rate_limited',
          `Too many requests: ${rule.quota} a minute are allowed for this ${rule.name === 'app' ? 'application' : 'member'}.`,
          { retryAfter: reset },
        )
      for (const { key } of rules) mine.set(key, (mine.get(key) ?? 0) + 1)
    },
    stop: () => {
      if (timer !== null) clearInterval(timer)
    },
  }
}
