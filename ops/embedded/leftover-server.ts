import { existsSync, readFileSync, rmSync } from 'node:fs'
import { commandLine, isAlive } from '../process/process-info.js'

const STOP_TIMEOUT_MS = 30_000

/**
 * Ends a server that an earlier run left behind, and waits until it is gone. Its pid file's first line is the pid; a process
 * whose command line does not name `marker` is somebody else's.
 */
export async function stopLeftoverServer(
  pidFile: string,
  marker: string,
  signal: 'SIGTERM' | 'SIGQUIT',
): Promise<void> {
  if (!existsSync(pidFile)) return
  const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0])
  if (Number.isInteger(pid) && pid > 1 && isAlive(pid) && commandLine(pid).includes(marker)) {
    process.kill(pid, signal)
    const until = Date.now() + STOP_TIMEOUT_MS
    while (isAlive(pid) && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 25))
    if (isAlive(pid)) process.kill(pid, 'SIGKILL')
  }
  rmSync(pidFile, { force: true })
}
