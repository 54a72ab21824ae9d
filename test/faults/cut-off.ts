/** The broker is cut off from all clients by a packet filter (workers/DESIGN.md 7: 15). Needs root. */
import { until } from '../support/until.js'
import { onLab, type Fault } from './fault.js'
import { system } from './needs.js'

export const cutOff: Fault = {
  number: 15,
  name: 'the broker is cut off: all its packets are dropped',
  needs: ['root', 'iptables'],
  run: onLab({}, async (lab, t) => {
    const filter = dropping(lab.stack.natsPort)
    t.teardown(filter.undo)
    filter.apply()
    try {
      await lab.load(0.5)
      const before = lab.journal.acked.length
      await until('the workers give up their partitions', async () => (await lab.owners()).size === 0, 8_000)
      await lab.load(1)
      t.equal(lab.journal.acked.length, before, 'nothing is acknowledged meanwhile')
      t.ok(lab.journal.repeats() > 0, `${lab.journal.repeats()} publishes were repeated`)
    } finally {
      filter.undo()
    }
    const before = lab.journal.acked.length
    await lab.allOwned(60_000)
    await until('senders are acknowledged again', () => lab.journal.acked.length > before + 50, 60_000)
  }),
}

/** Filter rules that drop packets to and from a local port; undone even when the process exits. */
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
    const toRemove = applied
    applied = []
    for (const rule of toRemove) system('iptables', '-w', '-D', ...rule)
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
