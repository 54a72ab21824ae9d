/**
 * One stack per data folder. The lock names a process and the mark of its start, so that a pid used again is not taken for
 * the holder. It appears whole or not at all (a link of a finished file), and a holder that died is displaced.
 */
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { processStartMark } from '../process/process-info.js'

export interface LockHolder {
  pid: number
  start: string
  since: string
}

export type LockResult = { is: 'ours'; release: () => void } | { is: 'taken'; holder: LockHolder }

const MAX_ATTEMPTS = 5

/** Takes the lock for this process, or says who holds it. */
export function acquireLock(file: string): LockResult {
  const mine: LockHolder = {
    pid: process.pid,
    start: processStartMark(process.pid) ?? '',
    since: new Date().toISOString(),
  }
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, JSON.stringify(mine), { mode: 0o600 })
  try {
    for (let i = 0; i < MAX_ATTEMPTS; i++) {
      if (tryLink(draft, file))
        return {
          is: 'ours',
          release: () => {
            if (read(file)?.pid === process.pid) rmSync(file, { force: true })
          },
        }
      const holder = read(file)
      if (holder !== null && processStartMark(holder.pid) === holder.start) return { is: 'taken', holder }
      removeStaleLock(file, holder)
    }
    throw new Error(`the lock ${file} changes hands all the time`)
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Who holds the lock now; null when nobody alive does. */
export function lockHolder(file: string): LockHolder | null {
  const holder = read(file)
  return holder !== null && processStartMark(holder.pid) === holder.start ? holder : null
}

function tryLink(draft: string, file: string): boolean {
  try {
    linkSync(draft, file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** Moves a dead holder's lock away; another's, taken a moment ago, is put back. */
function removeStaleLock(file: string, dead: LockHolder | null): void {
  const aside = `${file}.stale.${process.pid}`
  try {
    renameSync(file, aside)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
  const moved = read(aside)
  if (moved !== null && moved.start !== dead?.start) tryLink(aside, file)
  rmSync(aside, { force: true })
}

function read(file: string): LockHolder | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as LockHolder
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
