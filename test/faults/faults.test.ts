/**
 * The faults of workers/DESIGN.md 7 that can be inflicted on one node, each on its own stack under load.
 * Environment: FAULT_SEED, FAULT_LONG (multiplies repetitions), FAULT_ONLY (part of a name, or a number),
 * FAULT_SHORT, FAULT_PRIVILEGED, FAULT_MUTANT, FAULT_SLACK (multiplies time limits; 1 on an idle machine),
 * and FAULT_MINUTES: one long run of random faults instead.
 */
import t from 'tap'
import { streamManager } from '../../workers/stream/setup.js'
import { clocks } from './clocks.js'
import { cutOff } from './cut-off.js'
import { disks } from './disks.js'
import { fallenBack } from './fallen-back.js'
import { KEPT, type Fault, type World } from './fault.js'
import { startBase } from './base.js'
import { heldSnapshot } from './held-snapshot.js'
import { lab } from './lab.js'
import { longRun } from './long-run.js'
import { mixes } from './mix.js'
import { MUTANTS } from './mutants.js'
import { missing } from './needs.js'
import { owners } from './owners.js'
import { poison } from './poison.js'
import { restored } from './restored.js'
import { serversAway } from './servers-away.js'
import { servers } from './servers.js'

const {
  FAULT_SEED = '1',
  FAULT_LONG = '1',
  FAULT_ONLY = '',
  FAULT_SHORT = '',
  FAULT_PRIVILEGED = '',
  FAULT_MUTANT = '',
  FAULT_SLACK = '3',
  FAULT_MINUTES = '0',
  FAULT_EVERY = '20',
} = process.env
const minutes = Number(FAULT_MINUTES)
const faults: Fault[] = [
  ...owners,
  ...servers,
  fallenBack,
  poison,
  ...mixes,
  ...disks,
  cutOff,
  ...clocks,
  serversAway,
  restored,
  heldSnapshot,
].sort((a, b) => a.number - b.number)

function chosen({ number, name, short, needs }: Fault): boolean {
  if (
    minutes > 0 ||
    (needs !== undefined) !== (FAULT_PRIVILEGED !== '') ||
    (FAULT_SHORT !== '' && short !== true)
  )
    return false
  return /^\d+$/.test(FAULT_ONLY) ? Number(FAULT_ONLY) === number : name.includes(FAULT_ONLY)
}

const base = await startBase()
t.teardown(async () => {
  await base.stop()
})
const world: World = {
  base,
  seed: Number(FAULT_SEED),
  long: Number(FAULT_LONG),
  slack: Number(FAULT_SLACK),
  mutant: MUTANTS.find((name) => name === FAULT_MUTANT) ?? null,
}
t.setTimeout(2_400_000 * world.long + 90_000 * minutes)
t.comment(
  `seed ${world.seed}, ${world.long} times as long, ${world.mutant === null ? 'the real worker' : `the mutant ${world.mutant}`}`,
)

if (minutes > 0) {
  await t.test(
    `20 a random fault every ${FAULT_EVERY} seconds for ${minutes} minutes`,
    { timeout: 120_000 + 90_000 * minutes },
    async (t) => {
      const at = await lab(t, base, {
        seed: world.seed,
        mutant: world.mutant,
        workers: 3,
        members: 48,
        pause: 200,
        maxBytes: 192 * 2 ** 20,
      })
      // No consumer reads EVENTS before the verdict, so nothing is removed from it.
      await (await streamManager(at.stack.nc)).streams.update('EVENTS', { max_bytes: 256 * 2 ** 20 })
      await longRun(at, base, minutes, Number(FAULT_EVERY), (line) => {
        t.comment(line)
      })
      t.same(await at.verdict(60), [], KEPT)
    },
  )
}

for (const { number, name, needs = [], timeoutMs = 120_000, run } of faults.filter(chosen)) {
  await t.test(`${number} ${name}`, { timeout: timeoutMs * world.long }, async (t) => {
    const lacking = missing(needs)
    if (lacking.length > 0) return t.fail(`cannot run here: ${lacking.join('; ')}`)
    await run(t, world)
  })
}
