/**
 * The database's clock, extrapolated with this process's monotonic clock: a wall clock that is wrong or jumps moves no
 * retry and no timestamp, and workers on different machines agree. It is never behind the database's clock, and ahead
 * by no more than the fastest of the latest queries took: what was committed before is not in its future
 * (decision 121).
 */
export interface DatabaseClock {
  /** Epoch milliseconds. */
  now: () => number
  /** Queries the database's time again. */
  sync: () => Promise<void>
}

/** Milliseconds per millisecond by which the clocks of two machines run apart at most, while one of them is adjusted. */
const MAX_DRIFT = 500e-6
/** The first query may have opened its connection. */
const FIRST_QUERIES = 3

/**
 * A clock that has been synchronised. `queryTime` resolves with the database's time in epoch milliseconds, read after
 * it was called.
 */
export async function databaseClock(queryTime: () => Promise<number>): Promise<DatabaseClock> {
  /** What is to be added to the monotonic clock is within these bounds, as of `at`. */
  let bounds = { least: -Infinity, most: Infinity, at: 0 }
  const sync = async (): Promise<void> => {
    const before = performance.now()
    const time = await queryTime()
    const at = performance.now()
    const drift = (at - bounds.at) * MAX_DRIFT
    const least = Math.max(bounds.least - drift, time - at)
    const most = Math.min(bounds.most + drift, time - before)
    // No overlap: the database's clock was set, another server answers, or this machine was suspended.
    bounds = least <= most ? { least, most, at } : { least: time - at, most: time - before, at }
  }
  for (let i = 0; i < FIRST_QUERIES; i++) await sync()
  return { now: () => performance.now() + bounds.most, sync }
}
