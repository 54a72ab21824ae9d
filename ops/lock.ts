/**
 * One stack per data folder. The lock names a process and the mark of its start, so that a pid used again is not taken for
 * the holder. It appears whole or not at all (a link of a finished file), and a holder that died is displaced.
 */
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { startMark } from './processes.js'

export interface Holder {
  pid: number
  start: string
  since: string
}

export type Locked = { is: 'ours'; release: () => void } | { is: 'taken'; holder: Holder }

const TRIES = 5

/** Takes the lock for this process, or says who holds it. */
export function takeLock(file: string): Locked {
  const mine: Holder = {
    pid: process.pid,
    start: startMark(process.pid) ?? '',
    since: new Date().toISOString(),
  }
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, JSON.stringify(mine), { mode: 0o600 })
  try {
    for (let i = 0; i < TRIES; i++) {
      if (linked(draft, file))
        return {
          is: 'ours',
          release: () => {
            if (read(file)?.pid === process.pid) rmSync(file, { force: true })
          },
        }
      const holder = read(file)
      if (holder !== null && startMark(holder.pid) === holder.start) return { is: 'taken', holder }
      displace(file, holder)
    }
    throw new Error(`the lock ${file} changes hands all the time`)
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Who holds the lock now; null when nobody alive does. */
export function holderOf(file: string): Holder | null {
  const holder = read(file)
  return holder !== null && startMark(holder.pid) === holder.start ? holder : null
}

function linked(draft: string, file: string): boolean {
  try {
    linkSync(draft, file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** Moves a dead holder's lock away; another's, taken a moment ago, is put back. */
function displace(file: string, dead: Holder | null): void {
  const aside = `${file}.stale.${process.pid}`
  try {
    renameSync(file, aside)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
  const moved = read(aside)
  if (moved !== null && moved.start !== dead?.start) linked(aside, file)
  rmSync(aside, { force: true })
}

function read(file: string): Holder | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Holder
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
