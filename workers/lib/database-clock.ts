/**
 * The database's clock, kept by this process's monotonic one: a wall clock that jumps moves no retry and no timestamp, and
 * workers of different machines agree.
 */
export interface DatabaseClock {
  /** Epoch milliseconds. */
  now: () => number
  /** Asks the database again. */
  sync: () => Promise<void>
}

/** A clock that has been synchronised once. `ask` answers the database's epoch milliseconds. */
export async function databaseClock(ask: () => Promise<number>): Promise<DatabaseClock> {
  let offset = 0
  const sync = async (): Promise<void> => {
    const before = performance.now()
    const there = await ask()
    offset = there - (before + performance.now()) / 2
  }
  await sync()
  return { now: () => performance.now() + offset, sync }
}
