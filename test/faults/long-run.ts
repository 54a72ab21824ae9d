/** A long run: a random fault every so often, on one stack that is never started anew, and the counts of what was done. */
import { figures } from './fault.js'
import type { Base, Lab } from './lab.js'

const MOST_WORKERS = 4

type Blow = (lab: Lab, base: Base) => Promise<void>

const blows: Record<string, Blow> = {
  'SIGKILL of a worker, another hired': async (lab) => {
    await lab.kill(lab.any()[0])
    await lab.hire()
  },
  'SIGSTOP of a worker for one to six seconds': async (lab) => {
    const [, worker] = lab.any()
    worker.child.kill('SIGSTOP')
    await lab.load(1 + 5 * lab.dice())
    worker.child.kill('SIGCONT')
  },
  'scaled up': async (lab) => {
    if (lab.workers.size < MOST_WORKERS) await lab.hire()
  },
  'scaled down': async (lab) => {
    if (lab.workers.size > 1) await lab.dismiss(lab.any()[0])
  },
  'the broker killed and started again': async (lab) => {
    await lab.restartNats(200 + 2_000 * lab.dice())
  },
  'Postgres killed and started again': async (_lab, base) => {
    await base.restart()
  },
  'sessions in Postgres ended': async (lab) => {
    await lab.stack.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name like 'worker-%'`)
  },
  'connections to Postgres cut': async (lab) => {
    lab.pgProxy.drop()
  },
  'Postgres silent for the workers': async (lab) => {
    lab.pgProxy.stall(lab.dice() < 0.5 ? 'both' : 'down')
    await lab.load(1 + 3 * lab.dice())
    lab.pgProxy.resume()
  },
  'the broker silent for the workers': async (lab) => {
    lab.natsProxy.stall('both')
    await lab.load(1 + 4 * lab.dice())
    lab.natsProxy.resume()
  },
  'acknowledgements lost on their way to the senders': async (lab) => {
    lab.doorProxy.stall('down')
    await lab.load(1)
    lab.doorProxy.drop()
    lab.doorProxy.resume()
  },
}

/** Hurts the lab for so many minutes, once in `every` seconds, and says how often each was done. */
export async function longRun(
  lab: Lab,
  base: Base,
  minutes: number,
  every: number,
  say: (line: string) => void,
): Promise<void> {
  const since = new Date()
  const counts = new Map(Object.keys(blows).map((name) => [name, 0]))
  const names = [...counts.keys()]
  const end = performance.now() + minutes * 60_000
  while (performance.now() < end) {
    const began = performance.now()
    const name = names[Math.floor(lab.dice() * names.length)] ?? ''
    await blows[name]?.(lab, base)
    counts.set(name, (counts.get(name) ?? 0) + 1)
    const stall = lab.stall()
    const memory = lab.memory()
    say(
      `${Math.round((end - began) / 1_000)} s left: ${name}; ${lab.journal.acked.length} acknowledged, longest stall ${stall} ms, workers ${memory.join(', ')} MiB`,
    )
    await lab.load(Math.max(1, every - (performance.now() - began) / 1_000))
  }
  for (const [name, count] of counts) say(`${count} times ${name}`)
  say(figures('change of owner', await lab.pauses(since)))
}
