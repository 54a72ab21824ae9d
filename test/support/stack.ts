/** The whole product as a newcomer starts it: `npm start` from this clone, with a data folder of its own. */
import { execFile, execFileSync, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import type { Test } from 'tap'
import { serverFolder } from '../runner/servers/server-folder.js'
import { removeHome } from '../../ops/embedded/server-home.js'
import { ROOT, dataFiles } from '../../ops/config/paths.js'
import { isAlive } from '../../ops/process/process-info.js'
import type { ReadyFile } from '../../ops/stack/ready-file.js'
import { until } from './until.js'

export interface Stack {
  dir: string
  /** Without the demo's fields if a server is not embedded. */
  ready: Required<ReadyFile>
  /** What the start printed. */
  printed: () => string
  /** The process a newcomer has in the terminal. */
  outer: ChildProcess
  supervisor: number
  /** Every process of the stack, by id. */
  processes: number[]
  ended: Promise<{ code: number | null; signal: string | null }>
}

/** Stops the stack at the end of a test or of the process. */
interface Owner {
  teardown: (stop: () => Promise<void>) => unknown
}

const START_MS = 200_000
const SHELL_MS = 30_000

/** A data folder that is removed with its servers' folders when the test ends. */
export function stackFolder(t: Test): string {
  const dir = serverFolder('tripfold-e2e-')
  t.teardown(() => {
    removeHome(dir)
  })
  return dir
}

/** Settings for a stack of tests: nothing of the environment's servers, no limits. */
export function stackEnvironment(
  dir: string,
  more: Record<string, string | undefined> = {},
): Record<string, string | undefined> {
  return {
    ...process.env,
    DATABASE_URL: '',
    DATABASE_CONTROL_URL: '',
    NATS_URL: '',
    PORT: '',
    OPS_PORT: '',
    BASE_URL: '',
    AUTH_URL: '',
    RATE_LIMIT_APP: '0',
    RATE_LIMIT_MEMBER: '0',
    RATE_LIMIT_NETWORK: '0',
    RATE_LIMIT_SEGMENTS: '0',
    FOLD_WORKERS_MAX: '1',
    DATA_DIR: dir,
    STREAM_MAX_BYTES: String(256 * 2 ** 20),
    npm_lifecycle_event: undefined,
    ...more,
  }
}

/** Starts the stack of the clone at `root` and waits until it is ready; ended with the test if it still runs. */
export async function startStack(
  t: Owner,
  dir: string,
  more: Record<string, string> = {},
  root = ROOT,
): Promise<Stack> {
  const outer = spawn(process.execPath, ['ops/bootstrap.mjs', 'start'], {
    cwd: root,
    env: stackEnvironment(dir, more),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [outer.stdout, outer.stderr])
    stream.on('data', (chunk: Buffer) => {
      printed += chunk.toString()
    })
  const ended = new Promise<{ code: number | null; signal: string | null }>((resolve) => {
    outer.once('exit', (code, signal) => {
      resolve({ code, signal })
    })
  })
  t.teardown(async () => {
    if (outer.exitCode === null && outer.signalCode === null) outer.kill('SIGTERM')
    await ended
  })
  const files = dataFiles(dir)
  let gone = false
  void ended.then(() => {
    gone = true
  })
  await until(
    'the stack is ready',
    () => {
      if (gone) throw new Error(`the start ended:\n${printed}`)
      return existsSync(files.ready) && printed.includes('npm run reset')
    },
    START_MS,
  ).catch((error: unknown) => {
    throw new Error(`${String(error)}\n${printed}`)
  })
  const supervisor = (JSON.parse(readFileSync(files.lock, 'utf8')) as { pid: number }).pid
  return {
    dir,
    outer,
    supervisor,
    ended,
    printed: () => printed,
    processes: [supervisor, ...descendants(supervisor)],
    ready: JSON.parse(readFileSync(files.ready, 'utf8')) as Required<ReadyFile>,
  }
}

/** The command that the start printed, and one that reads the trip made by it. */
export function firstTripCommands({ dir, ready, printed }: Stack): { post: string; get: string } {
  const post = printed()
    .split('\n')
    .find((line) => line.startsWith('curl '))
  if (post === undefined) throw new Error(`no command was printed:\n${printed()}`)
  const curl = `curl -s --cacert '${ready.ca_file}' -H @'${dataFiles(dir).demoHeaders}'`
  return { post, get: `${curl} '${ready.base_url}/v2/trips/upcoming?segments=1'` }
}

/** Runs lines as if they had been pasted into a shell. */
export async function paste(lines: string, ms = SHELL_MS): Promise<string> {
  return (await promisify(execFile)('sh', ['-c', lines], { timeout: ms })).stdout
}

/** Waits until none of the stack's processes is left. */
export async function allGone(stack: Stack, ms = 30_000): Promise<void> {
  await until('no process of the stack is left', () => stack.processes.every((pid) => !isAlive(pid)), ms)
}

/** All processes below one. */
export function descendants(root: number): number[] {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
  const found: number[] = []
  const walk = (parent: number): void => {
    for (const [pid, ppid] of rows)
      if (ppid === parent && pid !== undefined) {
        found.push(pid)
        walk(pid)
      }
  }
  walk(root)
  return found
}
