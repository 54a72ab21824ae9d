import { existsSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { ROOT } from '../../../ops/config/paths.js'
import { LONG_FILES, planTests } from './plan.js'

const SERVERS = 'test/support/servers.ts'
const STACK = 'test/support/stack.ts'
const SHARED = 'test/support/shared-stack.ts'
const BROWSER = 'test/support/auth/browser.ts'

const sources = (files: Record<string, string[]>): Map<string, Set<string>> =>
  new Map(Object.entries(files).map(([file, more]) => [file, new Set([file, ...more])]))

t.test('pure files alone need no server and share a process', async (t) => {
  t.same(planTests(sources({ 'b.test.ts': [], 'a.test.ts': ['schemas/x.ts'] })), {
    pure: ['a.test.ts', 'b.test.ts'],
    groups: { processor: [], waiting: [], browser: [] },
    needsServers: false,
    processes: ['processor'],
  })
})

t.test('files on one shared stack share a process, the longest start first, each in its lane', async (t) => {
  const files = sources({
    'db.test.ts': [SERVERS],
    'pure.test.ts': [],
    'test/landing/stop.test.ts': [SHARED, STACK],
    'test/landing/first.test.ts': [SHARED, STACK],
    'killed.test.ts': [STACK],
    'page.test.ts': [SERVERS, BROWSER],
    'test/workers/fold/failover.test.ts': [SERVERS],
    'test/outages/feed-outage.test.ts': [SERVERS],
  })
  const { pure, groups, needsServers, processes } = planTests(files)
  t.same(groups, {
    processor: [['test/workers/fold/failover.test.ts'], ['killed.test.ts'], ['db.test.ts']],
    waiting: [
      ['test/landing/first.test.ts', 'test/landing/stop.test.ts'],
      ['test/outages/feed-outage.test.ts'],
    ],
    browser: [['page.test.ts']],
  })
  t.same([pure, needsServers], [['pure.test.ts'], true])
  t.same(processes.slice(0, 3), ['processor', 'waiting', 'browser'], 'each lane has a process')
  t.same(planTests(files, 2).processes, ['processor', 'waiting'], 'or is left to the others')
})

t.test('every long file exists', async (t) => {
  t.same(
    LONG_FILES.filter((file) => !existsSync(join(ROOT, file))),
    [],
  )
})
