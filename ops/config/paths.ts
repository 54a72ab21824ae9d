import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The clone. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Files of a run, below the data folder. */
export interface DataFiles {
  dir: string
  /** Who runs here (lock.ts). */
  lock: string
  /** What scripts may use; there while everything is ready. */
  ready: string
  /** Settings of the running stack, for other commands of the same clone. */
  run: string
  /** How many processes are wanted, and which there are (scaling.ts). */
  scaleRequest: string
  processes: string
  /** Seals signing keys at rest. */
  secret: string
  /** The demo application's credentials, made once. */
  demo: string
  tls: string
  log: string
}

export function dataFiles(dir: string): DataFiles {
  return {
    dir,
    lock: join(dir, 'lock.json'),
    ready: join(dir, 'ready.json'),
    run: join(dir, 'run.json'),
    scaleRequest: join(dir, 'wish.json'),
    processes: join(dir, 'crew.json'),
    secret: join(dir, 'secret'),
    demo: join(dir, 'demo-application.json'),
    tls: join(dir, 'tls'),
    log: join(dir, 'tripfold.log'),
  }
}
