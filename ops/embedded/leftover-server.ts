import { existsSync, readFileSync, rmSync } from 'node:fs'
import { commandLine, isAlive } from '../process/process-info.js'

const STOP_TIMEOUT_MS = 30_000
const POLL_INTERVAL_MS = 25

/**
 * Stops a server that an earlier run left behind, and waits until it has exited. The first line of the pid
 * file is its pid. A process whose command line does not contain `marker` is not ours and is left alone.
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
    const deadline = Date.now() + STOP_TIMEOUT_MS
    while (isAlive(pid) && Date.now() < deadline)
      await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS))
    if (isAlive(pid)) process.kill(pid, 'SIGKILL')
  }
  rmSync(pidFile, { force: true })
}
