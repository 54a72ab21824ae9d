/**
 * One supervised process. It is starting until it says `ready`, then ready, and starting again after it died, each time
 * after a longer pause; told to stop, it is stopping, and is killed when it takes too long.
 */
import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import type { Log } from '../../schemas/base/log.js'
import type { NodeProgram } from '../process/node-program.js'
import { HEALTHY_MS, restartDelay } from './restart-backoff.js'
import type { Snapshot } from '../metrics/registry.js'
import type { ChildMessage, SupervisorRequest } from './ipc-messages.js'

export interface SupervisedProcessOptions {
  name: string
  program: NodeProgram
  args: string[]
  environment: Record<string, string | undefined>
  log: Log
  /** Milliseconds to stop in. */
  graceMs?: number
  /** Deaths in a row before the first `ready` after which starting it is given up. */
  maxStartAttempts?: number
  /** Milliseconds between two questions whether it still answers; it is killed when several in a row go unanswered. */
  livenessIntervalMs?: number
  /** Exit codes that no further start would mend. */
  fatalExitCodes?: readonly number[]
}

export interface SupervisedProcess {
  name: string
  pid: () => number | null
  restarts: () => number
  /** Settles at the first `ready`; rejects when it never came to that. */
  ready: Promise<void>
  /** What the process says of itself; `{process: 'down'}` while it is not there. */
  checks: () => Promise<Record<string, string>>
  /** What it measures; nothing while it is not there or does not answer. */
  metrics: () => Promise<Snapshot>
  state: () => 'starting' | 'ready' | 'stopping'
  stop: () => Promise<void>
}

const GRACE_MS = 30_000
const MAX_START_ATTEMPTS = 5
const ANSWER_TIMEOUT_MS = 2_500
const LIVENESS_INTERVAL_MS = 5_000
/** Half a minute of silence: no long fold and no busy machine explains that, an endless loop does. */
const MAX_UNANSWERED_PINGS = 6

/** A process that cannot be brought to work. */
export class ProcessStartError extends Error {
  readonly code = 'member_failed'
  constructor(
    readonly member: string,
    readonly exit: number | null,
    message: string,
  ) {
    super(message)
  }
}

