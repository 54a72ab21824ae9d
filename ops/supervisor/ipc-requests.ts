/** Requests of the supervisor to one of its processes, with the answers matched by id. */
import type { ChildProcess } from 'node:child_process'
import type { Log } from '../../schemas/base/log.js'
import type { ChildAnswer, SupervisorRequest } from './ipc-messages.js'

const ANSWER_TIMEOUT_MS = 2_500

export class IpcRequests {
  readonly #process: string
  readonly #log: Log
  readonly #pending = new Map<number, (answer: ChildAnswer | null) => void>()
  #nextId = 0

  /** `process` is the name that log lines carry. */
  constructor(process: string, log: Log) {
    this.#process = process
    this.#log = log
  }

  /** Resolves with the answer, or with null if none arrives in time or the process exits first. */
  async ask(child: ChildProcess, what: SupervisorRequest['ask']): Promise<ChildAnswer | null> {
    const id = this.#nextId++
    return await new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.#pending.delete(id)
        resolve(null)
      }, ANSWER_TIMEOUT_MS)
      this.#pending.set(id, (answer) => {
        clearTimeout(timer)
        resolve(answer)
      })
      child.send({ ask: what, id } satisfies SupervisorRequest, (error) => {
        if (error !== null) this.#log.debug({ error, process: this.#process }, 'request not sent to process')
      })
    })
  }

  receive(answer: ChildAnswer): void {
    this.#pending.get(answer.id)?.(answer)
    this.#pending.delete(answer.id)
  }

  /** Resolves everything pending with null, because the process has exited. */
  abandon(): void {
    for (const resolve of this.#pending.values()) resolve(null)
    this.#pending.clear()
  }
}
