import t from 'tap'
import { restoreBucket, fullBucket, refill, msUntilToken } from '../../../actors/delivery/rate-limiter.js'

t.test('a bucket holds one second of tokens', async (t) => {
  const empty = { ...fullBucket(4, 1_000), tokens: 0 }
  t.equal(msUntilToken(empty), 250)
  t.equal(refill(empty, 1_500).tokens, 2)
  t.equal(refill(empty, 900_000).tokens, 4, 'at most one second of tokens')
  t.equal(refill(empty, 10).tokens, 0, 'a clock that is set back')
  t.equal(msUntilToken(fullBucket(null, 0)), 0, 'no limit')
  t.equal(fullBucket(0.5, 0).tokens, 1, 'a rate below one per second still starts with one token')
  t.equal(msUntilToken({ ...fullBucket(1e-300, 0), tokens: 0 }), 3_600_000, 'the wait is capped')
})

t.test('a bucket is kept between claims unless the rate changed', async (t) => {
  const saved = { ...fullBucket(0.1, 1_000), tokens: 0.25 }
  t.equal(restoreBucket(0.1, saved, 2_000), saved)
  t.equal(restoreBucket(5, saved, 2_000).tokens, 5, 'another rate')
  t.equal(restoreBucket(0.1, undefined, 2_000).tokens, 1, 'first claim')
})
