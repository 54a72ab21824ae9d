/** What the operating system knows about other processes of this machine. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

/** Whether the process exists; a zombie does not count. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  const stat = statOf(pid)
  return stat === null || stat[0] !== 'Z'
}

/**
 * Distinguishes two processes that had the same pid: boot id and start time from /proc, or the start time
 * from `ps`. Null if the process does not exist.
 */
export function processStartMark(pid: number): string | null {
  if (!isAlive(pid)) return null
  const stat = statOf(pid)
  if (stat !== null)
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${stat[19] ?? ''}`
  return askPs(pid, 'lstart=')
}

/** The command line of a process; empty if it does not exist. */
export function commandLine(pid: number): string {
  if (existsSync('/proc/self/cmdline')) {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'ENOENT' || code === 'ESRCH') return ''
      throw error
    }
  }
  return askPs(pid, 'args=') ?? ''
}

/** Fields of /proc/PID/stat after the name; null if there is no /proc or no such process. */
function statOf(pid: number): string[] | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch (error) {
    if (error instanceof Error && 'code' in error) return null
    throw error
  }
}

function askPs(pid: number, column: string): string | null {
  try {
    return execFileSync('ps', ['-o', column, '-p', String(pid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch (error) {
    if (error instanceof Error && 'status' in error) return null
    throw error
  }
}
