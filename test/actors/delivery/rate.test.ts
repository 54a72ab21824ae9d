import t from 'tap'
import { fullBucket, refill, untilToken } from '../../../actors/delivery/rate.js'

t.test('a bucket of a second', async t => {
  const empty = { ...fullBucket(4, 1_000), tokens: 0 }
  t.equal(untilToken(empty), 250)
  t.equal(refill(empty, 1_500).tokens, 2)
  t.equal(refill(empty, 900_000).tokens, 4, 'no more than a second')
  t.equal(refill(empty, 10).tokens, 0, 'a clock that steps back')
  t.equal(untilToken(fullBucket(null, 0)), 0, 'no limit')
  t.equal(fullBucket(0.5, 0).tokens, 1, 'below one a second there is still a token to begin with')
})
