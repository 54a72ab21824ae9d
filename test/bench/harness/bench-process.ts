/** Processes of a bench: a server under test and its load must not share an event loop. */
import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ROOT } from '../../../ops/config/paths.js'
import { bundleFile } from '../../runner/bundle-files.js'

const STOP_GRACE_MS = 8_000
const CLOCK_TICK_MS = 10
const KEPT_OUTPUT_CHARS = 4_000

/** A process that is ready; `ready` is its first message. */
export interface BenchProcess<Ready> {
  pid: number
  ready: Ready
  /**
   * Sends a request and resolves with the next message of the process. Rejects if the process exits first.
   */
  ask: <Answer>(request: unknown) => Promise<Answer>
  send: (message: unknown) => void
  /** Milliseconds of CPU that the process has used (Linux; NaN elsewhere). */
  cpuMs: () => number
  /** Sends SIGTERM, and SIGKILL after 8 s. Resolves when the process has exited. */
  stop: () => Promise<void>
}

const bundles = new Map<string, Promise<string>>()

/** Bundles the file once for this process, because `npm start` runs a bundle too. */
async function bundleOnce(file: string): Promise<string> {
  const cache = join(ROOT, 'node_modules', '.cache', 'tripfold', `bench-${process.pid}`)
  const out = join(cache, `${basename(dirname(file))}-${basename(file, '.ts')}.mjs`)
  if (bundles.size === 0)
    process.once('exit', () => {
      rmSync(cache, { recursive: true, force: true })
    })
  const bundle = bundles.get(file) ?? bundleFile(ROOT, file, out).then(() => out)
  bundles.set(file, bundle)
  return await bundle
}

/**
 * Starts a TypeScript file as a process, sends it `options` and resolves when it answers, for example with
 * its port. Its output is shown only if it exits.
 */
export async function spawnBenchProcess<Ready>(
  file: URL,
  options: unknown,
  execArgv: string[] = [],
): Promise<BenchProcess<Ready>> {
  const child = fork(await bundleOnce(fileURLToPath(file)), [], {
    execArgv,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    serialization: 'advanced',
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-KEPT_OUTPUT_CHARS)
    })
  const next = async <Message>(): Promise<Message> =>
    await nextMessage<Message>(child, () => `${file.pathname} exited\n${output}`)
  const firstMessage = next<Ready>()
  child.send(options as object)
  const ready = await firstMessage
  return {
    pid: child.pid ?? 0,
    ready,
    ask: async (request) => {
      const answer = next()
      child.send(request as object)
      return (await answer) as never
    },
    send: (message) => {
      child.send(message as object)
    },
    cpuMs: () => cpuMs(child.pid ?? 0),
    stop: async () => {
      await stopProcess(child)
    },
  }
}

async function nextMessage<Message>(child: ChildProcess, reason: () => string): Promise<Message> {
  return await new Promise<Message>((resolve, reject) => {
    const onMessage = (message: unknown): void => {
      child.off('exit', onExit)
      resolve(message as Message)
    }
    const onExit = (): void => {
      child.off('message', onMessage)
      reject(new Error(reason()))
    }
    child.once('message', onMessage)
    child.once('exit', onExit)
  })
}

/** Sends SIGTERM, and SIGKILL after 8 s. Resolves when the process has exited. */
export async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  await new Promise<void>((resolve) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
    }, STOP_GRACE_MS)
    child.once('exit', () => {
      clearTimeout(timer)
      resolve()
    })
    child.kill('SIGTERM')
  })
}

/** User and system CPU time of a process in milliseconds, from /proc; NaN if there is none. */
export function cpuMs(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) * CLOCK_TICK_MS
  } catch {
    return NaN
  }
}

/** In a bench process: resolves with its options. Exits the process when the bench is gone. */
export async function processOptions<Options>(): Promise<Options> {
  process.once('disconnect', () => process.exit(0))
  return await new Promise<Options>((resolve) => {
    process.once('message', (options) => {
      resolve(options as Options)
    })
  })
}

/** In a bench process: sends a message to the bench. */
export function replyToBench(message: unknown): void {
  process.send?.(message)
}
