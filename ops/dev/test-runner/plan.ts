import { availableParallelism } from 'node:os'

/**
 * What a run of test files needs, and who runs what: groups are taken by the test processes from the front.
 */
export interface TestPlan {
  groups: string[][]
  needsServers: boolean
  processes: number
}

const SERVERS = 'test/support/servers.ts'
const STACK = 'test/support/stack.ts'
const PROGRAM = 'test/support/program.ts'
const SHARED_STACK = 'test/support/shared-stack.ts'
const MAX_PROCESSES = 4

/**
 * Plans a run. Files that share one started stack form one group, so that one process starts it once; so do
 * the pure files, which need nothing. The longest come first: whole stacks, then files that start programs.
 * The
 * workers' files, which wait for leases and retries, come before those of the api, so that the last are short.
 * @param sources every source of each test file, by path below the root
 */
export function planTests(sources: ReadonlyMap<string, ReadonlySet<string>>): TestPlan {
  const files = [...sources.keys()].sort()
  const uses = (file: string, source: string): boolean => sources.get(file)?.has(source) === true
  const sharing = files.filter((file) => uses(file, SHARED_STACK))
  const stacks = files.filter((file) => uses(file, STACK) && !uses(file, SHARED_STACK))
  const servers = files.filter((file) => uses(file, SERVERS) && !uses(file, STACK))
  const pure = files.filter((file) => !uses(file, SERVERS) && !uses(file, STACK))
  const starting = servers.filter((file) => uses(file, PROGRAM))
  const others = servers.filter((file) => !uses(file, PROGRAM)).reverse()
  const alone = (list: string[]): string[][] => list.map((file) => [file])
  const groups = [sharing, ...alone(stacks), ...alone(starting), pure, ...alone(others)]
  const filled = groups.filter((group) => group.length > 0)
  return {
    groups: filled,
    needsServers: files.some((file) => uses(file, SERVERS)),
    processes: Math.min(filled.length, MAX_PROCESSES, availableParallelism() + 2),
  }
}
