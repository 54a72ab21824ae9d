/**
 * An operator scales, kills, watches and rebuilds while data comes in. All on one stack, because a start
 * takes longest.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import type { Test } from 'tap'
import { ROOT } from '../../ops/config/paths.js'
import { readProcesses } from '../../ops/stack/scaling.js'
import { demoLoad } from '../support/demo-load.js'
import type { DemoLoad } from '../support/demo-load.js'
import { runToEnd } from '../support/run-to-end.js'
import { testDatabase } from '../support/servers.js'
import { stackEnvironment, stackFolder, startStack } from '../support/stack.js'
import type { Stack } from '../support/stack.js'
import { until } from '../support/until.js'

t.setTimeout(900_000)

const MEMBERS = 8
const BATCHES = 12
const COMMAND_MS = 180_000
const PARTITIONS = 64
const SECRET_KEY = 'a secret for tests, longer than thirty-two characters'
/** What `status --once` must show. */
const STATUS_TEXTS = [
  'fold-1 (',
  'fold-4 (',
  'deliver-1 (',
  'jobs-1 (',
  'api (',
  'per second',
  'SEGMENTS',
  'DLQ',
  '0 members, 0 messages',
]
/** Some metrics of every source: api, workers, Node, database, streams, supervisor. */
const METRICS = [
  'tripfold_accepted_messages_total',
  'tripfold_folded_messages_total',
  'tripfold_partition_lag',
  'tripfold_accepted_to_readable_seconds_bucket',
  'tripfold_service_dead_letter_members',
  'tripfold_service_partitions_unowned',
  'tripfold_pool_connections',
  'nodejs_eventloop_lag_seconds',
  'tripfold_database_answer_seconds',
  'tripfold_stream_answer_seconds',
  'tripfold_service_stream_bytes',
  'tripfold_supervised_ready',
  'tripfold_webhook_attempts_total',
]

t.test('an operator scales, kills, watches and rebuilds while data comes in', async (t) => {
  const stack = await startStack(t, stackFolder(t), {
    DATABASE_URL: await testDatabase(t, 'full'),
    SECRET_KEY,
  })
  const load = await demoLoad(t, stack, MEMBERS, BATCHES)
  await checkNoDemo(t, stack, load)
  await killOnlyFoldWorker(t, stack, load)
  const loading = load.round()
  await scaleUp(t, stack, load)
  await checkStatus(t, stack)
  await scaleDown(t, stack, load)
  t.same(await loading, [], 'no batch failed')
  t.same(await load.astray(), [], `each of ${load.accepted.length} accepted segments is on an itinerary once`)
  await rebuild(t, stack, load)
  await checkMetrics(t, stack, load)
  const readiness = await fetch(`${stack.ready.ops_url}/readyz`)
  t.equal(readiness.status, 200, await readiness.text())
})

/** The database is not an embedded one: nothing may be in it that a start has printed. */
async function checkNoDemo(t: Test, { ready, printed }: Stack, load: DemoLoad): Promise<void> {
  t.same(Object.keys(ready).sort(), ['auth_url', 'base_url', 'ca_file', 'ops_url'])
  t.notMatch(printed(), /curl|Demo|credentials/)
  t.match(printed(), 'Create an application: npm run cli -- app add')
  const { rows } = await load.pool.query<{ apps: number; members: number }>(
    `select (select count(*)::int from app where name = 'Demo application') as apps,
            (select count(*)::int from member_login where email = 'ada@example.com') as members`,
  )
  t.same(rows, [{ apps: 0, members: 0 }])
}

async function killOnlyFoldWorker(t: Test, { dir }: Stack, load: DemoLoad): Promise<void> {
  const killed = pidOf(dir, 'fold-1')
  const failed = await load.round(() => {
    process.kill(killed, 'SIGKILL')
  })
  t.same(failed, [], 'no batch failed, though the only fold worker was killed')
  await until(
    'another fold-1 works',
    () =>
      readProcesses(dir)?.processes.some(
        (one) => one.name === 'fold-1' && one.state === 'ready' && one.pid !== killed,
      ),
    60_000,
  )
  t.same(await load.astray(), [], `each of ${load.accepted.length} accepted segments is on an itinerary once`)
}

async function scaleUp(t: Test, { dir }: Stack, load: DemoLoad): Promise<void> {
  for (const count of [2, 4]) {
    const { code, out } = await cli(dir, 'scale', `fold=${count}`)
    t.equal(code, 0, out)
    t.match(out, `fold-${count}`, 'the command shows the new process')
    // Partitions move one at a time: every worker may own one long before the counts are equal.
    await until(`${count} workers own equal shares`, async () => await hasEqualShares(load, count), 60_000)
  }
  process.kill(pidOf(dir, 'fold-3'), 'SIGKILL')
  await until(
    'fold-3 was restarted',
    () =>
      readProcesses(dir)?.processes.some(
        (one) => one.name === 'fold-3' && one.state === 'ready' && one.restarts === 1,
      ),
    60_000,
  )
  await until('four workers own equal shares again', async () => await hasEqualShares(load, 4), 60_000)
}

