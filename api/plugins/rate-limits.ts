/**
 * Request limits per application and per member token (contract.md 7), over a sliding minute. Each node counts
 * in memory and sends its counts to the others once a second: no request waits for another node, and a limit
 * can be overrun by what the others counted within that second.
 */
import { ApiError } from '../../schemas/base/errors.js'
import { limitHeaders, WINDOW_S } from './rate-limit-headers.js'
import { secondsUntilFree, slidingLeft } from './sliding-window.js'
import type { WindowUse } from './sliding-window.js'

/** What one node has counted in one window, for some keys. */
export interface RateLimitCounts {
  node: string
  window: number
  counts: Record<string, number>
}

/** How nodes exchange what they count; workers implement it. A lost message is made up for by the next request under its keys. */
export interface RateLimitGossip {
  send: (counts: RateLimitCounts) => void
  receive: (listener: (counts: RateLimitCounts) => void) => void
}

export interface RateLimits {
  /** Counts a request and sets the headers. Throws `rate_limited` when a limit is reached. No member: the application's own request. */
  take: (caller: { client: string; member?: string }, header: SetHeader) => void
  /** The same for a read of a member's calendar. `address` identifies a calendar address or a token. */
  takeCalendar: (reader: { address: string; member: string }, header: SetHeader) => void
  /**
   * Whether a name is used for the first time within a minute, here or as other nodes have reported. Call it after the
   * rate limits: they bound how many names are remembered.
   */
  isFirst: (name: string) => boolean
  stop: () => void
}

/** Sets a header of the answer. */
export type SetHeader = (name: string, value: string) => void

const WINDOW_MS = WINDOW_S * 1000
const GOSSIP_INTERVAL_MS = 1_000

/** The limit of a member's calendar, in those of one of its addresses: for a phone, a laptop, the family. */
const CALENDAR_MEMBER_FACTOR = 4

interface Rule {
  name: 'app' | 'member' | 'calendar' | 'calendar-member'
  quota: number
  key: string
}

/** What a limit is for, as a message names it. */
const SUBJECTS: Readonly<Record<Rule['name'], string>> = {
  app: 'this application',
  member: 'this member',
  calendar: 'this calendar',
  'calendar-member': 'the calendars of this member',
}

export interface RateLimitOptions {
  /** Requests per minute; 0: no limit. */
  perApp: number
  perMember: number
  /** Reads per minute of a calendar address or token; four times that of a member. */
  perCalendar: number
  /** Name of this process among the nodes. */
  node: string
  /** Epoch milliseconds. */
  now: () => number
  /** Null: this node counts alone. */
  gossip: RateLimitGossip | null
}

/** Starts counting. */
export function startRateLimits(options: RateLimitOptions): RateLimits {
  const { perApp, perMember, perCalendar, node, now, gossip } = options
  const policy = policyOf({ app: perApp, member: perMember })
  const perCalendarMember = perCalendar * CALENDAR_MEMBER_FACTOR
  const calendarPolicy = policyOf({ calendar: perCalendar, 'calendar-member': perCalendarMember })
  const counts = windowCounts(node, now, gossip)
  return {
    take: (caller, header) => {
      const rules: Rule[] = []
      if (perApp > 0) rules.push({ name: 'app', quota: perApp, key: `a ${caller.client}` })
      if (perMember > 0 && caller.member !== undefined)
        rules.push({ name: 'member', quota: perMember, key: `m ${caller.client} ${caller.member}` })
      takeAll(rules, policy, counts, header)
    },
    takeCalendar: ({ address, member }, header) => {
      if (perCalendar === 0) return
      const rules: Rule[] = [
        { name: 'calendar', quota: perCalendar, key: `c ${address}` },
        { name: 'calendar-member', quota: perCalendarMember, key: `C ${member}` },
      ]
      takeAll(rules, calendarPolicy, counts, header)
    },
    isFirst: (name) => {
      const key = `1 ${name}`
      counts.advance()
      const { before, current } = counts.of(key)
      if (before + current > 0) return false
      counts.add(key)
      counts.report(key)
      return true
    },
    stop: counts.stop,
  }
}

/** The header that lists all limits; those of 0 are none. */
function policyOf(quotas: Readonly<Record<string, number>>): string {
  return Object.entries(quotas)
    .filter(([, quota]) => quota > 0)
    .map(([name, quota]) => `"${name}";q=${quota};w=${WINDOW_S}`)
    .join(', ')
}

