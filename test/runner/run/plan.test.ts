import { existsSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { ROOT } from '../../../ops/config/paths.js'
import { LONG_FILES, planTests } from './plan.js'

const SERVERS = 'test/support/servers.ts'
const STACK = 'test/support/stack.ts'
const SHARED = 'test/support/shared-stack.ts'

const sources = (files: Record<string, string[]>): Map<string, Set<string>> =>
  new Map(Object.entries(files).map(([file, more]) => [file, new Set([file, ...more])]))

t.test('pure files alone need no server and share a process', async (t) => {
  const plan = planTests(sources({ 'b.test.ts': [], 'a.test.ts': ['schemas/x.ts'] }))
  t.equal(
    planTests(
      sources({ 'a.test.ts': ['test/support/servers.ts'], 'b.test.ts': ['test/support/servers.ts'] }),
      1,
    ).processes,
    1,
  )
  t.same(plan, { pure: ['a.test.ts', 'b.test.ts'], groups: [], needsServers: false, processes: 1 })
})

t.test(
  'files on one shared stack run in order in one process, and the longest files start first',
  async (t) => {
    const { pure, groups, needsServers } = planTests(
      sources({
        'db.test.ts': [SERVERS],
        'pure.test.ts': [],
        'stop.test.ts': [SHARED, STACK],
        'first.test.ts': [SHARED, STACK],
        'killed.test.ts': [STACK],
        [LONG_FILES[1]!]: [SERVERS],
        [LONG_FILES[0]!]: [SERVERS],
      }),
    )
    t.same(groups, [
      ['first.test.ts', 'stop.test.ts'],
      [LONG_FILES[0]],
      [LONG_FILES[1]],
      ['killed.test.ts'],
      ['db.test.ts'],
    ])
    t.same(pure, ['pure.test.ts'])
    t.ok(needsServers)
  },
)

t.test('every long file exists', async (t) => {
  for (const file of LONG_FILES) t.ok(existsSync(join(ROOT, file)), file)
})
