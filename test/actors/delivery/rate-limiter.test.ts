import t from 'tap'
import { restoreBucket, fullBucket, refill, msUntilToken } from '../../../actors/delivery/rate-limiter.js'

t.test('a bucket of a second', async (t) => {
  const empty = { ...fullBucket(4, 1_000), tokens: 0 }
  t.equal(msUntilToken(empty), 250)
  t.equal(refill(empty, 1_500).tokens, 2)
  t.equal(refill(empty, 900_000).tokens, 4, 'no more than a second')
  t.equal(refill(empty, 10).tokens, 0, 'a clock that steps back')
  t.equal(msUntilToken(fullBucket(null, 0)), 0, 'no limit')
  t.equal(fullBucket(0.5, 0).tokens, 1, 'below one a second there is still a token to begin with')
  t.equal(
    msUntilToken({ ...fullBucket(1e-300, 0), tokens: 0 }),
    3_600_000,
    'asked again long before the end of time',
  )
})

t.test('a bucket outlives its claim, and does not outlive its rate', async (t) => {
  const left = { ...fullBucket(0.1, 1_000), tokens: 0.25 }
  t.equal(restoreBucket(0.1, left, 2_000), left)
  t.equal(restoreBucket(5, left, 2_000).tokens, 5, 'set otherwise since')
  t.equal(restoreBucket(0.1, undefined, 2_000).tokens, 1, 'claimed for the first time')
})
