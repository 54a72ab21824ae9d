import { availableParallelism } from 'node:os'

/**
 * What keeps a test busy: the processor, waiting for servers and processes, or a browser. Lanes run beside one another, so
 * that waiting costs nothing and browsers do not crowd.
 */
export const LANES = ['processor', 'waiting', 'browser'] as const
export type Lane = (typeof LANES)[number]

/**
 * What a run of test files needs, and who runs what: each process takes groups from the front of its own lane, and of the
 * others once that is empty. The pure files need no server and can run while servers start.
 */
export interface TestPlan {
  pure: string[]
  groups: Record<Lane, string[][]>
  needsServers: boolean
  /** The lane of each process. */
  processes: Lane[]
}

const SERVERS = 'test/support/servers.ts'
const STACK = 'test/support/stack.ts'
const PROGRAM = 'test/support/program.ts'
const SHARED_STACK = 'test/support/shared-stack.ts'
const BROWSER = 'test/support/auth/browser.ts'
const WAITING = /^test[/\\](landing|outages|nightly)[/\\]/
export const MAX_PROCESSES = 6

/** Files that take a quarter of a minute or more, the longest first: a run ends when the last of them has. */
export const LONG_FILES = [
  'test/outages/production-install.test.ts',
  'test/landing/operators.test.ts',
  'test/outages/servers-killed.test.ts',
  'test/outages/supervisor-killed.test.ts',
  'test/landing/start-errors.test.ts',
  'test/workers/fold/failover.test.ts',
  'test/workers/stream/repair/raise-sequence.test.ts',
  'test/landing/npm-stop.test.ts',
  'test/outages/feed-outage.test.ts',
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
  const laneOf = (file: string): Lane => {
    if (WAITING.test(file)) return 'waiting'
    return uses(file, BROWSER) ? 'browser' : 'processor'
  }
  const groups: TestPlan['groups'] = { processor: [], waiting: [], browser: [] }
  if (sharing.length > 0) groups[laneOf(sharing[0]!)].push(sharing)
  for (const file of [...long, ...stacks, ...starting, ...rest]) groups[laneOf(file)].push([file])
  return {
    pure,
    groups,
    needsServers: files.some((file) => uses(file, SERVERS)),
    processes: processLanes(pure.length > 0, groups, most),
  }
}

/**
 * Shares processes out among the lanes that have work: two more than there are processors, because no test keeps one busy
 * all the time, and one more than that for three lanes.
 */
function processLanes(hasPure: boolean, groups: TestPlan['groups'], most: number): Lane[] {
  const busy = LANES.filter((lane) => groups[lane].length > 0)
  if (busy.length === 0) return hasPure ? ['processor'] : []
  const work = busy.reduce((sum, lane) => sum + groups[lane].length, hasPure ? 1 : 0)
  const count = Math.min(work, most, availableParallelism() + Math.max(2, busy.length))
  // A browser lane has one process: each of its tests already keeps a browser and a server busy.
  const order = [...busy, ...busy.filter((lane) => lane !== 'browser')]
  return Array.from({ length: count }, (_, at) => order[at] ?? busy[0]!)
}
