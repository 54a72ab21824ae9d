/** Who this process is, as its heartbeats show it. */
import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { ProcessIdentity } from '../../db/operator/process-heartbeat.js'
import { ROOT } from '../config/paths.js'

/** The identity of a role's process under its unique name `role-host-pid-suffix`. */
export function processIdentity(name: string): ProcessIdentity {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }
  return { name, role: name.slice(0, name.indexOf('-')), host: hostname(), pid: process.pid, version }
}
