/**
 * One supervised process. It is starting until it reports `ready`, and starting again after each exit, with a
 * growing delay. When asked to stop it gets SIGTERM, and SIGKILL if it takes too long.
 */
import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import type { Log } from '../../schemas/base/log.js'
import type { Snapshot } from '../metrics/registry.js'
import type { NodeProgram } from '../process/node-program.js'
import type { ChildMessage } from './ipc-messages.js'
import { IpcRequests } from './ipc-requests.js'
import { watchLiveness } from './liveness.js'
import { HEALTHY_MS, restartDelay } from './restart-backoff.js'

export interface SupervisedProcessOptions {
  name: string
  program: NodeProgram
  args: string[]
  environment: Record<string, string | undefined>
  log: Log
  /** Milliseconds between SIGTERM and SIGKILL (default 30 s). */
  graceMs?: number
  /** Milliseconds between two liveness pings (default 5 s). */
  livenessIntervalMs?: number
  /** Exit codes after which another start is pointless. */
  fatalExitCodes?: readonly number[]
}

export type ProcessState = 'starting' | 'ready' | 'stopping'

export interface SupervisedProcess {
  readonly name: string
  pid: () => number | null
  restarts: () => number
  /** Resolves at the first `ready`. Rejects with a ProcessStartError if starting is given up. */
  readonly ready: Promise<void>
  /** The checks that the process reports; `{[name]: 'down'}` or the like while it cannot answer. */
  checks: () => Promise<Record<string, string>>
  /** The metrics of the process; empty while it cannot answer. */
  metrics: () => Promise<Snapshot>
  state: () => ProcessState
  stop: () => Promise<void>
}

const GRACE_MS = 30_000
/** Exits in a row before the first `ready` after which starting is given up. */
const MAX_START_ATTEMPTS = 5
const LIVENESS_INTERVAL_MS = 5_000

/** A process that could not be started. */
export class ProcessStartError extends Error {
  readonly code = 'process_start_failed'
  constructor(
    readonly processName: string,
    readonly exit: number | null,
    message: string,
  ) {
    super(message)
  }
}

/** Starts the process and keeps it running until `stop`. */
export function superviseProcess(options: SupervisedProcessOptions): SupervisedProcess {
  return new Supervision(options)
}

class Supervision implements SupervisedProcess {
  readonly name: string
  readonly ready: Promise<void>
  readonly #options: SupervisedProcessOptions
  readonly #log: Log
  readonly #requests: IpcRequests
  readonly #stopWatching: () => void
  #child: ChildProcess | null = null
  #exited = Promise.resolve()
  #state: ProcessState = 'starting'
  #restarts = 0
  #exitsInARow = 0
  /** What the start of the current child waits for. */
  #missing: Record<string, string> = {}
  #restartTimer: NodeJS.Timeout | null = null
  /** Settles `ready`; null once it is settled. */
  #firstReady: { resolve: () => void; reject: (error: Error) => void } | null = null

