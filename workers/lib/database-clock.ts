/**
 * The database's clock, extrapolated with this process's monotonic clock: a wall clock that jumps moves no
 * retry and no timestamp, and workers on different machines agree.
 */
export interface DatabaseClock {
  /** Epoch milliseconds. */
  now: () => number
  /** Queries the database's time again. */
  sync: () => Promise<void>
}

/**
 * A clock that has been synchronised once. `queryTime` resolves with the database's time in epoch
 * milliseconds.
 */
export async function databaseClock(queryTime: () => Promise<number>): Promise<DatabaseClock> {
  let offset = 0
  const sync = async (): Promise<void> => {
    const before = performance.now()
    const databaseTime = await queryTime()
    offset = databaseTime - (before + performance.now()) / 2
  }
  await sync()
  return { now: () => performance.now() + offset, sync }
}
