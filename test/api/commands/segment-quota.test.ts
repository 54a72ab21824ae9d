import t from 'tap'
import { segmentQuota } from '../../../api/commands/segment-quota.js'
import { rawExamples } from '../../../api/document/examples/raw-segments.js'
import { ApiError } from '../../../schemas/base/errors.js'
import { startIngress } from '../../support/api/ingress.js'

const BURST = 25
const PER_SECOND = 10

t.test(
  'a bucket is emptied, refills with time, and accepts a batch larger than itself when it is full',
  (t) => {
    let now = 1_000_000
    const quota = segmentQuota({ perSecond: PER_SECOND, burst: BURST, now: () => now })
    const refused = (segments: number): number => {
      try {
        quota.take('7', segments)
      } catch (error) {
        if (error instanceof ApiError && error.code === 'rate_limited') return error.retryAfter ?? NaN
        throw error
      }
      return 0
    }
    t.equal(refused(20), 0)
    t.equal(refused(20), 2, '15 are missing at 10 a second')
    t.equal(refused(5), 0, 'a refusal takes nothing from the bucket')
    quota.take('8', BURST)
    now += 2_000
    t.equal(refused(20), 0)
    now += 60_000
    t.equal(refused(1_000), 0, 'the bucket never holds more than its capacity')
    t.equal(refused(1), 1)
    now -= 3_600_000
    t.equal(refused(1), 1, 'a clock that steps back refills nothing')
    segmentQuota({ perSecond: 0, burst: 1, now: () => now }).take('7', 1_000_000)
    t.end()
  },
)

t.test('429 with Retry-After for this member alone, nothing stored, and the key is free again', async (t) => {
  let now = Date.now()
  const ingress = await startIngress(t, {
    deps: { segmentQuota: segmentQuota({ perSecond: PER_SECOND, burst: BURST, now: () => now }) },
  })
  const batch = { segments: Array(20).fill(rawExamples.Air) }
  const [busy, other] = [await ingress.createMember(), await ingress.createMember()]
  const post = async (member: string, headers: Record<string, string> = {}) =>
    await ingress.request('/v2/segments', {
      method: 'POST',
      token: await ingress.token(member),
      body: batch,
      headers,
    })
  t.equal((await post(busy)).status, 202)
  const refused = await post(busy, { 'idempotency-key': 'again' })
  t.equal(refused.status, 429)
  t.equal(refused.headers.get('retry-after'), '2')
  t.match(refused.json, { error: 'rate_limited', error_description: /the limit is 10 per second/ })
  t.equal((await post(other)).status, 202, 'another member is not affected')
  now += 2_000
  const accepted = await post(busy, { 'idempotency-key': 'again' })
  t.equal(accepted.status, 202)
  t.equal(accepted.headers.get('idempotent-replayed'), null, 'the refused attempt has no answer to replay')
})
