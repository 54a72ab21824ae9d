/**
 * An endpoint that goes down and is repaired, on virtual time, against the delivery rules with a store of a few lines:
 * what waits is there within seconds of the first success, and nothing is given up before its time (webhooks.md 3.2).
 */
import t from 'tap'
import fc from 'fast-check'
import { isSuccess } from '../../../actors/delivery/attempt-result.js'
import type { AttemptResult } from '../../../actors/delivery/attempt-result.js'
import { enqueue, nextDeliveries, recordResult } from '../../../actors/delivery/decide.js'
import type { PendingDelivery } from '../../../actors/delivery/delivery-queues.js'
import { startEndpoint } from '../../../actors/delivery/endpoint-state.js'
import { DELIVERY_POLICY } from '../../../actors/delivery/policy.js'
import { propertyRuns } from '../../support/property-runs.js'

const START = 1_790_000_000_000
const SECOND = 1_000
const HOUR = 3_600 * SECOND
const SCHEDULE_MS = DELIVERY_POLICY.retrySchedule.reduce((sum, wait) => sum + wait, 0)
/** As db/webhooks/resume.ts has it. */
const MAX_RESUMED = 30
const IN_FLIGHT = 10

type Stored = PendingDelivery & { created: number; due: number; ended: { at: number; as: string } | null }
type Answer = (now: number) => AttemptResult

const answered = (status: number, ms: number): AttemptResult => ({
  is: 'answered',
  status,
  retryAfter: null,
  directive: null,
  ms,
})

const TIMEOUT: AttemptResult = { is: 'failed', error: 'timeout', ms: 15 * SECOND }

/** Delivers what is created at the instants until nothing waits; returns the deliveries, and when attempts succeeded and failed. */
function deliver(
  created: number[],
  answer: Answer,
): { stored: Stored[]; successes: number[]; failures: number[] } {
  const settings = { callback: '1', ordered: false, maxInFlight: IN_FLIGHT, ratePerSecond: null }
  const state = startEndpoint<Stored>(settings, {}, START, DELIVERY_POLICY)
  const stored = created.map((at, i): Stored => {
    const common = { member: null, sequence: null, attemptCount: 0, retryIndex: 0, waitsFor: null }
    return { ...common, event: `e${i}`, created: at, due: at, ended: null }
  })
  const read = new Set<Stored>()
  const inFlight: Array<{ at: number; delivery: Stored; result: AttemptResult }> = []
  const [successes, failures]: [number[], number[]] = [[], []]
  const finish = (now: number, delivery: Stored, result: AttemptResult): void => {
    const { outcome, isRepaired } = recordResult(state, delivery, result, now, 0)
    read.delete(delivery)
    delivery.attemptCount += 1
    delivery.retryIndex += 1
    if (outcome.is === 'waiting') delivery.due = outcome.until
    else delivery.ended = { at: now, as: outcome.is === 'ended' ? outcome.state : outcome.is }
    ;(isSuccess(result) ? successes : failures).push(now)
    if (!isRepaired) return
    for (const one of stored) {
      const isWaiting = one.ended === null && one.due > now && one.retryIndex > 0
      if (!isWaiting || one.attemptCount - one.retryIndex >= MAX_RESUMED) continue
      one.due = now
      one.retryIndex -= 1
    }
  }
  for (let now = START; ;) {
    for (const one of inFlight.filter(({ at }) => at <= now)) {
      inFlight.splice(inFlight.indexOf(one), 1)
      finish(now, one.delivery, one.result)
    }
    const due = stored.filter((one) => one.ended === null && one.due <= now && !read.has(one))
    for (const one of due) read.add(one)
    enqueue(state, due)
    const { send, wake } = nextDeliveries(state, now)
    for (const delivery of send) {
      const result = answer(now)
      inFlight.push({ at: now + result.ms, delivery, result })
    }
    const waiting = stored.flatMap((one) => (one.ended === null && !read.has(one) ? one.due : []))
    const next = Math.min(...inFlight.map(({ at }) => at), ...waiting, wake ?? Infinity)
    if (next === Infinity) return { stored, successes, failures }
    now = Math.max(next, now + 1)
  }
}

