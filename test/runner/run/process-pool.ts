import { fork, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { passSignals } from '../../../ops/bootstrap/pass-signals.mjs'
import { ROOT } from '../../../ops/config/paths.js'
import { countResults, type Totals } from './tap-totals.js'
import { BUNDLED, bundledTest } from './bundle.js'
import { LANES, type Lane, type TestPlan } from './plan.js'

const PROGRAM = fileURLToPath(new URL('./test-process.mjs', import.meta.url))
const STDERR_CHARS = 20_000
/** Between the last file's end and that of its process. */
const EXIT_TIMEOUT_MS = 20_000
const FILE_RESULT = /^(not ok|ok) \d+ - /

export interface TestPoolOptions {
  /**
   * Files below the root. One process runs the pure ones, first of all; the files of a group run one after the other in one
   * process.
   */
  plan: Pick<TestPlan, 'pure' | 'groups' | 'processes'>
  /** Where the servers are, once they run: environment variables of the groups. */
  servers: Promise<Record<string, string>>
  /** Gets each line worth showing. */
  show: (line: string) => void
}

/** tap sends messages of its own. */
type FromProcess =
  | { is: 'idle' }
  | { is: 'running'; name: string }
  | { is: 'took'; name: string; wall: string; own: string; children: string }
  | { is: 'done' }

/** What a process is to run next; no file: nothing is left. */
interface Work {
  files: string[]
  environment: Record<string, string>
}

interface Queue {
  isEmpty: () => boolean
  /** The next files of a lane; once it is empty, those of another. */
  take: (lane: Lane) => Promise<Work>
  /** Puts files back that a process of a lane did not reach before it died. */
  giveBack: (files: string[], lane: Lane) => void
  /** Leaves the rest out: the run is being stopped. */
  empty: () => void
}

function queueOf({ plan: { pure, groups }, servers }: TestPoolOptions): Queue {
  const first = pure.length > 0 ? [pure] : []
  const left = {
    processor: [...groups.processor],
    waiting: [...groups.waiting],
    browser: [...groups.browser],
  }
  const next = (lane: Lane): string[] =>
    [lane, ...LANES]
      .map((one) => left[one])
      .find((one) => one.length > 0)
      ?.shift() ?? []
  return {
    isEmpty: () => first.length === 0 && LANES.every((lane) => left[lane].length === 0),
    take: async (lane) => {
      const files = first.shift()
      if (files !== undefined) return { files, environment: {} }
      const environment = await servers
      return { files: next(lane), environment }
    },
    giveBack: (files, lane) => {
      if (files.length > 0) left[lane].unshift(files)
    },
    empty: () => {
      first.length = 0
      for (const lane of LANES) left[lane].length = 0
    },
  }
}

/**
 * Runs test files in a few processes that take the next group whenever they are idle; a process that dies is
 * replaced, and the file it was running counts as failed. What a file wrote to stderr is shown only when it
 * failed. Rejects if the servers do not start.
 */
export async function runTestFiles(options: TestPoolOptions): Promise<Totals> {
  const queue = queueOf(options)
  const sum: Totals = { passed: 0, failed: 0 }
  let number = 0
  const show = (line: string): void => {
    options.show(FILE_RESULT.test(line) ? line.replace(/\d+/, String(++number)) : line)
  }
  const keepRunning = async (lane: Lane, slot: number): Promise<void> => {
    while (!queue.isEmpty()) {
      const totals = await runProcess(queue, show, { lane, slot })
      sum.passed += totals.passed
      sum.failed += totals.failed
      if (!queue.isEmpty()) await options.servers
    }
  }
  await Promise.all(options.plan.processes.map(keepRunning))
  return sum
}

/** One process until the queue is empty or it dies. */
async function runProcess(
  queue: Queue,
  show: (line: string) => void,
  { lane, slot }: { lane: Lane; slot: number },
): Promise<Totals> {
  const child = fork(PROGRAM, {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    execArgv: ['--enable-source-maps'],
    env: {
      ...process.env,
      TRIPFOLD_TEST_SLOT: String(slot),
      TRIPFOLD_TEST_BUNDLE: join(ROOT, BUNDLED),
    },
  })
  const stopped = passSignals(child)
  let running = 'the start of a test process'
  let left: string[] = []
  let isDone = false
  let exitTimer: NodeJS.Timeout | undefined
  let stderr = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr = (stderr + chunk.toString()).slice(-STDERR_CHARS)
  })
  child.on('message', (message: FromProcess) => {
    if (message.is === 'done') {
      isDone = true
      exitTimer = setTimeout(() => {
        stderr += `\nA test of this process left something running: it was ended after ${EXIT_TIMEOUT_MS / 1e3} s.`
        child.kill('SIGKILL')
      }, EXIT_TIMEOUT_MS)
    } else if (message.is === 'running') {
      running = message.name
      left = left.filter((name) => name !== running)
      stderr = ''
    } else if (message.is === 'took')
      show(`# ${message.name}: ${message.wall} s, CPU ${message.own} s, its processes ${message.children} s`)
    else if (message.is === 'idle')
      void sendNext(child, queue, lane).then((files) => {
        left = files
      })
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  const totals = await countResults(child.stdout!, (line) => {
    if (!line.show) return
    if (line.text.startsWith('not ok') && stderr !== '') show(stderr)
    show(line.text)
  })
  const code = await ended
  clearTimeout(exitTimer)
  if (!isDone || (code !== 0 && totals.failed === 0)) {
    totals.failed += 1
    show(`${stderr}\nnot ok 0 - ${running}: the process ended with ${String(code)}`)
  }
  if (stopped()) queue.empty()
  else queue.giveBack(left, lane)
  return totals
}

/** Gives a process its next files, and returns them. Without servers it has none: it ends. */
async function sendNext(child: ChildProcess, queue: Queue, lane: Lane): Promise<string[]> {
  const nothing: Work = { files: [], environment: {} }
  const { files, environment } = await queue.take(lane).catch(() => nothing)
  if (child.connected)
    child.send({
      environment,
      files: files.map((name) => ({ name, path: bundledTest(name) })),
    })
  return files
}
