import { availableParallelism } from 'node:os'

/**
 * What a run of test files needs, and who runs what: groups are taken by the test processes from the front. The
 * pure files need no server and can run while servers start.
 */
export interface TestPlan {
  pure: string[]
  groups: string[][]
  needsServers: boolean
  processes: number
}

const SERVERS = 'test/support/servers.ts'
const STACK = 'test/support/stack.ts'
const PROGRAM = 'test/support/program.ts'
const SHARED_STACK = 'test/support/shared-stack.ts'
export const MAX_PROCESSES = 4

/** Files that take a quarter of a minute or more, the longest first: a run ends when the last of them has. */
export const LONG_FILES = [
  'test/outages/older-stream.test.ts',
  'test/outages/heal-under-load.test.ts',
  'test/outages/lagging-replica.test.ts',
  'test/outages/commit-failing.test.ts',
  'test/outages/production-install.test.ts',
  'test/e2e/operators.test.ts',
  'test/outages/servers-killed.test.ts',
  'test/outages/supervisor-killed.test.ts',
  'test/ops/start-errors.test.ts',
  'test/workers/fold/failover.test.ts',
  'test/workers/stream/repair/raise-sequence.test.ts',
  'test/e2e/npm-stop.test.ts',
  'test/api/feeds/outage.test.ts',
  'test/api/malformed.test.ts',
  'test/api/plugins/connections/connection-limits.test.ts',
  'test/api/feeds/resolve-members.test.ts',
  'test/api/pages/sign-in/known-device.test.ts',
]

/**
 * Plans a run. Files that share one started stack form one group, so that one process starts it once; so do
 * the pure files. The longest come first: the shared stack, the long files, other stacks, then files that start
 * programs. The workers' files, which wait for leases and retries, come before those of the api, so that the
 * last are short.
 * @param sources every source of each test file, by path below the root
 * @param most processes
 */
export function planTests(sources: ReadonlyMap<string, ReadonlySet<string>>, most = MAX_PROCESSES): TestPlan {
  const files = [...sources.keys()].sort()
  const uses = (file: string, source: string): boolean => sources.get(file)?.has(source) === true
  const isPure = (file: string): boolean => !uses(file, SERVERS) && !uses(file, STACK)
  const pure = files.filter(isPure)
  const sharing = files.filter((file) => uses(file, SHARED_STACK))
  const alone = files.filter((file) => !isPure(file) && !uses(file, SHARED_STACK))
  const long = LONG_FILES.filter((file) => alone.includes(file))
  const others = alone.filter((file) => !long.includes(file))
  const stacks = others.filter((file) => uses(file, STACK))
  const starting = others.filter((file) => !uses(file, STACK) && uses(file, PROGRAM))
  const rest = others.filter((file) => !uses(file, STACK) && !uses(file, PROGRAM)).reverse()
  const single = [...long, ...stacks, ...starting, ...rest].map((file) => [file])
  const groups = [sharing, ...single].filter((group) => group.length > 0)
  return {
    pure,
    groups,
    needsServers: files.some((file) => uses(file, SERVERS)),
    processes: Math.min(groups.length + Math.min(pure.length, 1), most, availableParallelism() + 2),
  }
}
