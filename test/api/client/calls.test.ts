/** The calls of the client that send events again, keep calendar addresses, and feed. */
import t from 'tap'
import type { Client, FeedAnswer, FeedLine } from '../../../api/client/src/index.js'
import { feedFlight, feedMembers, makeFeedSupplier } from '../../support/api/feed-client.js'
import { secureClient } from '../../support/api/secure-client.js'
import { startWebhookIngress } from '../../support/api/webhook-ingress.js'
import { receiver } from '../../support/delivery/receiver.js'
import { until } from '../../support/until.js'

t.setTimeout(120_000)

t.test('calls of an application and of a member', async (t) => {
  const { ingress } = await startWebhookIngress(t, { fold: true })
  const clientOf = (token: string): Client => secureClient(ingress.url, token)
  await makeFeedSupplier(ingress)
  const [member] = (await feedMembers(ingress, 1)) as [string]
  const app = clientOf(await ingress.appToken('gds'))

  await t.test('a feed is answered line by line, while it is sent', async (t) => {
    const answers: FeedAnswer[] = []
    const heard: number[] = []
    const lines = async function* (): AsyncGenerator<FeedLine> {
      for (const line of [1, 2]) {
        heard.push(answers.length)
        yield { member_id: member, segments: [feedFlight()] } as unknown as FeedLine
        await until('it is answered', () => answers.length === line)
      }
      heard.push(answers.length)
      yield { member_id: member, segments: [feedFlight({ source: 'nobody' })] } as unknown as FeedLine
    }
    for await (const answer of app.feed(lines())) answers.push(answer)
    t.same(heard, [0, 1, 2])
    t.match(answers, [
      { line: 1, status: 202 },
      { line: 2, status: 202 },
      { line: 3, status: 400, segments: [{ errors: [{ field: 'source' }] }] },
    ])
    for await (const answer of app.feed([
      { member_id: member, segments: [feedFlight()] } as unknown as FeedLine,
    ])) {
      t.match(answer, { line: 1 }, 'a list will do, and leaving early ends it')
      break
    }
    const other = clientOf(await ingress.appToken('partner'))
    await t.rejects(other.feed([]).next(), { name: 'TripfoldError', status: 403, code: 'insufficient_scope' })
  })

  await t.test('a ping, a replay, an event again', async (t) => {
    const { url } = await receiver(t)
    const { id } = await app.callbacks.create({ url, events: ['trip.created'] })
    t.match(await app.callbacks.ping(id), { type: 'callback.ping', state: 'delivered' })
    const pinged = await app.callbacks.ping(id, { type: 'trip.updated' })
    t.match(pinged, { type: 'trip.updated', attempt_log: [{ request: { body: { test: true } } }] })
    await until('there is an event', async () => (await app.events.list().toArray(9)).length > 2)
    t.match(await app.callbacks.replay(id, { dry_run: true }), { count: 1, dry_run: true })
    t.match(await app.callbacks.replay(id, { types: ['trip.created'] }), { count: 1, dry_run: false })
    const [event] = await app.events.list({ type: ['trip.created'] }).toArray(1)
    t.match(await app.events.redeliver(event!.id, { callback_id: id }), {
      event_id: event!.id,
      callbacks: [id],
    })
  })

  await t.test('a calendar address', async (t) => {
    const ann = clientOf(await ingress.token(member, 'gds'))
    const made = await ann.calendarFeeds.create({ name: 'Phone' })
    t.match(made.url, /trips\.ics\?feed=cal_/)
    t.match(await ann.calendarFeeds.list(), [{ id: made.id, name: 'Phone' }])
    await ann.calendarFeeds.delete(made.id)
    t.same(await ann.calendarFeeds.list(), [])
  })
})
