/**
 * Allows one stack per data directory. The lock names a process and its start mark, so a reused pid is not
 * taken for the holder. The file is linked from a finished draft, so it is never incomplete. The lock of a
 * dead holder is replaced.
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

/** Takes the lock for this process, or returns its holder. */
export function acquireLock(file: string): LockResult {
  const mine: LockHolder = {
    pid: process.pid,
    start: processStartMark(process.pid) ?? '',
    since: new Date().toISOString(),
  }
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, JSON.stringify(mine), { mode: 0o600 })
  try {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      if (tryLink(draft, file))
        return {
          is: 'ours',
          release: () => {
            if (read(file)?.pid === process.pid) rmSync(file, { force: true })
          },
        }
      const holder = read(file)
      if (holder !== null && isRunning(holder)) return { is: 'taken', holder }
      removeStaleLock(file, holder)
    }
    throw new Error(`the lock ${file} changed owners ${MAX_ATTEMPTS} times`)
  } finally {
    rmSync(draft, { force: true })
  }
}

/** The running process that holds the lock; null if there is none. */
export function lockHolder(file: string): LockHolder | null {
  const holder = read(file)
  return holder !== null && isRunning(holder) ? holder : null
}

function isRunning(holder: LockHolder): boolean {
  return processStartMark(holder.pid) === holder.start
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

/** Removes a dead holder's lock. If another process took the lock in the meantime, it is put back. */
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