/** Instants of events: bursts of up to 40, a moment apart. */
const instants = (maxHours: number): fc.Arbitrary<number[]> =>
  fc
    .array(
      fc.record({
        at: fc.integer({ min: 0, max: maxHours * HOUR }),
        count: fc.integer({ min: 1, max: 40 }),
        apartMs: fc.integer({ min: 0, max: 2 * SECOND }),
      }),
      { minLength: 1, maxLength: 8 },
    )
    .map((bursts) => bursts.flatMap(({ at, count, apartMs }) => range(count, START + at, apartMs)).sort())

const range = (count: number, from: number, step: number): number[] =>
  Array.from({ length: count }, (_, i) => from + i * step)

/** Outages one after the other: when each begins after the last one, and how long it takes. */
const outages = fc.array(
  fc.record({
    after: fc.integer({ min: SECOND, max: 4 * HOUR }),
    takes: fc.oneof(
      fc.integer({ min: SECOND, max: 60 * SECOND }),
      fc.integer({ min: 60 * SECOND, max: 12 * HOUR }),
    ),
    isTimeout: fc.boolean(),
    /** Events from half a minute before its end to half a minute after. */
    around: fc.array(fc.integer({ min: -30 * SECOND, max: 30 * SECOND }), { maxLength: 40 }),
  }),
  { minLength: 1, maxLength: 4 },
)

t.test('a repaired endpoint has its backlog within seconds of its first success', async (t) => {
  let backlogs = 0
  fc.assert(
    fc.property(instants(20), outages, (some, list) => {
      let end = START
      const created = [...some]
      const down = list.map(({ after, takes, isTimeout, around }) => {
        const from = end + after
        end = from + takes
        for (const one of around) created.push(end + one)
        return { from, until: end, result: isTimeout ? TIMEOUT : answered(500, 20) }
      })
      const { stored, successes, failures } = deliver(
        created,
        (now) => down.find(({ from, until }) => now >= from && now < until)?.result ?? answered(200, 20),
      )
      for (const [i, { until }] of down.entries()) {
        // Attempts before it ended may still be answered, by failing.
        const first = successes.find((at) => at >= until + 20)
        const before = successes.findLast((at) => at < (first ?? 0)) ?? 0
        const failing = failures.find((at) => at > before) ?? Infinity
        // Not seen to be out: the first wait is shorter than that.
        if (first === undefined || first - failing < DELIVERY_POLICY.outAfter) continue
        const nextOutage = down[i + 1]?.from ?? Infinity
        const backlog = stored.filter((one) => one.created < first && (one.ended?.at ?? Infinity) >= first)
        const isBy = first + 15 * SECOND + 5 * SECOND + (backlog.length / IN_FLIGHT) * 20
        if (isBy >= nextOutage) continue
        backlogs += backlog.length > 1 ? 1 : 0
        const late = backlog.find((one) => one.ended === null || one.ended.at > isBy)
        if (late !== undefined) throw new Error(`${late.event} ${(late.ended?.at ?? 0) - first} ms late`)
      }
      if (stored.some((one) => one.ended?.as !== 'delivered')) throw new Error('something was given up')
    }),
    { numRuns: propertyRuns(600) },
  )
  t.comment(`${backlogs} backlogs`)
  t.ok(backlogs > 20, `${backlogs} backlogs`)
})

t.test('an endpoint that comes and goes costs no delivery an attempt of its schedule', async (t) => {
  let exhausted = 0
  fc.assert(
    fc.property(instants(60), fc.integer(), fc.integer({ min: 40, max: 97 }), (created, seed, share) => {
      // Five minutes it works, or fails: as the seed says.
      const works = (now: number): boolean =>
        Math.abs(Math.imul(Math.floor(now / (300 * SECOND)) ^ seed, 0x9e3779b1) >> 8) % 100 >= share
      const { stored } = deliver(created, (now) => (works(now) ? answered(200, 20) : answered(500, 20)))
      for (const { ended, created, attemptCount } of stored) {
        if (attemptCount > DELIVERY_POLICY.retrySchedule.length + 1 + MAX_RESUMED)
          throw new Error(`${attemptCount} attempts`)
        if (ended?.as !== 'exhausted') continue
        exhausted += 1
        const age = ended.at - created
        if (age < SCHEDULE_MS) throw new Error(`given up after ${age} ms`)
      }
    }),
    { numRuns: propertyRuns(200) },
  )
  t.comment(`${exhausted} exhausted`)
})