  constructor(options: SupervisedProcessOptions) {
    this.name = options.name
    this.#options = options
    this.#log = options.log
    this.#requests = new IpcRequests(options.name, options.log)
    this.ready = new Promise<void>((resolve, reject) => {
      this.#firstReady = { resolve, reject }
    })
    this.ready.catch((error: unknown) => {
      this.#log.error({ error, process: this.name }, 'process never became ready')
    })
    this.#start()
    this.#stopWatching = watchLiveness({
      intervalMs: options.livenessIntervalMs ?? LIVENESS_INTERVAL_MS,
      current: () => (this.#state === 'ready' ? this.#child : null),
      ping: async (child) => (await this.#requests.ask(child, 'alive')) !== null,
      onUnresponsive: (child, unanswered) => {
        this.#log.error(
          { process: this.name, child: child.pid, unanswered },
          'process does not answer; killing it',
        )
        child.kill('SIGKILL')
      },
    })
  }

  pid(): number | null {
    return this.#child?.pid ?? null
  }

  restarts(): number {
    return this.#restarts
  }

  state(): ProcessState {
    return this.#state
  }

  async checks(): Promise<Record<string, string>> {
    const child = this.#child
    if (child === null || this.#state !== 'ready')
      return { [this.name]: this.#state === 'ready' ? 'down' : this.#state, ...this.#prefixed(this.#missing) }
    const answer = await this.#requests.ask(child, 'checks')
    if (answer?.is !== 'checks') return { [this.name]: this.#child === null ? 'down' : 'does not answer' }
    return this.#prefixed(answer.checks)
  }

  async metrics(): Promise<Snapshot> {
    if (this.#child === null || this.#state !== 'ready') return []
    const answer = await this.#requests.ask(this.#child, 'metrics')
    return answer?.is === 'metrics' ? answer.metrics : []
  }

  async stop(): Promise<void> {
    const graceMs = this.#options.graceMs ?? GRACE_MS
    this.#state = 'stopping'
    if (this.#restartTimer !== null) clearTimeout(this.#restartTimer)
    this.#stopWatching()
    const child = this.#child
    if (child === null) return
    signal(child, 'SIGTERM')
    const timer = setTimeout(() => {
      this.#log.error({ process: this.name, grace_ms: graceMs }, 'process did not stop in time; killing it')
      signal(child, 'SIGKILL')
    }, graceMs)
    await this.#exited
    clearTimeout(timer)
  }

  #prefixed(checks: Record<string, string>): Record<string, string> {
    return Object.fromEntries(
      Object.entries(checks).map(([check, result]) => [`${this.name}.${check}`, result]),
    )
  }

  #start(): void {
    this.#restartTimer = null
    const startedAt = performance.now()
    let child: ChildProcess
    try {
      child = fork(this.#options.program.file, this.#options.args, {
        env: this.#options.environment,
        execArgv: this.#options.program.execArgv,
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
        // Its own session: Ctrl-C in the terminal reaches the supervisor only, which stops its processes in
        // order.
        detached: true,
      })
    } catch (error) {
      this.#log.error({ error, process: this.name }, 'process could not be started')
      this.#onExit(null, null, 0)
      return
    }
    this.#child = child
    child.on('message', (message: ChildMessage) => {
      if (message.is === 'waiting') this.#missing = message.missing
      else if (message.is !== 'ready') this.#requests.receive(message)
      else if (this.#state === 'starting') this.#onReady(child, performance.now() - startedAt)
    })
    this.#exited = new Promise((resolve) => {
      const onEnd = (exit: number | null, exitSignal: string | null): void => {
        this.#onExit(exit, exitSignal, performance.now() - startedAt)
        resolve()
      }
      child.once('exit', onEnd)
      child.on('error', (error) => {
        this.#log.error({ error, process: this.name }, 'process could not be started or reached')
        // A child that was never spawned emits no exit.
        if (child.pid === undefined) onEnd(null, null)
      })
    })
  }

  #onReady(child: ChildProcess, tookMs: number): void {
    this.#state = 'ready'
    this.#missing = {}
    this.#log.info({ process: this.name, child: child.pid, took_ms: Math.round(tookMs) }, 'process ready')
    this.#firstReady?.resolve()
    this.#firstReady = null
  }

  #onExit(exit: number | null, exitSignal: string | null, livedMs: number): void {
    this.#child = null
    this.#missing = {}
    this.#requests.abandon()
    if (this.#state === 'stopping') return
    this.#exitsInARow = livedMs >= HEALTHY_MS ? 1 : this.#exitsInARow + 1
    if (this.#firstReady !== null && this.#isHopeless(exit)) {
      this.#firstReady.reject(this.#startError(exit, exitSignal))
      this.#firstReady = null
      return
    }
    this.#state = 'starting'
    this.#restarts += 1
    const delay = restartDelay(this.#exitsInARow)
    this.#log.warn(
      {
        process: this.name,
        exit,
        signal: exitSignal,
        lived_ms: Math.round(livedMs),
        restart_in_ms: delay,
        exits_in_a_row: this.#exitsInARow,
      },
      'process exited; restarting',
    )
    this.#restartTimer = setTimeout(() => {
      this.#start()
    }, delay)
  }

  #isHopeless(exit: number | null): boolean {
    const { fatalExitCodes = [] } = this.#options
    return fatalExitCodes.includes(exit ?? -1) || this.#exitsInARow >= MAX_START_ATTEMPTS
  }

  #startError(exit: number | null, exitSignal: string | null): ProcessStartError {
    const times = this.#exitsInARow === 1 ? 'immediately' : `${this.#exitsInARow} times`
    const reason = exit ?? exitSignal ?? 'unknown'
    return new ProcessStartError(
      this.name,
      exit,
      `${this.name} exited ${times} before it was ready (exit ${reason})`,
    )
  }
}

/** Node's `kill` of a child without a pid would signal our own process group. */
function signal(child: ChildProcess, name: NodeJS.Signals): void {
  if (child.pid !== undefined) child.kill(name)
}
