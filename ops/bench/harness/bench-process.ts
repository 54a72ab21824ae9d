/** Parts of a bench in processes of their own: a server under test and its load never share an event loop. */
import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundleFile } from '../../dev/bundle.mjs'
import { ROOT } from '../../config/paths.js'

const STOP_GRACE_MS = 8_000
const CLOCK_TICK_MS = 10

/** A part that answered `ready`; `facts` is what it said then. */
export interface BenchProcess<Facts> {
  pid: number
  ready: Facts
  /** Sends a question and waits for the part's next word. Rejects when the part ends first. */
  ask: <Answer>(question: unknown) => Promise<Answer>
  send: (word: unknown) => void
  /** Milliseconds of CPU the process has used (Linux; NaN elsewhere). */
  cpuMs: () => number
  /** SIGTERM, then SIGKILL after 8 s. Resolves when the process is gone. */
  stop: () => Promise<void>
}

const bundles = new Map<string, Promise<string>>()

/** The file as `npm start` would run it: bundled, once in this process's life. */
async function bundleOnce(file: string): Promise<string> {
  const out = join(
    ROOT,
    'node_modules',
    '.cache',
    'tripfold',
    `bench-${process.pid}`,
    `${basename(file, '.ts')}.mjs`,
  )
  if (bundles.size === 0)
    process.once('exit', () => {
      rmSync(dirname(out), { recursive: true, force: true })
    })
  const made = bundles.get(file) ?? bundleFile(ROOT, file, out).then(() => out)
  bundles.set(file, made)
  return await made
}

/**
 * Starts the TypeScript file as a process with an IPC channel, hands it `options` as its first message and resolves with its
 * first answer (the part says where it listens, or simply that it is up). Its output goes to ours only when it fails.
 */
export async function spawnBenchProcess<Facts>(
  file: URL,
  options: unknown,
  execArgv: string[] = [],
): Promise<BenchProcess<Facts>> {
  const child = fork(await bundleOnce(fileURLToPath(file)), [], {
    execArgv,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    serialization: 'advanced',
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-4_000)
    })
  const word = async <Answer>(): Promise<Answer> =>
    await nextMessage<Answer>(child, () => `${file.pathname} ended\n${output}`)
  const ready = word<Facts>()
  child.send(options as object)
  const facts = await ready
  return {
    pid: child.pid ?? 0,
    ready: facts,
    ask: async (question) => {
      const answer = word()
      child.send(question as object)
      return (await answer) as never
    },
    send: (said) => {
      child.send(said as object)
    },
    cpuMs: () => cpuMs(child.pid ?? 0),
    stop: async () => {
      await stopProcess(child)
    },
  }
}

async function nextMessage<Answer>(child: ChildProcess, why: () => string): Promise<Answer> {
  return await new Promise<Answer>((resolve, reject) => {
    const heard = (answer: unknown): void => {
      child.off('exit', ended)
      resolve(answer as Answer)
    }
    const ended = (): void => {
      child.off('message', heard)
      reject(new Error(why()))
    }
    child.once('message', heard)
    child.once('exit', ended)
  })
}

/** Ends a process we started, politely first. */
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

/** CPU time of a process so far, user and system, from /proc; NaN where there is none. */
export function cpuMs(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) * CLOCK_TICK_MS
  } catch {
    return NaN
  }
}

/** Inside a part: resolves with the options `spawnPart` sent, and ends the process when the bench goes away. */
export async function processOptions<Options>(): Promise<Options> {
  process.once('disconnect', () => process.exit(0))
  return await new Promise<Options>((resolve) => {
    process.once('message', (options) => {
      resolve(options as Options)
    })
  })
}

/** Inside a part: answers the bench. */
export function replyToBench(word: unknown): void {
  process.send?.(word)
}
