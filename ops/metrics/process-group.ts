/** What the supervisor knows of its processes. */
import { Gauge } from 'prom-client'
import type { Registry } from 'prom-client'
import type { ProcessGroup } from '../supervisor/process-group.js'

/** Looked up when asked for: a process that was let go is no longer told of. */
export function processGroupMetrics(registry: Registry, crew: ProcessGroup): void {
  const perProcess = (
    name: string,
    help: string,
    pick: (member: ReturnType<ProcessGroup['processes']>[number]) => number,
  ): void => {
    const gauge = new Gauge({
      name: `tripfold_supervised_${name}`,
      help,
      labelNames: ['name'],
      registers: [registry],
      collect: () => {
        gauge.reset()
        for (const member of crew.processes()) gauge.set({ name: member.name }, pick(member))
      },
    })
  }
  perProcess('ready', 'Whether a process under the supervisor is ready: 1 or 0.', (member) =>
    Number(member.state() === 'ready'),
  )
  perProcess('restarts', 'How often it was started again.', (member) => member.restarts())
}