async function checkStatus(t: Test, { dir }: Stack): Promise<void> {
  const status = await cli(dir, 'status', '--once')
  t.equal(status.code, 0, status.out)
  for (const text of STATUS_TEXTS) t.match(status.out, text, `status shows ${text}`)
  t.match(status.out, /fold-3 \(\S+ +fold +live +1 +16/, 'status shows one restart of fold-3')
}

async function scaleDown(t: Test, { dir }: Stack, load: DemoLoad): Promise<void> {
  t.same((await cli(dir, 'scale', 'api=2')).code, 64, 'scale refuses the api role')
  t.equal((await cli(dir, 'scale', 'fold=1-4')).code, 0, 'a range that allows the four workers is accepted')
  t.equal((await partitionCounts(load)).length, 4, 'and all four stay')
  t.equal((await cli(dir, 'scale', 'fold=1')).code, 0)
  await until('one worker owns all partitions', async () => await hasEqualShares(load, 1), 60_000)
}

async function rebuild(t: Test, { dir }: Stack, load: DemoLoad): Promise<void> {
  const loading = load.round()
  const { code, out } = await cli(dir, 'rebuild', '--all')
  t.equal(code, 0, out)
  t.match(
    out,
    /\d+ members folded again, 0 differ/,
    'a rebuild from raw segments equals what the running service made',
  )
  t.same(await loading, [], 'no batch failed during the rebuild')
}

async function checkMetrics(t: Test, { ready }: Stack, load: DemoLoad): Promise<void> {
  const page = await (await fetch(`${ready.ops_url}/metrics`)).text()
  for (const name of METRICS) t.match(page, new RegExp(`^(# TYPE )?${name}[ {]`, 'm'), name)
  const sum = (name: string): number =>
    [...page.matchAll(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'gm'))].reduce(
      (total, match) => total + Number(match[1]),
      0,
    )
  const accepted = sum('tripfold_accepted_messages_total')
  t.ok(accepted >= 2 * MEMBERS, `${accepted} messages were accepted`)
  t.equal(
    [...page.matchAll(/^tripfold_partition_lag\{partition="\d+",process="fold-1"\} 0$/gm)].length,
    PARTITIONS,
    'the lag of every partition is 0',
  )
  t.equal(sum('tripfold_service_view_problems'), 0)
  t.same(
    uniqueMatches(operatorDocument('metrics.md'), /^\| `(tripfold_\w+)`/gm),
    uniqueMatches(page, /^# TYPE (tripfold_\w+) /gm),
    'metrics.md lists every metric',
  )
  const alarmed = uniqueMatches(operatorDocument('alarms.md'), /(tripfold_\w+)/g)
  const shown = uniqueMatches(page, /^(?:# TYPE )?(tripfold_\w+)/gm)
  t.same(
    alarmed.filter((name) => !shown.includes(name)),
    [],
    'every metric that an alarm names is on the page',
  )
  const query = /query: "([^"]+)"/.exec(operatorDocument('scaling.md'))?.[1]
  // Each worker notes its lags now and then.
  await until(
    'the autoscaler query of scaling.md finds no lag',
    async () => (await load.pool.query<{ coalesce: string }>(query ?? '')).rows[0]?.coalesce === '0',
  )
}

/** Runs an operator command on the stack of a data folder. */
async function cli(dir: string, ...args: string[]): Promise<{ code: number; out: string }> {
  return await runToEnd(['ops/bootstrap.mjs', 'cli', ...args], {
    env: stackEnvironment(dir),
    timeout: COMMAND_MS,
  })
}

/** How many partitions each fold worker owns. */
async function partitionCounts(load: DemoLoad): Promise<number[]> {
  const { rows } = await load.pool.query<{ count: number }>(
    'select count(*)::int as count from partition_state where owner is not null group by owner order by 1',
  )
  return rows.map((row) => row.count)
}

async function hasEqualShares(load: DemoLoad, workers: number): Promise<boolean> {
  const equal = Array.from({ length: workers }, () => PARTITIONS / workers)
  return (await partitionCounts(load)).join() === equal.join()
}

function pidOf(dir: string, name: string): number {
  const pid = readProcesses(dir)?.processes.find((one) => one.name === name)?.pid
  // kill(0) would signal this test's own process group.
  if (pid == null || pid === 0) throw new Error(`no process ${name} to kill`)
  return pid
}

function operatorDocument(name: string): string {
  return readFileSync(join(ROOT, 'ops/docs', name), 'utf8')
}

function uniqueMatches(text: string, pattern: RegExp): string[] {
  return [...new Set([...text.matchAll(pattern)].map((match) => match[1] ?? ''))].sort()
}
