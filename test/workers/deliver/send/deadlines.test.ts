import t from 'tap'
import { deadlines } from '../../../../workers/deliver/send/deadlines.js'

t.test('each at its time, the shorter ones first, none that was taken back', async (t) => {
  const times = deadlines()
  const began = performance.now()
  const heard: string[] = []
  await new Promise<void>((resolve) => {
    times.add(120, () => {
      heard.push('long')
      resolve()
    })
    const back = times.add(40, () => {
      heard.push('taken back')
    })
    times.add(40, () => {
      heard.push('short')
      times.add(40, () => {
        heard.push('again')
      })
    })
    back()
  })
  t.same(heard, ['short', 'again', 'long'])
  t.ok(performance.now() - began >= 118)
})

t.test('one that began later falls due later, though one timer watches both', async (t) => {
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

t.test('one that begins when another falls due holds up none that wait', async (t) => {
  const times = deadlines()
  const heard: string[] = []
  const wait = async (ms: number): Promise<void> => {
    await new Promise((resolve) => setTimeout(resolve, ms))
  }
  const over = new Promise<void>((resolve) => {
    times.add(400, () => {
      heard.push('first')
      times.add(400, () => {
        heard.push('last')
        resolve()
      })
    })
  })
  await wait(100)
  times.add(400, () => {
    heard.push('second')
  })
  await wait(500)
  heard.push('long after the second was due')
  await over
  t.same(heard, ['first', 'second', 'long after the second was due', 'last'])
})

t.test('forgotten ones are not heard of', async (t) => {
  const times = deadlines()
  times.add(5, () => {
    t.fail('it was forgotten')
  })
  times.clear()
  await new Promise((resolve) => setTimeout(resolve, 20))
})
