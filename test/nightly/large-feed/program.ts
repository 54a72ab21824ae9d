/** `node --import tsx test/nightly/large-feed/program.ts [SEGMENTS]`: prints what measure.ts finds, a million by default. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeHome } from '../../../ops/embedded/server-home.js'
import { measureLargeFeed } from './measure.js'

const segments = Number(process.argv[2] ?? 1_000_000)
const ends: Array<() => unknown> = []
const owner = { teardown: (end: () => unknown) => ends.push(end) }
// On a disk, as of an installation.
const dir = mkdtempSync(join(tmpdir(), 'tripfold-feed-'))
owner.teardown(() => {
  removeHome(dir)
})
try {
  const problems = await measureLargeFeed(owner, { dir, segments, print: console.log })
  for (const problem of problems) console.log(`NOT KEPT: ${problem}`)
  if (problems.length === 0) console.log('Each segment arrived once, and the rejects are exact.')
  process.exitCode = problems.length === 0 ? 0 : 1
} finally {
  for (const end of ends.reverse()) await end()
}
