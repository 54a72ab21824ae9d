import type { Registry } from 'prom-client'
import type { Log } from '../../schemas/base/log.js'
import type { Tracer } from '../../schemas/trace/tracer.js'
import type { Config } from '../config/config.js'
import type { Disposables } from '../process/disposables.js'
import type { OutageLog } from '../process/outage-log.js'

export const ROLES = ['api', 'fold', 'deliver', 'jobs'] as const
export type RoleName = (typeof ROLES)[number]

export interface RoleContext {
  config: Config
  log: Log
  /** Tells the log how to ask a server whether it answers; absent if the log does not ask. */
  watch?: OutageLog['watch']
  /** Unique name of this process: letters, digits and hyphens. */
  worker: string
  /** The registry for the metrics of the role. */
  registry: Registry
  /** Absent: tracing is off. */
  tracer?: Tracer
  /**
   * Everything the role opens. Closing it finishes the work in progress and releases everything, in well under
   * 30 s; it is closed when the role stops and after a failed start.
   */
  open: Disposables
}

export interface RunningRole {
  /** Each check is `ok` or says briefly what is wrong. */
  checks: () => Promise<Record<string, string>>
}

export type StartRole = (context: RoleContext) => Promise<RunningRole>

/** Whether all checks are `ok`. */
export function allOk(checks: Record<string, string>): boolean {
  return Object.values(checks).every((check) => check === 'ok')
}
