import { cpus } from 'node:os'

/** Milliseconds of CPU that everything on this machine has used. */
export function machineCpuMs(): number {
  return cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0)
}
