import t from 'tap'
import { setTimeout as delay } from 'node:timers/promises'
import { databaseClock } from '../../../workers/lib/database-clock.js'

/** A database whose clock is `ahead` of the monotonic one, and how long a query is on its way there and back. */
const database = { ahead: 7_000, there: 0, back: 0 }
const time = (): number => performance.now() + database.ahead
const queryTime = async (): Promise<number> => {
  if (database.there > 0) await delay(database.there)
  const read = time()
  if (database.back > 0) await delay(database.back)
  return read
}
/** More than a busy machine takes for the fastest of several queries without a way. */
const FAST_MS = 6

t.test('it is never behind, and ahead by no more than the fastest query took', async (t) => {
  const clock = await databaseClock(queryTime)
  const lead = (): number => clock.now() - time()
  for (const [there, back] of [
    [0, 0],
    [60, 0],
    [0, 60],
    [30, 30],
  ] as const) {
    Object.assign(database, { there, back })
    await clock.sync()
    t.ok(lead() > -0.1, `not behind after ${there} and ${back} ms`)
    t.ok(lead() < FAST_MS, `not ahead after ${there} and ${back} ms`)
  }
})

t.test('it follows a database whose clock is set, and goes on without one', async (t) => {
  Object.assign(database, { there: 0, back: 0 })
  let isAway = false
  const clock = await databaseClock(async () => {
    if (isAway) throw new Error('away')
    return await queryTime()
  })
  for (const ahead of [3_607_000, -3_593_000, 7_000]) {
    database.ahead = ahead
    await clock.sync()
    t.ok(Math.abs(clock.now() - time()) < FAST_MS, `${ahead} ms`)
  }
  isAway = true
  await t.rejects(clock.sync())
  await delay(20)
  t.ok(Math.abs(clock.now() - time()) < FAST_MS)
})