/** Starts the process and keeps it running until `stop`. */
export function superviseProcess(options: SupervisedProcessOptions): SupervisedProcess {
  const {
    name,
    log,
    graceMs: grace = GRACE_MS,
    maxStartAttempts: attempts = MAX_START_ATTEMPTS,
    livenessIntervalMs: watch = LIVENESS_INTERVAL_MS,
    fatalExitCodes: final = [],
  } = options
  let child: ChildProcess | null = null
  let over = Promise.resolve()
  let state: 'starting' | 'ready' | 'stopping' = 'starting'
  let restarts = 0
  let deaths = 0
  let pause: NodeJS.Timeout | null = null
  let questions = 0
  const waiting = new Map<number, (answer: ChildMessage | null) => void>()
  let first: { resolve: () => void; reject: (error: Error) => void } | null = null
  const ready = new Promise<void>((resolve, reject) => {
    first = { resolve, reject }
  })
  ready.catch((error: unknown) => {
    log.error({ error, process: name }, 'a process never became ready')
  })

  const died = (exit: number | null, signal: string | null, lived: number): void => {
    child = null
    for (const answer of waiting.values()) answer(null)
    waiting.clear()
    if (state === 'stopping') return
    deaths = lived >= HEALTHY_MS ? 1 : deaths + 1
    if (first !== null && (final.includes(exit ?? -1) || deaths >= attempts)) {
      first.reject(
        new ProcessStartError(
          name,
          exit,
          `${name} ended ${deaths === 1 ? 'at once' : `${deaths} times`} before it was ready (exit ${exit ?? signal ?? 'unknown'})`,
        ),
      )
      first = null
      return
    }
    state = 'starting'
    restarts += 1
    const wait = restartDelay(deaths)
    log.warn(
      { process: name, exit, signal, lived_ms: Math.round(lived), again_in_ms: wait, deaths },
      'a process ended by itself and is started again',
    )
    pause = setTimeout(start, wait)
  }

  const start = (): void => {
    pause = null
    const born = performance.now()
    let started: ChildProcess
    try {
      started = fork(options.program.file, options.args, {
        env: options.environment,
        execArgv: options.program.execArgv,
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
        // A session of its own: Ctrl-C in the terminal is for the supervisor, which stops its processes in order.
        detached: true,
      })
    } catch (error) {
      log.error({ error, process: name }, 'a process could not be started')
      return died(null, null, 0)
    }
    child = started
    started.on('message', (word: ChildMessage) => {
      if (word.is !== 'ready') {
        waiting.get(word.id)?.(word)
        waiting.delete(word.id)
      } else if (state === 'starting') {
        state = 'ready'
        log.info(
          { process: name, child: started.pid, took_ms: Math.round(performance.now() - born) },
          'a process is ready',
        )
        first?.resolve()
        first = null
      }
    })
    over = new Promise((resolve) => {
      const end = (exit: number | null, signal: string | null): void => {
        died(exit, signal, performance.now() - born)
        resolve()
      }
      started.once('exit', end)
      started.on('error', (error) => {
        log.error({ error, process: name }, 'a process could not be started or spoken to')
        // What never came to be has no exit.
        if (started.pid === undefined) end(null, null)
      })
    })
  }
  start()

  /** The answer; null when none came in time. */
  const ask = async (asked: ChildProcess, what: SupervisorRequest['ask']): Promise<ChildMessage | null> => {
    const id = questions++
    return await new Promise((resolve) => {
      const timer = setTimeout(() => {
        waiting.delete(id)
        resolve(null)
      }, ANSWER_TIMEOUT_MS)
      waiting.set(id, (answer) => {
        clearTimeout(timer)
        resolve(answer)
      })
      asked.send({ ask: what, id } satisfies SupervisorRequest, (error) => {
        if (error !== null) log.debug({ error, process: name }, 'a question did not reach its process')
      })
    })
  }

  let silences = 0
  let asked: ChildProcess | null = null
  const look = async (): Promise<void> => {
    if (child === null || state !== 'ready') return
    if (asked !== child) silences = 0
    asked = child
    const answer = await ask(asked, 'alive')
    silences = answer === null ? silences + 1 : 0
    if (silences < MAX_UNANSWERED_PINGS || asked !== child || state !== 'ready') return
    log.error(
      { process: name, child: asked.pid, silences },
      'a process has not answered for long and is killed; another takes its place',
    )
    silences = 0
    asked.kill('SIGKILL')
  }
  // One question at a time: the next is asked when the last was answered or given up.
  let watching = setTimeout(function again() {
    void look().then(() => {
      if (state !== 'stopping') watching = setTimeout(again, watch).unref()
    })
  }, watch).unref()

  return {
    name,
    pid: () => child?.pid ?? null,
    restarts: () => restarts,
    ready,
    state: () => state,
    checks: async () => {
      if (child === null || state !== 'ready') return { [name]: state === 'ready' ? 'down' : state }
      const answer = await ask(child, 'checks')
      if (answer?.is !== 'checks') return { [name]: child === null ? 'down' : 'does not answer' }
      return Object.fromEntries(
        Object.entries(answer.checks).map(([check, verdict]) => [`${name}.${check}`, verdict]),
      )
    },
    metrics: async () => {
      if (child === null || state !== 'ready') return []
      const answer = await ask(child, 'metrics')
      return answer?.is === 'metrics' ? answer.metrics : []
    },
    stop: async () => {
      state = 'stopping'
      if (pause !== null) clearTimeout(pause)
      clearTimeout(watching)
      const ending = child
      if (ending === null) return
      // In a child that never came to be Node has no pid, and signals our own group or whoever has the number it finds.
      const tell = (signal: NodeJS.Signals): void => {
        if (ending.pid !== undefined) ending.kill(signal)
      }
      tell('SIGTERM')
      const timer = setTimeout(() => {
        log.error({ process: name, grace_ms: grace }, 'a process did not stop in time and is killed')
        tell('SIGKILL')
      }, grace)
      await over
      clearTimeout(timer)
    },
  }
}
