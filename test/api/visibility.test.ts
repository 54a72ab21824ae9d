/**
 * What ids in bodies and lines of a feed reveal of other members: nothing. contract.test.ts asks every operation for
 * resources of others.
 */
import t from 'tap'
import { rawExamples } from '../../api/document/examples/raw-segments.js'
import { authorise, sendFeed, makeFeedSupplier } from '../support/api/feed-client.js'
import { startIngress } from '../support/api/ingress.js'

t.setTimeout(120_000)

const NOWHERE = '4711'

t.test('ids in bodies give no access, and feeds tell of no stranger', async (t) => {
  const ingress = await startIngress(t, { fold: true })
  const [mine, foreign] = [await ingress.createMember(), await ingress.createMember()]
  const asker =
    (token: string) =>
    async (path: string, body: unknown, method = 'POST') => {
      const { status, json } = await ingress.request(path, { method, token, body })
      return { status, id: (json as { id?: string }).id ?? '' }
    }
  const own = asker(await ingress.token(mine))
  const { id: segment } = await own('/v2/segments/air', rawExamples.Air)
  const { id: trip } = await own('/v2/trips', { headline: 'Mine', segment_ids: [segment] })
  await own('/v2/accounts', { source: 'airline_dl', account_id: '42' })
  const ask = asker(await ingress.token(foreign))
  const { id: theirs } = await ask('/v2/trips', { headline: 'Theirs' })
  for (const [path, body, mayBe] of [
    ['/v2/trips', (id: string) => ({ segment_ids: [id] }), segment],
    [`/v2/trips/${theirs}/merge`, (id: string) => ({ trip_ids: [id] }), trip],
    [`/v2/trips/${theirs}/split`, (id: string) => ({ segment_ids: [id] }), segment],
    ['/v2/segments/meeting', (id: string) => ({ ...rawExamples.Meeting, trip_id: id }), trip],
  ] as const)
    for (const id of [mayBe, NOWHERE]) t.equal((await ask(path, body(id))).status, 404, path)

  const other = await ingress.token(mine, 'app-two')
  const path = `/v2/segments/${segment}`
  t.equal((await ingress.request(path, { token: other })).status, 200, 'another application of the member')
  t.equal((await ingress.request(path, { method: 'DELETE', token: other })).status, 403)

  await makeFeedSupplier(ingress)
  await authorise(ingress, foreign, 'gds')
  const lines = [mine, NOWHERE].map((id) => ({ member_id: id, segments: [rawExamples.Air] }))
  const [one, two] = await sendFeed(ingress, lines)
  t.match([one, two], [{ status: 403, error: 'access_denied' }, { status: 403 }])
  t.equal(one?.error_description, two?.error_description)
  const numbers = ['42', '43'].map((number) => ({
    account: { source: 'airline_dl', account_id: number },
    segments: [rawExamples.Air],
  }))
  const keys = (await sendFeed(ingress, numbers)).map((answer) => Object.keys(answer))
  t.same(keys[0], ['line', 'status', 'batch_id', 'segments'])
  t.same(keys[1], keys[0], 'a number that is registered is answered like one that is not')
})
