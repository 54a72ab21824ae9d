/**
 * Postgres and NATS are killed under load and come back: everything recovers, nothing accepted is lost,
 * nothing leaks.
 */
import { readFileSync } from 'node:fs'
import t from 'tap'
import { demoLoad } from '../support/demo-load.js'
import { descendants, stackFolder, startStack } from '../support/stack.js'
import { until } from '../support/until.js'

t.setTimeout(900_000)

const MEMBERS = 8
const BATCHES = 12
const SERVERS = ['postgres', 'nats-server'] as const
/** Sockets that come and go with requests, and connections a pool keeps for a minute. */
const SLACK = 24

t.test('each server is killed while data comes in', async (t) => {
  const dir = stackFolder(t)
  const stack = await startStack(t, dir)
  const { ready, supervisor } = stack
  const load = await demoLoad(t, stack, MEMBERS, BATCHES)
  const isReady = async (): Promise<boolean> => (await fetch(`${ready.ops_url}/readyz`)).status === 200
  /** Open files of every process. */
  const openFiles = async (): Promise<Map<string, number>> => {
    const page = await (await fetch(`${ready.ops_url}/metrics`)).text()
    return new Map(
      [...page.matchAll(/^process_open_fds\{process="([^"]+)"\} (\d+)$/gm)].map(([, name = '', count]) => [
        name,
        Number(count),
      ]),
    )
  }
  t.same(await load.round(), [], 'no batch failed before')
  const before = await openFiles()
  t.same([...before.keys()].sort(), ['api', 'deliver-1', 'fold-1', 'jobs-1', 'supervisor'])

  for (const server of SERVERS) {
    const loading = load.round()
    const pid = descendants(supervisor).find((one) => commandOf(one).startsWith(server))
    if (pid === undefined) throw new Error(`the supervisor has no ${server}`)
    process.kill(pid, 'SIGKILL')
    await until(`readiness shows that ${server} is gone`, async () => !(await isReady()))
    await until(`everything is ready again after ${server} was restarted`, isReady, 60_000)
    t.same(await loading, [], `${server}: everything accepted meanwhile is folded`)
  }
  t.same(await load.round(), [], 'no batch failed after')
  t.same(await load.astray(), [], `each of ${load.accepted.length} accepted segments is on an itinerary once`)
  for (const [name, count] of await openFiles())
    t.ok(
      count <= (before.get(name) ?? 0) + SLACK,
      `${name} has ${count} files open, before ${before.get(name)}`,
    )
  await until('nothing waits, and the workers have reported no lag', async () => {
    const {
      rows: [row],
    } = await load.pool.query<{ waiting: number; lag: number }>(
      'select (select count(*)::int from unpublished_notice) as waiting, (select sum(lag)::int from partition_state) as lag',
    )
    return row?.waiting === 0 && row.lag === 0
  })
  const { rows: restarts } = await load.pool.query<{ n: number }>(
    "select count(distinct application_name)::int as n from pg_stat_activity where application_name ~ '^(api|fold|deliver|jobs)-'",
  )
  t.same(restarts, [{ n: 4 }], 'no role was restarted')
})

/** The command line of a process, without the program's folder; empty if the process has ended. */
function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replace(/^[^\0]*\//, '')
  } catch (error) {
    if (
      (error as NodeJS.ErrnoException).code === 'ENOENT' ||
      (error as NodeJS.ErrnoException).code === 'ESRCH'
    )
      return ''
    throw error
  }
}
