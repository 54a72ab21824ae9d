/**
 * What an operator does while travellers' data comes in: scale up and down, kill, look, measure, fold again. One stack, for
 * starting one takes longest.
 */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import { ROOT } from '../../ops/config/paths.js'
import { readProcesses } from '../../ops/stack/scaling.js'
import { demoLoad } from '../support/demo-load.js'
import { stackEnvironment, stackFolder, startStack } from '../support/stack.js'
import { until } from '../support/until.js'

t.setTimeout(900_000)

const MEMBERS = 16
const BATCHES = 12
const COMMAND_MS = 180_000

t.test('an operator scales, kills, looks and folds again while data comes in', async (t) => {
  const dir = stackFolder(t)
  const stack = await startStack(t, dir)
  const { ready } = stack
  const load = await demoLoad(t, stack, MEMBERS, BATCHES)
  const cli = async (...args: string[]): Promise<{ code: number; out: string }> =>
    await promisify(execFile)(process.execPath, ['ops/bootstrap.mjs', 'cli', ...args], {
      cwd: ROOT,
      env: stackEnvironment(dir),
      timeout: COMMAND_MS,
    }).then(
      ({ stdout }) => ({ code: 0, out: stdout }),
      (error: unknown) => {
        const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
        return { code, out: `${stdout}${stderr}` }
      },
    )
  const metrics = async (): Promise<string> => await (await fetch(`${ready.ops_url}/metrics`)).text()
  const spread = async (): Promise<number[]> => {
    const { rows } = await load.pool.query<{ count: number }>(
      'select count(*)::int as count from partition_state where owner is not null group by owner order by 1',
    )
    return rows.map((row) => row.count)
  }
  const shared = async (workers: number): Promise<boolean> =>
    (await spread()).join() === Array.from({ length: workers }, () => 64 / workers).join()

  const pidOf = (name: string): number => {
    const pid = readProcesses(dir)?.processes.find((one) => one.name === name)?.pid
    // Zero would be our own process group.
    if (pid == null || pid === 0) throw new Error(`there is no ${name} to be killed`)
    return pid
  }

  const only = pidOf('fold-1')
  t.same(
    await load.round(() => {
      process.kill(only, 'SIGKILL')
    }),
    [],
    'no batch failed, though the only fold worker was killed',
  )
  await until(
    'another one works',
    () =>
      readProcesses(dir)?.processes.some(
        (one) => one.name === 'fold-1' && one.state === 'ready' && one.pid !== only,
      ),
    60_000,
  )
  t.same(await load.astray(), [], `each of ${load.accepted.length} accepted segments is on an itinerary once`)

  const loading = load.round()

  for (const count of [2, 4]) {
    const { code, out } = await cli('scale', `fold=${count}`)
    t.equal(code, 0, out)
    t.match(out, `fold-${count}`, 'the new process is shown')
    // Partitions pass from owner to owner one at a time: all may have one long before they are spread.
    await until(`${count} workers share all evenly`, async () => await shared(count), 60_000)
  }

  process.kill(pidOf('fold-3'), 'SIGKILL')
  await until(
    'the killed one is back',
    () =>
      readProcesses(dir)?.processes.some(
        (one) => one.name === 'fold-3' && one.state === 'ready' && one.restarts === 1,
      ),
    60_000,
  )
  await until('four share again', async () => await shared(4), 60_000)

  const status = await cli('status', '--once')
  t.equal(status.code, 0, status.out)
  for (const word of [
    'fold-1 (',
    'fold-4 (',
    'deliver-1 (',
    'api (',
    'per second',
    'SEGMENTS',
    'DLQ',
    '0 members, 0 messages',
  ])
    t.match(status.out, word, `status shows ${word}`)
  t.match(status.out, /fold-3 \(\S+ +fold +live +1 +16/, 'and that one was started again')

  t.same((await cli('scale', 'api=2')).code, 64, 'the api role is not scaled here')
  t.equal((await cli('scale', 'fold=1-4')).code, 0, 'between one and four: four are there and stay')
  t.equal((await spread()).length, 4)
  t.equal((await cli('scale', 'fold=1')).code, 0)
  await until('one has all', async () => await shared(1), 60_000)
  t.same(await loading, [], 'no batch failed')
  t.same(await load.astray(), [], `each of ${load.accepted.length} accepted segments is on an itinerary once`)

  const again = load.round()
  const rebuilt = await cli('rebuild', '--all')
  t.equal(rebuilt.code, 0, rebuilt.out)
  t.match(
    rebuilt.out,
    /\d+ members folded again, 0 differ/,
    'what the running service made is what the raw segments make',
  )
  t.same(await again, [])

  const page = await metrics()
  for (const name of [
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
  ])
    t.match(page, new RegExp(`^(# TYPE )?${name}[ {]`, 'm'), name)
  const sum = (name: string): number =>
    [...page.matchAll(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'gm'))].reduce(
      (total, match) => total + Number(match[1]),
      0,
    )
  t.ok(
    sum('tripfold_accepted_messages_total') >= 2 * MEMBERS,
    `${sum('tripfold_accepted_messages_total')} messages were accepted`,
  )
  t.equal(
    [...page.matchAll(/^tripfold_partition_lag\{partition="\d+",process="fold-1"\} 0$/gm)].length,
    64,
    'every partition has its lag, which is none',
  )
  t.equal(sum('tripfold_service_view_problems'), 0)
  const named = (text: string, pattern: RegExp): string[] =>
    [...new Set([...text.matchAll(pattern)].map((match) => match[1] ?? ''))].sort()
  t.same(
    named(readFileSync(join(ROOT, 'README.md'), 'utf8'), /^\| `(tripfold_\w+)`/gm),
    named(page, /^# TYPE (tripfold_\w+) /gm),
    'the README lists every metric',
  )
  const asked = /query: "([^"]+)"/.exec(readFileSync(join(ROOT, 'README.md'), 'utf8'))?.[1]
  t.same(
    (await load.pool.query(asked ?? '')).rows,
    [{ coalesce: '0' }],
    'the query that the README gives an autoscaler says that nothing waits',
  )
  const readiness = await fetch(`${ready.ops_url}/readyz`)
  t.equal(readiness.status, 200, await readiness.text())
})
