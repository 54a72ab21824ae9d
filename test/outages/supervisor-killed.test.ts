import t from 'tap'
import { allGone, paste, firstTripCommands, stackFolder, startStack } from '../support/stack.js'
import { until } from '../support/until.js'

t.setTimeout(500_000)

t.test(
  'kill -9 of the supervisor leaves no process behind, and the next start has everything that was accepted',
  async (t) => {
    const dir = stackFolder(t)
    const first = await startStack(t, dir)
    await paste(firstTripCommands(first).post)
    process.kill(first.supervisor, 'SIGKILL')
    await allGone(first)

    const again = await startStack(t, dir)
    t.equal(again.ready.member_id, first.ready.member_id)
    t.equal(again.ready.client_secret, first.ready.client_secret)
    const { get } = firstTripCommands(again)
    const trips = await until('the accepted batch is on the itinerary', async () => {
      const list = JSON.parse(await paste(get)) as Array<{ segments: unknown[] }>
      return list.length > 0 ? list : null
    })
    t.equal(trips.length, 1)
    t.equal(trips[0]?.segments.length, 2, 'once')
  },
)
