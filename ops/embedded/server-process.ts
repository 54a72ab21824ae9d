import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { OsAccount } from './os-account.js'

export interface ServerProcess {
  pid: number
  /** Resolves with the end of the server's output when it and its wrapper have exited, for whatever reason. */
  ended: Promise<string>
  /** Calls `listener` with everything the server writes from now on. */
  onOutput: (listener: (text: string) => void) => void
  /** Asks the server to stop and waits for it. */
  stop: () => Promise<void>
  /** Kills the server and its wrapper at once, as a crash would. */
  kill: () => void
}

export interface ServerProcessOptions {
  command: string
  args: string[]
  cwd: string
  account: OsAccount | null
  stopSignal: 'SIGINT' | 'SIGTERM'
}

const KEPT_OUTPUT_CHARS = 4_000

/** Runs a server under a wrapper (server-wrapper.mjs), so that it never outlives this process. */
export function runServerProcess(options: ServerProcessOptions): ServerProcess {
  const wrapper = fileURLToPath(new URL('./server-wrapper.mjs', import.meta.url))
  const { account } = options
  const child = spawn(
    process.execPath,
    [
      wrapper,
      options.stopSignal,
      account === null ? '-' : String(account.uid),
      account === null ? '-' : String(account.gid),
      options.cwd,
      options.command,
      ...options.args,
    ],
    { stdio: ['pipe', 'pipe', 'pipe'], detached: true },
  )
  let output = ''
  const listeners: Array<(text: string) => void> = []
  const onData = (chunk: Buffer): void => {
    const text = chunk.toString('utf8')
    output = (output + text).slice(-KEPT_OUTPUT_CHARS)
    for (const listener of listeners) listener(text)
  }
  child.stdout.on('data', onData)
  child.stderr.on('data', onData)
  const ended = new Promise<string>((resolve) => {
    // The wrapper may be gone before the server, which has its output until it is gone too.
    child.once('close', () => resolve(output))
    child.once('error', (error) => resolve(`${output}${error.message}`))
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
      const exited = once(child, 'exit')
      child.stdin.end()
      await exited
    },
    kill: () => {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    },
  }
}
