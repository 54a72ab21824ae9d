import t from 'tap'
import { deadlines } from '../../../../workers/deliver/send/deadlines.js'

t.test('each deadline fires at its time, shorter ones first, cancelled ones never', async (t) => {
  const times = deadlines()
  const began = performance.now()
  const fired: string[] = []
  await new Promise<void>((resolve) => {
    times.add(120, () => {
      fired.push('long')
      resolve()
    })
    const back = times.add(40, () => {
      fired.push('cancelled')
    })
    times.add(40, () => {
      fired.push('short')
      times.add(40, () => {
        fired.push('again')
      })
    })
    back()
  })
  t.same(fired, ['short', 'again', 'long'])
  t.ok(performance.now() - began >= 118)
})

t.test('a later deadline of the same length fires later, although one timer serves both', async (t) => {
  const times = deadlines()
  const at: number[] = []
  const began = performance.now()
  times.add(60, () => {
    at.push(performance.now() - began)
  })
  await new Promise((resolve) => setTimeout(resolve, 30))
  await new Promise<void>((resolve) => {
    times.add(60, () => {
      at.push(performance.now() - began)
      resolve()
    })
  })
  t.ok((at[0] ?? 0) >= 59 && (at[1] ?? 0) >= 88, at.join(' '))
})

t.test('a deadline added when another fires does not delay those that wait', async (t) => {
  const times = deadlines()
  const fired: string[] = []
  const wait = async (ms: number): Promise<void> => {
    await new Promise((resolve) => setTimeout(resolve, ms))
  }
  const over = new Promise<void>((resolve) => {
    times.add(400, () => {
      fired.push('first')
      times.add(400, () => {
        fired.push('last')
        resolve()
      })
    })
  })
  await wait(100)
  times.add(400, () => {
    fired.push('second')
  })
  await wait(500)
  fired.push('long after the second was due')
  await over
  t.same(fired, ['first', 'second', 'long after the second was due', 'last'])
})

t.test('cleared deadlines never fire', async (t) => {
  const times = deadlines()
  times.add(5, () => {
    t.fail('it was cleared')
  })
  times.clear()
  await new Promise((resolve) => setTimeout(resolve, 20))
})
