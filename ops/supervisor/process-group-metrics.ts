/** Metrics of the supervisor about its processes. */
import { Gauge } from 'prom-client'
import type { Registry } from 'prom-client'
import type { SupervisedProcess } from './child-process.js'

/** Read at each scrape: a process that was removed disappears. */
export function processGroupMetrics(registry: Registry, processes: () => SupervisedProcess[]): void {
  const perProcess = (name: string, help: string, read: (one: SupervisedProcess) => number): void => {
    const gauge = new Gauge({
      name: `tripfold_supervised_${name}`,
      help,
      labelNames: ['name'],
      registers: [registry],
      collect: () => {
        gauge.reset()
        for (const one of processes()) gauge.set({ name: one.name }, read(one))
      },
    })
  }
  perProcess('ready', 'Whether a supervised process is ready: 1 or 0.', (one) =>
    Number(one.state() === 'ready'),
  )
  perProcess('restarts', 'How often a supervised process was restarted.', (one) => one.restarts())
}
