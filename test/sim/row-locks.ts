/** Row locks as Postgres queues them: first come, first served, and an error after the `lock_timeout` of our sessions. */

const LOCK_TIMEOUT_MS = 3_000

class LockTimeout extends Error {
  readonly code = '55P03'
}

export class RowLocks<K> {
  private readonly queues = new Map<K, Array<() => void>>()

  isLocked(row: K): boolean {
    return this.queues.has(row)
  }

  /** Locks the rows one after another; resolves with how to unlock them. Rejects if one of them takes too long. */
  async lock(rows: readonly K[]): Promise<() => void> {
    const held: K[] = []
    const unlock = (): void => {
      for (const row of held.splice(0)) this.release(row)
    }
    try {
      for (const row of rows) {
        await this.lockOne(row)
        held.push(row)
      }
    } catch (error) {
      unlock()
      throw error
    }
    return unlock
  }

  private async lockOne(row: K): Promise<void> {
    const queue = this.queues.get(row)
    if (queue === undefined) {
      this.queues.set(row, [])
      return
    }
    await new Promise<void>((resolve, reject) => {
      const grant = (): void => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        queue.splice(queue.indexOf(grant), 1)
        reject(new LockTimeout('canceling statement due to lock timeout'))
      }, LOCK_TIMEOUT_MS)
      queue.push(grant)
    })
  }

  private release(row: K): void {
    const next = this.queues.get(row)?.shift()
    if (next === undefined) this.queues.delete(row)
    else next()
  }
}