/** Counts a request under all rules, or throws `rate_limited` if one of them is exhausted. */
function takeAll(rules: readonly Rule[], policy: string, counts: WindowCounts, header: SetHeader): void {
  if (rules.length === 0) return
  counts.advance()
  const passed = counts.passed()
  let tightest: { rule: Rule; left: number; use: WindowUse } | null = null
  for (const rule of rules) {
    const { before, current } = counts.of(rule.key)
    const use = { before, current: current + 1 }
    const left = slidingLeft(rule.quota, use, passed)
    if (tightest === null || left < tightest.left) tightest = { rule, left, use }
  }
  if (tightest === null) return
  const { rule, left, use } = tightest
  // A refused request is not counted.
  const counted = left < 0 ? { ...use, current: use.current - 1 } : use
  const reset = secondsUntilFree(rule.quota, counted, passed, WINDOW_S)
  // Refused requests are reported too: a node that still lets this key pass may have missed a count.
  for (const { key } of rules) counts.report(key)
  const headers = limitHeaders(rule.name, { limit: rule.quota, left, reset }, policy)
  for (const [name, value] of Object.entries(headers)) header(name, value)
  if (left < 0)
    throw new ApiError(
      'rate_limited',
      `Too many requests: the limit is ${rule.quota} per minute for ${SUBJECTS[rule.name]}. ` +
        `Retry after ${reset} s.`,
      { retryAfter: reset },
    )
  for (const { key } of rules) counts.add(key)
}

interface WindowCounts {
  /** Starts the current window if the clock has reached it. */
  advance: () => void
  /** Requests under a key in this window and the one before, on all nodes as far as known. */
  of: (key: string) => WindowUse
  add: (key: string) => void
  /** Sends the count of a key with the next message. */
  report: (key: string) => void
  /** How much of this window is over, 0 to 1. */
  passed: () => number
  stop: () => void
}

/** The counts of one window. */
interface Counts {
  own: Map<string, number>
  /** By node. */
  others: Map<string, Map<string, number>>
}

const noCounts = (): Counts => ({ own: new Map(), others: new Map() })

function sumOf({ own, others }: Counts, key: string): number {
  let sum = own.get(key) ?? 0
  for (const counts of others.values()) sum += counts.get(key) ?? 0
  return sum
}

/** The counts of the current window and of the one before: this node's and those of the others. */
function windowCounts(node: string, now: () => number, gossip: RateLimitGossip | null): WindowCounts {
  let window = Math.floor(now() / WINDOW_MS)
  let current = noCounts()
  let before = noCounts()
  /** Keys used since the last message: a busy minute has tens of thousands, a second of it far fewer. */
  const unreported = new Set<string>()

  const send = (): void => {
    if (unreported.size === 0) return
    const counts = Object.fromEntries(Array.from(unreported, (key) => [key, current.own.get(key) ?? 0]))
    unreported.clear()
    gossip?.send({ node, window, counts })
  }
  const advance = (): void => {
    const running = Math.floor(now() / WINDOW_MS)
    if (running === window) return
    // The last second of a window counts in the next one too.
    send()
    // The message may have come back at once, and moved the window.
    if (running === window) return
    before = running === window + 1 ? current : noCounts()
    window = running
    current = noCounts()
  }
  gossip?.receive((message) => {
    advance()
    if (message.node === node) return
    // What a node counted in the last second of a window arrives in the next one.
    const into = message.window === window ? current : before
    if (message.window !== window && message.window !== window - 1) return
    const known = into.others.get(message.node) ?? new Map<string, number>()
    for (const [key, count] of Object.entries(message.counts)) known.set(key, count)
    into.others.set(message.node, known)
  })
  const timer = gossip === null ? undefined : setInterval(send, GOSSIP_INTERVAL_MS)
  timer?.unref()

  return {
    advance,
    of: (key) => ({ before: sumOf(before, key), current: sumOf(current, key) }),
    add: (key) => {
      current.own.set(key, (current.own.get(key) ?? 0) + 1)
    },
    report: (key) => {
      unreported.add(key)
    },
    passed: () => Math.min(1, Math.max(0, now() / WINDOW_MS - window)),
    stop: () => {
      clearInterval(timer)
    },
  }
}
