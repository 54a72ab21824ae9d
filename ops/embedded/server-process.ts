import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { OsAccount } from './os-account.js'

export interface ServerProcess {
  pid: number
  /** Settles when the server has ended, whoever ended it, with the last lines it wrote. */
  ended: Promise<string>
  /** Calls back with whatever the server writes from now on. */
  onOutput: (listener: (text: string) => void) => void
  /** Asks the server to stop and waits for it. */
  stop: () => Promise<void>
  /** Ends the server and its keeper at once, as a crash would. */
  kill: () => void
}

export interface ServerProcessOptions {
  command: string
  args: string[]
  cwd: string
  account: OsAccount | null
  stopSignal: 'SIGINT' | 'SIGTERM'
}

const TAIL_CHARS = 4_000

/** Runs a server under a keeper (keeper.mjs), so that it never outlives this process. */
export function runServerProcess(options: ServerProcessOptions): ServerProcess {
  const keeper = fileURLToPath(new URL('./server-wrapper.mjs', import.meta.url))
  const { account } = options
  const child = spawn(
    process.execPath,
    [
      keeper,
      options.stopSignal,
      account === null ? '-' : String(account.uid),
      account === null ? '-' : String(account.gid),
      options.cwd,
      options.command,
      ...options.args,
    ],
    { stdio: ['pipe', 'pipe', 'pipe'], detached: true },
  )
  let tail = ''
  const listeners: Array<(text: string) => void> = []
  const collect = (chunk: Buffer): void => {
    const text = chunk.toString('utf8')
    tail = (tail + text).slice(-TAIL_CHARS)
    for (const listener of listeners) listener(text)
  }
  child.stdout.on('data', collect)
  child.stderr.on('data', collect)
  const ended = new Promise<string>((resolve) => {
    child.once('exit', () => resolve(tail))
    child.once('error', (error) => resolve(`${tail}${error.message}`))
  })
  child.unref()
  for (const pipe of [child.stdin, child.stdout, child.stderr]) if (pipe instanceof Socket) pipe.unref()
  return {
    pid: child.pid ?? -1,
    ended,
    onOutput: (listener) => {
      listeners.push(listener)
    },
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.ref()
      const gone = once(child, 'exit')
      child.stdin.end()
      await gone
    },
    kill: () => {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    },
  }
}
