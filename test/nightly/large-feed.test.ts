/** What test/nightly/large-feed/program.ts measures with a million segments, with a few: nothing is lost, nothing comes twice. */
import t from 'tap'
import { stackFolder } from '../support/stack.js'
import { measureLargeFeed } from './large-feed/measure.js'

t.setTimeout(300_000)

const SEGMENTS = 10_000

t.test('a large file, undisturbed, and with three cuts and a kill', async (t) => {
  const print = (line: string): void => {
    t.comment(line)
  }
  t.same(await measureLargeFeed(t, { dir: stackFolder(t), segments: SEGMENTS, print }), [])
})
