/**
 * A long run: random faults at intervals on one stack that is never restarted, and how often each was
 * inflicted.
 */
import { figures } from './fault.js'
import type { Base } from './base.js'
import type { Lab } from './lab.js'

const MAX_WORKERS = 4

type Inflict = (lab: Lab, base: Base) => Promise<void>

const faults: Record<string, Inflict> = {
  'SIGKILL of a worker, another started': async (lab) => {
    await lab.kill(lab.randomWorker()[0])
    await lab.startWorker()
  },
  'SIGSTOP of a worker for one to six seconds': async (lab) => {
    const [, worker] = lab.randomWorker()
    worker.child.kill('SIGSTOP')
    await lab.load(1 + 5 * lab.random())
    worker.child.kill('SIGCONT')
  },
  'scaled up': async (lab) => {
    if (lab.workers.size < MAX_WORKERS) await lab.startWorker()
  },
  'scaled down': async (lab) => {
    if (lab.workers.size > 1) await lab.stopWorker(lab.randomWorker()[0])
  },
  'the broker killed and started again': async (lab) => {
    await lab.restartNats(200 + 2_000 * lab.random())
  },
  'Postgres killed and started again': async (_lab, base) => {
    await base.restart()
  },
  'Postgres sessions terminated': async (lab) => {
    await lab.stack.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name like 'worker-%'`)
  },
  'Postgres connections dropped': async (lab) => {
    lab.pgProxy.drop()
  },
  'Postgres silent for the workers': async (lab) => {
    lab.pgProxy.stall(lab.random() < 0.5 ? 'both' : 'down')
    await lab.load(1 + 3 * lab.random())
    lab.pgProxy.resume()
  },
  'the broker silent for the workers': async (lab) => {
    lab.natsProxy.stall('both')
    await lab.load(1 + 4 * lab.random())
    lab.natsProxy.resume()
  },
  'acknowledgements to the senders lost': async (lab) => {
    lab.senderProxy.stall('down')
    await lab.load(1)
    lab.senderProxy.drop()
    lab.senderProxy.resume()
  },
}

/** Inflicts a random fault every `every` seconds for `minutes`, and reports how often each was inflicted. */
export async function longRun(
  lab: Lab,
  base: Base,
  minutes: number,
  every: number,
  report: (line: string) => void,
): Promise<void> {
  const since = new Date()
  const counts = new Map(Object.keys(faults).map((name) => [name, 0]))
  const names = [...counts.keys()]
  const end = performance.now() + minutes * 60_000
  while (performance.now() < end) {
    const began = performance.now()
    const name = names[Math.floor(lab.random() * names.length)] ?? ''
    await faults[name]?.(lab, base)
    counts.set(name, (counts.get(name) ?? 0) + 1)
    const stall = lab.stall()
    const memory = lab.memory()
    report(
      `${Math.round((end - began) / 1_000)} s left: ${name}; ${lab.journal.acked.length} acknowledged, longest stall ${stall} ms, workers ${memory.join(', ')} MiB`,
    )
    await lab.load(Math.max(1, every - (performance.now() - began) / 1_000))
  }
  for (const [name, count] of counts) report(`${count} times ${name}`)
  report(figures('change of owner', await lab.pauses(since)))
}
