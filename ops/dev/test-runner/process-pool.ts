import { fork, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { passSignals } from '../../bootstrap/pass-signals.mjs'
import { ROOT } from '../../config/paths.js'
import { countResults, type Totals } from './tap-totals.js'
import { BUNDLED } from './bundle.js'

const PROGRAM = fileURLToPath(new URL('./test-process.mjs', import.meta.url))
const STDERR_CHARS = 20_000
const FILE_RESULT = /^(not ok|ok) \d+ - /

export interface TestPoolOptions {
  /** Files below the root; the files of a group run one after the other in one process. */
  groups: string[][]
  processes: number
  environment: Record<string, string | undefined>
  /** Gets each line worth showing. */
  show: (line: string) => void
}

type FromProcess = { is: 'idle' } | { is: 'running'; name: string }

/**
 * Runs test files in a few processes that take the next group whenever they are idle; a process that dies is
 * replaced, and the file it was running counts as failed. What a file wrote to stderr is shown only when it
 * failed.
 */
export async function runTestFiles(options: TestPoolOptions): Promise<Totals> {
  const queue = [...options.groups]
  const sum: Totals = { passed: 0, failed: 0 }
  let number = 0
  const show = (line: string): void => {
    options.show(FILE_RESULT.test(line) ? line.replace(/\d+/, String(++number)) : line)
  }
  const lane = async (slot: number): Promise<void> => {
    while (queue.length > 0) {
      const totals = await runProcess(queue, { ...options, show }, slot)
      sum.passed += totals.passed
      sum.failed += totals.failed
    }
  }
  await Promise.all(Array.from({ length: options.processes }, (_, slot) => lane(slot)))
  return sum
}

/** One process until the queue is empty or it dies. */
async function runProcess(queue: string[][], options: TestPoolOptions, slot: number): Promise<Totals> {
  const child = fork(PROGRAM, {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    execArgv: ['--enable-source-maps'],
    env: {
      ...options.environment,
      TRIPFOLD_TEST_SLOT: String(slot),
      TRIPFOLD_TEST_BUNDLE: join(ROOT, BUNDLED),
    },
  })
  passSignals(child)
  let running = 'the start of a test process'
  let stderr = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr = (stderr + chunk.toString()).slice(-STDERR_CHARS)
  })
  child.on('message', (message: FromProcess) => {
    if (message.is === 'idle') sendNext(child, queue)
    else {
      running = message.name
      stderr = ''
    }
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  const totals = await countResults(child.stdout!, (line) => {
    if (!line.show) return
    if (line.text.startsWith('not ok') && stderr !== '') options.show(stderr)
    options.show(line.text)
  })
  const code = await ended
  if (code !== 0 && totals.failed === 0) {
    totals.failed += 1
    options.show(`${stderr}\nnot ok 0 - ${running}: the process ended with ${String(code)}`)
  }
  return totals
}

function sendNext(child: ChildProcess, queue: string[][]): void {
  const group = queue.shift() ?? []
  child.send(group.map((name) => ({ name, path: join(ROOT, BUNDLED, name.replace(/\.ts$/, '.mjs')) })))
}
