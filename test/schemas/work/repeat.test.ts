import t from 'tap'
import { repeat } from '../../../schemas/work/repeat.js'

t.test('a task never runs twice at once, goes on after a failure, and ends with stop', async (t) => {
  const ends: Array<(failed: boolean) => void> = []
  const errors: unknown[] = []
  const task = async (): Promise<void> => {
    const isFailed = await new Promise<boolean>((resolve) => ends.push(resolve))
    if (isFailed) throw new Error('away')
  }
  const repeated = repeat(5, task, (error) => errors.push(error))
  const later = async (): Promise<void> => {
    await new Promise((resolve) => setTimeout(resolve, 30))
  }
  await later()
  const joined = repeated.run()
  t.equal(ends.length, 1)
  ends[0]!(true)
  await joined
  t.match(errors, [{ message: 'away' }])
  await later()
  t.equal(ends.length, 2)
  let isStopped = false
  const stopping = repeated.stop().then(() => {
    isStopped = true
  })
  await later()
  t.notOk(isStopped)
  ends[1]!(false)
  await stopping
  await later()
  t.equal(ends.length, 2)
})
