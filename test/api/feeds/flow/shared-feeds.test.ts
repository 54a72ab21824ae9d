/** When the feeds of several applications share a node (contract.md 8.2). */
import t from 'tap'
import { runningFeeds } from '../../../../api/feeds/flow/running-feeds.js'
import type { FeedBody } from '../../../../api/feeds/feed-body.js'

const feed = (idleMs: () => number): FeedBody => ({
  idleMs,
  stop: () => {},
  isComplete: () => false,
  chunks: (async function* () {})(),
})

t.test('feeds are shared while those of several applications send', (t) => {
  const running = runningFeeds(4, 60_000)
  let idle = 0
  t.notOk(running.areShared())
  const leaveLarge = running.enter(
    'large',
    feed(() => 0),
  )
  running.enter(
    'large',
    feed(() => 0),
  )
  t.notOk(running.areShared(), 'not by two of one application')
  running.enter(
    'small',
    feed(() => idle),
  )
  t.ok(running.areShared())
  idle = 10_001
  t.notOk(running.areShared(), 'not with one that has been silent for ten seconds')
  idle = 9_000
  t.ok(running.areShared())
  leaveLarge()
  t.ok(running.areShared(), 'while one of its feeds is left')
  t.end()
})
