import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The root of the clone. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Files in the data directory. */
export interface DataFiles {
  dir: string
  /** The process that runs from this directory (stack/lock.ts). */
  lock: string
  /** Addresses and credentials for scripts; exists while the stack is ready. */
  ready: string
  /** Settings of the running stack, for other commands of the same clone. */
  run: string
  /** The logins of the roles in the embedded database (stack/database-logins.ts). */
  logins: string
  /** The requested number of processes, and the processes there are (stack/scaling.ts). */
  scaleRequest: string
  processes: string
  /** The generated SECRET_KEY. */
  secret: string
  /** Credentials of the demo application and member, created once. */
  demo: string
  /** What the printed first command sends: the demo member's request headers, and a first batch. */
  demoHeaders: string
  firstBatch: string
  tls: string
  log: string
}

export function dataFiles(dir: string): DataFiles {
  return {
    dir,
    lock: join(dir, 'lock.json'),
    ready: join(dir, 'ready.json'),
    run: join(dir, 'run.json'),
    logins: join(dir, 'logins.json'),
    scaleRequest: join(dir, 'scale-request.json'),
    processes: join(dir, 'processes.json'),
    secret: join(dir, 'secret'),
    demo: join(dir, 'demo-application.json'),
    demoHeaders: join(dir, 'demo-headers'),
    firstBatch: join(dir, 'first-trip.json'),
    tls: join(dir, 'tls'),
    log: join(dir, 'tripfold.log'),
  }
}
