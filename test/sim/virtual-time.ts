/**
 * Virtual time: every timer, clock and random number of the process follows a seed. One event fires at a time, then all
 * that follows from it without waiting, then the next event, so that a seed always gives the same run.
 *
 * A timer belongs to the simulated process in which it was set. So a process can be killed (its timers and the answers
 * on their way to it are dropped), and frozen (they wait until it thaws). Its monotonic clock goes on meanwhile, and its
 * wall clock may be set off.
 */
import { syncBuiltinESMExports } from 'node:module'
import timersPromises from 'node:timers/promises'

/** One operating-system process of the simulated fleet. */
export interface SimProcess {
  readonly name: string
  alive: boolean
  /** Since when it is frozen; null if it is not. */
  frozenAt: number | null
  /** How long it was frozen in all. */
  frozenMs: number
  /** What its wall clock shows too much, in milliseconds. */
  clockOffset: number
  /** Events that fired while it was frozen. */
  readonly waiting: SimEvent[]
}

interface SimEvent {
  at: number
  order: number
  process: SimProcess | null
  run: (() => void) | null
  everyMs: number | null
}

/** What happened when, and in which process; formatted only if the seed fails. */
export type TraceEntry = [at: number, process: string, what: string, fields: unknown]

/** Wall clock at virtual time 0. */
export const EPOCH_MS = Date.UTC(2027, 0, 1)

export class VirtualTime {
  now = 0
  current: SimProcess | null = null
  readonly trace: TraceEntry[] = []
  private readonly heap: SimEvent[] = []
  private order = 0
  private state: number

  constructor(seed: number) {
    this.state = (seed * 2_654_435_761 + 1) >>> 0
  }

  /** Uniform in [0, 1): mulberry32. */
  readonly random = (): number => {
    this.state = (this.state + 0x6d2b79f5) >>> 0
    let bits = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state)
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32
  }

  between(low: number, high: number): number {
    return low + this.random() * (high - low)
  }

  chance(share: number): boolean {
    return this.random() < share
  }

  pick<T>(from: readonly T[]): T {
    return from[Math.floor(this.random() * from.length)]!
  }

  note(what: string, fields: unknown = ''): void {
    this.trace.push([this.now, this.current?.name ?? 'world', what, fields])
  }

  /** Fires in the process (null: outside all of them) after `ms`. */
  after(ms: number, process: SimProcess | null, run: () => void, everyMs: number | null = null): SimEvent {
    const event = { at: this.now + Math.max(0, ms), order: this.order++, process, run, everyMs }
    this.push(event)
    return event
  }

  /** Resolves after `ms` in the present process. */
  async sleep(ms: number): Promise<void> {
    const { current } = this
    await new Promise<void>((resolve) => {
      this.after(ms, current, resolve)
    })
  }

  /** Runs `work` as if it was called in that process. */
  within<T>(process: SimProcess | null, work: () => T): T {
    const before = this.current
    this.current = process
    try {
      return work()
    } finally {
      this.current = before
    }
  }

  newProcess(name: string, clockOffset: number): SimProcess {
    return { name, alive: true, frozenAt: null, frozenMs: 0, clockOffset, waiting: [] }
  }

  kill(process: SimProcess): void {
    process.alive = false
    process.waiting.length = 0
  }

  freeze(process: SimProcess): void {
    process.frozenAt ??= this.now
  }

  thaw(process: SimProcess): void {
    if (process.frozenAt === null) return
    process.frozenMs += this.now - process.frozenAt
    process.frozenAt = null
    for (const event of process.waiting.splice(0)) {
      event.at = this.now
      event.order = this.order++
      this.push(event)
    }
  }

  /** Fires events until `isOver` says so, or nothing is left. */
  async run(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const event = this.pop()
      if (event === undefined) return
      this.now = event.at
      const owner = event.process
      if (event.run === null || owner?.alive === false) continue
      if (owner !== null && owner.frozenAt !== null) {
        owner.waiting.push(event)
        continue
      }
      this.current = owner
      const { run } = event
      if (event.everyMs === null) event.run = null
      else this.rearm(event)
      run()
      // A tick that is asked for in a microtask comes once no microtask is left: all that follows without waiting is done.
      await new Promise<void>((resolve) => {
        process.nextTick(resolve)
      })
      this.current = null
    }
  }

  /** Replaces the timers and clocks of the program; returns how to put them back. */
  install(): () => void {
    const real = { setTimeout, setInterval, setImmediate, clearTimeout, clearInterval, clearImmediate }
    const [realDateNow, realPerformanceNow, realDelay] = [
      Date.now,
      performance.now,
      timersPromises.setTimeout,
    ]
    const set = (ms: number | undefined, run: () => void, everyMs: number | null): unknown => {
      const event = this.after(ms ?? 0, this.current, run, everyMs)
      return Object.assign(event, { ref: () => event, unref: () => event, hasRef: () => true })
    }
    const clear = (event: SimEvent | null | undefined): void => {
      if (event == null) return
      event.run = null
      event.everyMs = null
    }
    Object.assign(globalThis, {
      setTimeout: (run: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) =>
        set(ms, () => run(...args), null),
      setInterval: (run: () => void, ms?: number) => set(ms, run, ms ?? 1),
      setImmediate: (run: () => void) => set(0, run, null),
      clearTimeout: clear,
      clearInterval: clear,
      clearImmediate: clear,
    })
    Date.now = () => EPOCH_MS + Math.floor(this.now) + (this.current?.clockOffset ?? 0)
    performance.now = () => this.now
    timersPromises.setTimeout = this.delay as typeof timersPromises.setTimeout
    syncBuiltinESMExports()
    return () => {
      Object.assign(globalThis, real)
      Date.now = realDateNow
      performance.now = realPerformanceNow
      timersPromises.setTimeout = realDelay
      syncBuiltinESMExports()
    }
  }

  /** `setTimeout` of node:timers/promises. */
  private readonly delay = async (
    ms: number,
    value?: unknown,
    { signal }: { signal?: AbortSignal } = {},
  ): Promise<unknown> =>
    await new Promise((resolve, reject) => {
      const stop = (): void => {
        event.run = null
        reject(new Error('aborted'))
      }
      const event = this.after(ms, this.current, () => {
        signal?.removeEventListener('abort', stop)
        resolve(value)
      })
      if (signal?.aborted === true) stop()
      else signal?.addEventListener('abort', stop, { once: true })
    })

  private rearm(event: SimEvent): void {
    event.at = this.now + Math.max(1, event.everyMs ?? 1)
    event.order = this.order++
    this.push(event)
  }

  private push(event: SimEvent): void {
    const { heap } = this
    let place = heap.push(event) - 1
    while (place > 0) {
      const parent = (place - 1) >> 1
      if (!isBefore(event, heap[parent]!)) break
      heap[place] = heap[parent]!
      place = parent
    }
    heap[place] = event
  }

  private pop(): SimEvent | undefined {
    const { heap } = this
    const first = heap[0]
    const last = heap.pop()
    if (last === undefined || heap.length === 0) return first
    let place = 0
    for (;;) {
      let child = 2 * place + 1
      if (child >= heap.length) break
      if (child + 1 < heap.length && isBefore(heap[child + 1]!, heap[child]!)) child += 1
      if (!isBefore(heap[child]!, last)) break
      heap[place] = heap[child]!
      place = child
    }
    heap[place] = last
    return first
  }
}

function isBefore(a: SimEvent, b: SimEvent): boolean {
  return a.at < b.at || (a.at === b.at && a.order < b.order)
}
