/**
 * The connection of a simulated process to a server. A request takes some milliseconds each way. A connection that is cut
 * loses requests and answers on their way, while the server finishes what it has begun; one that is silent does so without
 * an error, until the client gives up.
 */
import type { SimProcess, VirtualTime } from './virtual-time.js'

/** As the socket would report it. */
export class LinkError extends Error {
  readonly code: string
  constructor(code: 'ECONNRESET' | 'ECONNREFUSED' | 'ETIMEDOUT') {
    super(`simulated ${code}`)
    this.code = code
  }
}

interface Waiting {
  reject: (error: Error) => void
  /** Has reached the server. */
  arrived: boolean
  dropped: boolean
}

export interface LinkOptions {
  /** After how long a request without an answer fails. */
  timeoutMs: number
  /** Whether the server takes requests now. */
  isUp: () => boolean
  /** A server that is away does not refuse connections but says nothing. */
  isSilentWhenDown: boolean
  /** One connection delivers in order; a pool has several. */
  isOrdered: boolean
}

export class Link {
  /** Raised whenever the connection is lost. */
  generation = 0
  silent = false
  /** Added to each way. */
  extraMs = 0
  private readonly waiting = new Set<Waiting>()
  private lastArrival = 0
  private lastAnswer = 0

  constructor(
    private readonly time: VirtualTime,
    readonly process: SimProcess,
    private readonly options: LinkOptions,
  ) {}

  /** Runs `work` at the server, outside the process. Rejects with what it throws, or a `LinkError`. */
  async call<T>(work: () => T | Promise<T>): Promise<T> {
    const { time, process, options } = this
    return await new Promise<T>((resolve, reject) => {
      const request: Waiting = { arrived: false, dropped: false, reject }
      this.waiting.add(request)
      const timeout = time.after(options.timeoutMs, process, () => {
        this.waiting.delete(request)
        reject(new LinkError('ETIMEDOUT'))
      })
      const answer = (settle: () => void): void => {
        if (!this.waiting.has(request) || this.silent || request.dropped) return
        this.lastAnswer = this.nextAt(this.lastAnswer)
        time.after(this.lastAnswer - time.now, process, () => {
          if (!this.waiting.delete(request)) return
          timeout.run = null
          settle()
        })
      }
      const refuse = (): void => {
        answer(() => {
          reject(new LinkError('ECONNREFUSED'))
        })
      }
      this.lastArrival = this.nextAt(this.lastArrival)
      time.after(this.lastArrival - time.now, null, () => {
        if (request.dropped || this.silent) return
        if (!options.isUp()) {
          if (!options.isSilentWhenDown) refuse()
          return
        }
        request.arrived = true
        Promise.resolve()
          .then(work)
          .then(
            (value) => {
              answer(() => {
                resolve(value)
              })
            },
            (error: unknown) => {
              answer(() => {
                reject(error as Error)
              })
            },
          )
      })
    })
  }

  /** Ends the connection: what has arrived is done without an answer; of the rest some arrives and some does not. */
  cut(): void {
    this.generation += 1
    for (const request of this.waiting) {
      if (!request.arrived) request.dropped = this.time.chance(0.5)
      this.time.after(1, this.process, () => {
        request.reject(new LinkError('ECONNRESET'))
      })
    }
    this.waiting.clear()
  }

  private nextAt(last: number): number {
    const at = this.time.now + this.latency()
    return this.options.isOrdered ? Math.max(at, last) : at
  }

  latency(): number {
    return 0.2 + this.time.random() * 2 + this.extraMs
  }
}
