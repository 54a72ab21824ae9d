/** Lines of a member who is over the segment quota (contract.md 8.1). */
import t from 'tap'
import { segmentQuota } from '../../../../api/commands/segment-quota.js'
import { ApiError } from '../../../../schemas/base/errors.js'
import { secondIngress, startIngress } from '../../../support/api/ingress.js'
import {
  feedFlight,
  feedMembers,
  makeFeedSupplier,
  openFeed,
  sendFeed,
} from '../../../support/api/feed-client.js'

t.setTimeout(150_000)

t.test('limits of one member', async (t) => {
  const ingress = await startIngress(t)
  await makeFeedSupplier(ingress)
  const [ada = '', bob = ''] = await feedMembers(ingress, 2)
  ingress.deps.segmentQuota = segmentQuota({ perSecond: 1, burst: 2, now: Date.now })
  const second = await secondIngress(t, ingress, {})
  const answers = await sendFeed(
    second,
    [ada, ada, ada, bob].map((member) => ({ member_id: member, segments: [feedFlight()] })),
  )
  t.match(answers, [
    { status: 202 },
    { status: 202 },
    { status: 429, error: 'rate_limited', retry_after: Number },
    { status: 202 },
  ])

  await t.test('lines do not overtake a line that was refused with 429', async (t) => {
    const [eve = ''] = await feedMembers(ingress, 1)
    let calls = 0
    ingress.deps.segmentQuota = {
      take: () => {
        calls += 1
        if (calls === 1) throw new ApiError('rate_limited', 'Too many segments.', { retryAfter: 60 })
      },
    }
    const open = await openFeed(await secondIngress(t, ingress, {}))
    const line = (key?: string): string =>
      `${JSON.stringify({ member_id: eve, segments: [feedFlight()], key })}\n`
    open.send(line('once') + line('once'))
    t.match(
      [await open.next(), await open.next()],
      [{ status: 429 }, { status: 429, retry_after: 60 }],
      'a second line with the same key',
    )
    open.send(line())
    t.match(await open.end(), [{ status: 429 }], 'a later line')
    t.match(
      await sendFeed(await secondIngress(t, ingress, {}), [line()]),
      [{ status: 202 }],
      'another feed is not affected',
    )
  })
})
