/** One run: a fleet under load and faults drawn from a seed, then time to recover, then the oracle. */
import { Clients } from './clients.js'
import { planFaults } from './faults.js'
import { Fleet } from './fleet.js'
import { startOperator } from './operator.js'
import { VirtualTime, type TraceEntry } from './virtual-time.js'

export interface Run {
  seed: number
  violations: string[]
  trace: TraceEntry[]
  /** Virtual milliseconds, and messages acknowledged. */
  lasted: number
}

/** Faults strike between these virtual times. */
const FAULTS_MS: [number, number] = [2_000, 12_000]
const LOAD_MS = 16_000
/**
 * From the end of the load all must be done in this time: a mismatch is confirmed for 25 s, an operator takes up to 10 s,
 * and hand-overs may be in between.
 */
const RECOVERY_MS = 90_000
const LOOK_MS = 500
const APIS = 2

export async function simulate(seed: number): Promise<Run> {
  const time = new VirtualTime(seed)
  const uninstall = time.install()
  let broken: unknown = null
  const onRejection = (reason: unknown): void => {
    broken ??= reason
  }
  process.on('unhandledRejection', onRejection)
  try {
    const { oracle } = await live(time)
    if (broken !== null) oracle.violated('unhandled', describe(broken))
    return { seed, violations: oracle.violations, trace: time.trace, lasted: time.now }
  } finally {
    process.off('unhandledRejection', onRejection)
    uninstall()
  }
}

async function live(time: VirtualTime): Promise<Fleet> {
  const isSmall = time.chance(0.25)
  // Large messages come often and to few partitions, so that steps are cut.
  const hasLarge = !isSmall && time.chance(0.3)
  const partitions = hasLarge ? 2 : time.pick([2, 4])
  const workers = Math.floor(time.between(2, 4))
  const fleet = new Fleet(time, {
    slices: 1_024,
    partitions,
    members: Math.floor(hasLarge ? 8 : time.between(3, 9)),
    maxMessages: isSmall ? 70 : 1e6,
    clocksOffMs: time.pick([0, 10_000]),
    // One more than the workers and api processes need, so that slots are leased again.
    idSlots: time.pick([workers + APIS + 1, 64]),
  })
  const pauseMs = time.between(300, 2_000)
  const clients = new Clients(fleet, hasLarge ? 300 : pauseMs, hasLarge ? 0.5 : 0)
  for (let worker = 0; worker < workers; worker++) fleet.startFold()
  const delivers = [fleet.startDeliver()]
  startOperator(fleet)
  clients.start(APIS)
  for (const member of fleet.db.members.keys()) if (time.chance(0.6)) consentLater(fleet, member)
  planFaults({ fleet, clients, delivers }, Math.floor(time.between(1, 7)), FAULTS_MS)
  time.after(LOAD_MS, null, () => {
    clients.isStopping = true
  })
  let isDone = false
  const look = (): void => {
    fleet.oracle.watch()
    isDone = clients.isStopping && clients.areDone() && fleet.oracle.unfinished().length === 0
    if (!isDone) time.after(LOOK_MS, null, look)
  }
  look()
  await time.run(() => isDone || fleet.oracle.violations.length > 0 || time.now > LOAD_MS + RECOVERY_MS)
  if (fleet.oracle.violations.length > 0) return fleet
  if (!isDone)
    fleet.oracle.violated(
      'liveness',
      [...fleet.oracle.unfinished(), ...(clients.areDone() ? [] : ['clients still wait'])].join('; '),
    )
  fleet.oracle.check()
  return fleet
}

function consentLater(fleet: Fleet, member: string): void {
  const { time, db, deliveries } = fleet
  time.after(time.between(0, 12_000), null, () => {
    time.note('consent', { member })
    deliveries.grants.push({ app: 1, member, created: db.options.now() })
  })
}

export function describe(value: unknown): string {
  if (value instanceof Error) return value.stack ?? value.message
  if (typeof value === 'string') return value
  return JSON.stringify(value, (_key, field: unknown) => (field instanceof Error ? field.message : field))
}
