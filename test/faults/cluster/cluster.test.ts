/**
 * The product on a cluster of three nats-servers. Environment: FAULT_SEED, FAULT_ONLY (part of a name, or a
 * number), FAULT_MINUTES: random faults for so long instead, one every FAULT_EVERY seconds.
 */
import t from 'tap'
import type { Test } from 'tap'
import { CLUSTER_FAULTS, RANDOM_FAULTS } from './cluster-faults.js'
import { clusterLab, type ClusterLab } from './cluster-lab.js'

const { FAULT_SEED = '1', FAULT_ONLY = '', FAULT_MINUTES = '0', FAULT_EVERY = '20' } = process.env
const minutes = Number(FAULT_MINUTES)

const KEPT = 'nothing lost or doubled, no event missed, no answer that a client cannot repeat'
const SETTLE_S = 90
/** Load before a fault and after it. */
const AROUND_MS = 3_000
const FAULT_TIMEOUT_MS = 400_000

const chosen = CLUSTER_FAULTS.filter(({ number, name }) =>
  /^\d+$/.test(FAULT_ONLY) ? Number(FAULT_ONLY) === number : name.includes(FAULT_ONLY),
)
t.setTimeout(FAULT_TIMEOUT_MS * (2 + chosen.length) + 120_000 * minutes)

if (minutes > 0 || chosen.length > 0) await runOnCluster()

async function runOnCluster(): Promise<void> {
  const lab = await clusterLab(t, { seed: Number(FAULT_SEED) })
  if (minutes > 0) {
    const name = `20 a random fault every ${FAULT_EVERY} seconds for ${minutes} minutes on a cluster`
    await t.test(name, { timeout: 600_000 + 90_000 * minutes }, async (t) => {
      try {
        await randomFaults(t, lab)
      } finally {
        await atTheEnd(t, lab)
      }
    })
    return
  }
  for (const fault of chosen)
    await t.test(`${fault.number} ${fault.name}`, { timeout: FAULT_TIMEOUT_MS }, async (t) => {
      const before = pids(lab)
      await load(AROUND_MS)
      lab.availability.during(fault.name)
      await fault.inflict(lab)
      await lab.nats.settled()
      await load(AROUND_MS)
      t.same(await lab.checkpoint(SETTLE_S), [], KEPT)
      gapsAreBounded(t, lab, [fault])
      t.same(pids(lab), before, 'every process is the same as before')
      lab.availability.during('no fault')
    })
  await t.test('the cluster after all faults', { timeout: FAULT_TIMEOUT_MS }, async (t) => {
    await atTheEnd(t, lab)
  })
}

/** A random fault every FAULT_EVERY seconds; one that takes longer is not cut short. */
async function randomFaults(t: Test, lab: ClusterLab): Promise<void> {
  const end = performance.now() + minutes * 60_000
  while (performance.now() < end) {
    const began = performance.now()
    const fault = RANDOM_FAULTS[Math.floor(lab.random() * RANDOM_FAULTS.length)]
    if (fault === undefined) continue
    lab.availability.during(fault.name)
    await fault.inflict(lab)
    const left = Math.round((end - began) / 1_000)
    t.comment(`${left} s left: ${fault.name}; ${lab.clients.acked.length} acknowledged`)
    await load(Math.max(1_000, Number(FAULT_EVERY) * 1_000 - (performance.now() - began)))
    await lab.nats.settled()
  }
}

async function atTheEnd(t: Test, lab: ClusterLab): Promise<void> {
  t.same(await lab.verdict(2 * SETTLE_S), [], KEPT)
  for (const line of lab.report()) t.comment(line)
  gapsAreBounded(t, lab, minutes > 0 ? RANDOM_FAULTS : chosen)
  t.same(lab.processes.endedByThemselves(), [], 'no process ended by itself')
}

function gapsAreBounded(
  t: Test,
  { availability }: ClusterLab,
  faults: Array<{ name: string; maxGap: number }>,
): void {
  for (const { name, maxGap } of faults) {
    const gap = availability.byKind().get(name)?.longestGap ?? 0
    t.ok(
      gap < maxGap * 1_000,
      `${name}: ${(gap / 1_000).toFixed(1)} s without a 2xx, the goal is ${maxGap} s`,
    )
  }
}

function pids({ processes }: ClusterLab): string[] {
  return processes
    .all()
    .map(({ name, pid }) => `${name} ${pid}`)
    .sort()
}

async function load(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms))
}
