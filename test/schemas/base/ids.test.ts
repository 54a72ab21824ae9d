import t from 'tap'
import { ID_EPOCH_MS, idGenerator, idTime, tickAt, tickTime } from '../../../schemas/base/ids.js'

const HOUR_MS = 3_600_000
const BEGAN = ID_EPOCH_MS + 1_000 * HOUR_MS

t.test('ids rise, contain their time, and run out if too many are taken in advance', (t) => {
  let now = BEGAN
  const ids = idGenerator(5, () => now)
  const first = ids.next()
  t.equal(idTime(first), BEGAN)
  t.ok(Number(ids.block(512)) > Number(first))
  t.throws(
    () => {
      for (let i = 0; i < 1_000; i++) ids.block(512)
    },
    { code: 'ids_exhausted' },
  )
  t.throws(() => ids.block(512), { code: 'ids_exhausted' })
  now += 8
  ids.block(512)
  now += 4_000
  t.equal(idTime(ids.next()), now, 'they have the current time again')
  t.end()
})

t.test(
  'ids continue when the clock is set back, also in a burst, and follow it again once it has caught up',
  (t) => {
    let now = BEGAN
    const ids = idGenerator(5, () => now)
    let newest = Number(ids.next())
    const rises = (id: string): boolean => {
      const before = newest
      newest = Number(id)
      return newest > before
    }
    for (const step of [1_000, HOUR_MS, 20 * HOUR_MS]) {
      now -= step
      for (let i = 0; i < 400; i++)
        if (!rises(ids.block(512))) t.fail(`${ids.next()} after a step of ${step}`)
      for (let second = 0; second < 60; second++) {
        now += 1_000
        for (let i = 0; i < 100; i++)
          if (!rises(ids.block(512))) t.fail(`${ids.next()} ${second} s after a step of ${step}`)
      }
    }
    t.throws(
      () => {
        for (let i = 0; i < 1_000; i++) ids.block(512)
      },
      { code: 'ids_exhausted' },
      'they still run out',
    )
    now = BEGAN + HOUR_MS
    t.equal(idTime(ids.next()), now)
    t.end()
  },
)

t.test('ids stay within the ticks of their range, which begins before or after the clock', (t) => {
  for (const ahead of [-HOUR_MS, HOUR_MS]) {
    let now = BEGAN
    const after = tickAt(now + ahead)
    const ids = idGenerator(5, () => now, { after, horizon: Math.max(after, tickAt(now)) + 300 })
    t.equal(idTime(ids.next()), ahead < 0 ? BEGAN : tickTime(after + 1))
    t.throws(
      () => {
        for (let i = 0; i < 400; i++) ids.block(512)
      },
      { code: 'ids_exhausted' },
    )
    const end = ids.lastTick()
    t.equal(end, Math.max(after, tickAt(now)) + 300)
    ids.extend(end + 1_000)
    t.equal(idTime(ids.block(512)), tickTime(end + 1))
    for (let second = 0; second < 3; second++) {
      now += 1_000
      ids.block(512)
    }
    t.throws(
      () => {
        for (let i = 0; i < 1_000; i++) ids.block(512)
      },
      { code: 'ids_exhausted' },
    )
  }
  t.end()
})
