/** The broker cut off from everybody by a packet filter (workers/README.md 7: 15). It needs root. */
import { until } from '../support/until.js'
import { onLab, type Fault } from './fault.js'
import { system } from './needs.js'

export const cutOff: Fault = {
  number: 15,
  name: 'the broker is cut off: packets to it and from it are dropped',
  needs: ['root', 'iptables'],
  run: onLab({}, async (lab, t) => {
    const filter = dropping(lab.stack.natsPort)
    t.teardown(filter.undo)
    filter.apply()
    try {
      await lab.load(0.5)
      const before = lab.journal.acked.length
      await until('ownership is given up', async () => (await lab.owners()).size === 0, 8_000)
      await lab.load(1)
      t.equal(lab.journal.acked.length, before, 'nothing is acknowledged meanwhile')
      t.ok(lab.journal.repeats() > 0, `${lab.journal.repeats()} were sent again`)
    } finally {
      filter.undo()
    }
    const before = lab.journal.acked.length
    await until(
      'all is owned again',
      async () =>
        [...(await lab.owners()).values()].reduce((sum, count) => sum + count, 0) === lab.partitions,
      60_000,
    )
    await until('senders are heard again', () => lab.journal.acked.length > before + 50, 60_000)
  }),
}

/** Rules that drop what goes to a port of this machine and what comes from it, undone even when the process ends. */
function dropping(port: number): { apply: () => void; undo: () => void } {
  const rules = ['--dport', '--sport'].map((side) => [
    'INPUT',
    '-i',
    'lo',
    '-p',
    'tcp',
    side,
    String(port),
    '-j',
    'DROP',
  ])
  let applied: string[][] = []
  const undo = (): void => {
    process.off('exit', undo)
    const there = applied
    applied = []
    for (const rule of there) system('iptables', '-w', '-D', ...rule)
  }
  return {
    apply: () => {
      process.once('exit', undo)
      for (const rule of rules) {
        system('iptables', '-w', '-I', ...rule)
        applied.push(rule)
      }
    },
    undo,
  }
}
