/**
 * Request limits per application and per member token (contract.md 7). A window is a minute of the clock.
 * Each node counts in memory and sends its counts to the others once a second: no request waits for another
 * node, and a limit can be overrun by what the others counted within that second.
 */
import type { FastifyReply } from 'fastify'
import { ApiError } from '../../schemas/base/errors.js'
import type { Caller } from '../ports/credentials.js'
import type { RateLimitGossip } from '../ports/rate-limit-gossip.js'
import { limitHeaders, WINDOW_S } from './rate-limit-headers.js'

export interface RateLimits {
  /** Counts a request and sets the headers. Throws `rate_limited` when a limit is reached. */
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

export interface RateLimitOptions {
  /** Requests per minute; 0: no limit. */
  perApp: number
  perMember: number
  /** Name of this process among the nodes. */
  node: string
  /** Epoch milliseconds. */
  now: () => number
  /** Null: this node counts alone. */
  gossip: RateLimitGossip | null
}

/** Starts counting. */
export function startRateLimits({ perApp, perMember, node, now, gossip }: RateLimitOptions): RateLimits {
  const policy = [
    ...(perApp > 0 ? [`"app";q=${perApp};w=${WINDOW_S}`] : []),
    ...(perMember > 0 ? [`"member";q=${perMember};w=${WINDOW_S}`] : []),
  ].join(', ')
  const counts = windowCounts(node, now, gossip)
  return {
    take: (caller, reply) => {
      if (policy === '') return
      counts.advance()
      const rules: Rule[] = []
      if (perApp > 0) rules.push({ name: 'app', quota: perApp, key: `a ${caller.client}` })
      if (perMember > 0 && caller.kind === 'member')
        rules.push({ name: 'member', quota: perMember, key: `m ${caller.client} ${caller.member}` })
      let tightest: { rule: Rule; left: number } | null = null
      for (const rule of rules) {
        const left = rule.quota - counts.of(rule.key) - 1
        if (tightest === null || left < tightest.left) tightest = { rule, left }
      }
      if (tightest === null) return
      const { rule, left } = tightest
      const reset = counts.secondsLeft()
      // Refused requests are reported too: a node that still lets this key pass may have missed a count.
      for (const { key } of rules) counts.report(key)
      void reply.headers(limitHeaders(rule.name, { limit: rule.quota, left, reset }, policy))
      if (left < 0) {
        const subject = rule.name === 'app' ? 'application' : 'member'
        throw new ApiError(
          'rate_limited',
          `Too many requests: the limit is ${rule.quota} per minute for this ${subject}. ` +
            `Retry after ${reset} s.`,
          { retryAfter: reset },
        )
      }
      for (const { key } of rules) counts.add(key)
    },
    stop: counts.stop,
  }
}

interface WindowCounts {
  /** Starts the current window if the clock has reached it. */
  advance: () => void
  /** Requests under a key in this window, on all nodes as far as known. */
  of: (key: string) => number
  add: (key: string) => void
  /** Sends the count of a key with the next message. */
  report: (key: string) => void
  secondsLeft: () => number
  stop: () => void
}

/** The counts of the current window: this node's and those of the others. */
function windowCounts(node: string, now: () => number, gossip: RateLimitGossip | null): WindowCounts {
  let window = Math.floor(now() / WINDOW_MS)
  let own = new Map<string, number>()
  /** Keys used since the last message: a busy minute has tens of thousands, a second of it far fewer. */
  let unreported = new Set<string>()
  let others = new Map<string, Map<string, number>>()

  const advance = (): void => {
    const current = Math.floor(now() / WINDOW_MS)
    if (current === window) return
    window = current
    own = new Map()
    unreported = new Set()
    others = new Map()
  }
  gossip?.receive((message) => {
    advance()
    if (message.node === node || message.window !== window) return
    const known = others.get(message.node) ?? new Map<string, number>()
    for (const [key, count] of Object.entries(message.counts)) known.set(key, count)
    others.set(message.node, known)
  })
  const send = (): void => {
    advance()
    if (unreported.size === 0) return
    const counts = Object.fromEntries(Array.from(unreported, (key) => [key, own.get(key) ?? 0]))
    unreported.clear()
    gossip?.send({ node, window, counts })
  }
  const timer = gossip === null ? undefined : setInterval(send, GOSSIP_INTERVAL_MS)
  timer?.unref()

  return {
    advance,
    of: (key) => {
      let sum = own.get(key) ?? 0
      for (const counts of others.values()) sum += counts.get(key) ?? 0
      return sum
    },
    add: (key) => {
      own.set(key, (own.get(key) ?? 0) + 1)
    },
    report: (key) => {
      unreported.add(key)
    },
    secondsLeft: () => Math.max(1, Math.ceil(((window + 1) * WINDOW_MS - now()) / 1000)),
    stop: () => {
      clearInterval(timer)
    },
  }
}
