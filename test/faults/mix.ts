/** A random mix, seeded (design.md 7: 20). */
import { onLab, type Fault } from './fault.js'
import type { Lab } from './lab.js'

export const mix: Fault = {
  number: 20,
  name: 'a random mix',
  run: onLab({ workers: 2 }, async (lab, _t, { long }) => {
    for (let i = 0; i < 6 * long; i++) {
      await blow(lab)
      await lab.load(0.3)
    }
  })
}

async function blow (lab: Lab): Promise<void> {
  const roll = lab.dice()
  const [name, worker] = lab.any()
  if (roll < 0.25) {
    await lab.kill(name)
    await lab.hire()
  } else if (roll < 0.4) {
    worker.child.kill('SIGSTOP')
    await lab.load(0.5 + 3.5 * lab.dice())
    worker.child.kill('SIGCONT')
  } else if (roll < 0.55) {
    if (lab.workers.size > 1 && lab.dice() < 0.5) await lab.dismiss(name)
    else await lab.hire()
  } else if (roll < 0.7) {
    await lab.stack.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name like 'worker-%'`)
  } else if (roll < 0.8) await lab.restartNats(300)
  else if (roll < 0.9) lab.pgProxy.drop()
  else {
    lab.doorProxy.stall('down')
    await lab.load(1)
    lab.doorProxy.drop()
    lab.doorProxy.resume()
  }
}
