/**
 * A large file through `cli feed` to the product as `npm start` starts it: first undisturbed, then with three cut
 * connections and the killed command run again. Every segment arrives once; the rejects are the wrong lines; the memory of
 * the api process does not grow with the file.
 */
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { connect } from '../../../db/pg/connect.js'
import { readRunConfig } from '../../../ops/stack/ready-file.js'
import { readProcesses } from '../../../ops/stack/scaling.js'
import { median } from '../../bench/harness/statistics.js'
import { program } from '../../support/program.js'
import { proxyTo, through } from '../../support/proxy.js'
import type { Proxy } from '../../support/proxy.js'
import { silentLog } from '../../support/silent-log.js'
import { stackEnvironment, startStack } from '../../support/stack.js'
import { until } from '../../support/until.js'
import { addMembers, compareStored, rawSegments, rejectsAreExact, writeLargeFeed } from './lines.js'

/** Trips stay realistic: two runs bring fifty segments of each. */
const SEGMENTS_OF_MEMBER = 25
const MIN_MEMBERS = 200
const MAX_FOLD_MS = 30 * 60_000
const SAMPLE_MS = 250
const DISTURB_MS = 5
const FOLD_CHECK_MS = 1_000
const STREAM_BYTES_OF_SEGMENT = 1_000
const MIB = 2 ** 20
/** Shares of the answers after which a connection is cut, and the command killed. */
const CUTS = [0.15, 0.35, 0.55]
const KILL = 0.75
/** Median memory of the last third against that of the middle one: what grows with the file is far beyond. */
const MAX_GROWTH = 1.25
/** A shorter run ends before the heap of a new process has its size. */
const FLAT_FROM = 200_000

export interface LargeFeedOptions {
  /** Data directory of the stack, for the files too. */
  dir: string
  segments: number
  print: (line: string) => void
}

interface Owner {
  teardown: (end: () => Promise<void>) => unknown
}

/** Prints the figures of both runs, and answers what they did not keep. */
export async function measureLargeFeed(owner: Owner, options: LargeFeedOptions): Promise<string[]> {
  const { dir, segments } = options
  const STREAM_MAX_BYTES = String(STREAM_BYTES_OF_SEGMENT * segments + 256 * MIB)
  const { ready } = await startStack(owner, dir, { STREAM_MAX_BYTES, FOLD_WORKERS_MAX: '' })
  const { pool, close } = connect({
    url: readRunConfig(dir)!.DATABASE_URL,
    name: 'large feed',
    log: silentLog(),
  })
  owner.teardown(close)
  const members = await addMembers(
    pool,
    ready.client_id,
    Math.max(MIN_MEMBERS, Math.ceil(segments / SEGMENTS_OF_MEMBER)),
  )
  const link = await proxyTo(owner, ready.base_url)
  const start = (file: string): ChildProcess => {
    const command = ['feed', file, '--app', ready.client_id, '--api', through(ready.base_url, link)]
    return spawn(process.execPath, [...program('ops/cli.ts'), ...command], {
      env: { ...stackEnvironment(dir), NODE_EXTRA_CA_CERTS: ready.ca_file },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  }
  const at = { ...options, pool, members, link, start, accepted: 0, problems: [] }
  const total = await run(at, { name: 'undisturbed', first: 0, disturb: () => () => {} })
  const disturbance = cutsAndKill(link, total)
  await run(at, { name: 'disturbed', first: segments, disturb: disturbance.disturb })
  expect(at, disturbance.isDone(), 'not every connection was cut, or the command not killed')
  return at.problems
}

interface Measured extends LargeFeedOptions {
  pool: pg.Pool
  members: string[]
  link: Proxy
  start: (file: string) => ChildProcess
  /** Lines of all runs so far. */
  accepted: number
  problems: string[]
}

function expect({ problems }: Measured, isKept: boolean, problem: string): void {
  if (!isKept) problems.push(problem)
}

interface FeedRun {
  name: string
  /** Number of its first segment. */
  first: number
  /** Called for each command; answers what ends the disturbance. */
  disturb: (command: ChildProcess) => () => void
}

/** Sends a file until the command ends by itself. Answers the bytes of the answers. */
async function run(at: Measured, { name, first, disturb }: FeedRun): Promise<number> {
  const { dir, segments, pool, members, link, print } = at
  const file = join(dir, `${name}.ndjson.gz`)
  const feed = await writeLargeFeed(file, { first, count: segments, members })
  const before = link.received()
  const memory = sampled(() => apiMemory(dir))
  const began = performance.now()
  const seconds = (): string => ((performance.now() - began) / 1_000).toFixed(1)
  const send = async (): Promise<string> => {
    const command = at.start(file)
    let output = ''
    command.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()))
    const end = disturb(command)
    const [, signal] = (await once(command, 'close')) as [number | null, string | null]
    end()
    if (signal === null) return output
    expect(at, existsSync(`${file}.checkpoint`), `${name}: the killed command left no checkpoint`)
    return await send()
  }
  const output = await send()
  const bytes = memory.end()
  const found = (count: string): number => Number(new RegExp(`${count} +([\\d.]+)`).exec(output)?.[1])
  const rate = Math.round((segments * 1_000) / (performance.now() - began))
  print(
    `${name}: ${segments} segments in ${seconds()} s, ${rate} a second; ` +
      `rejects expected ${feed.wrong.length}, found ${found('rejected')}; memory of the api process in MiB: ` +
      Object.entries(bytes)
        .map(([when, value]) => `${when} ${Math.round(value / MIB)}`)
        .join(', '),
  )
  expect(at, found('lines') === feed.lines, `${name}: ${found('lines')} lines counted`)
  expect(at, found('accepted') === feed.accepted, `${name}: ${found('accepted')} lines accepted`)
  expect(at, await rejectsAreExact(file, feed), `${name}: the rejects are not the wrong lines`)
  if (segments >= FLAT_FROM)
    expect(at, bytes.end < bytes.middle * MAX_GROWTH, `${name}: the api process grew to ${bytes.end} bytes`)
  at.accepted += feed.accepted
  await until(`all of ${name} is folded`, async () => await isFolded(at), MAX_FOLD_MS)
  expect(at, (await rawSegments(pool)) === at.accepted, `${name}: ${await rawSegments(pool)} raw segments`)
  const stored = await compareStored(pool, { first, members, feed })
  print(`${name}: folded after ${seconds()} s; ${JSON.stringify(stored)}`)
  expect(
    at,
    Object.values(stored).every((count) => count === 0),
    `${name}: ${JSON.stringify(stored)}`,
  )
  return link.received() - before
}

/** Counting takes the processor time that folding needs. */
async function isFolded({ pool, accepted }: Measured): Promise<boolean> {
  if ((await rawSegments(pool)) >= accepted) return true
  await setTimeout(FOLD_CHECK_MS)
  return false
}

/** Cuts connections and kills the command when so much of the answers has arrived. */
function cutsAndKill(link: Proxy, total: number) {
  const from = link.received()
  const cuts = CUTS.map((share) => share * total)
  let isKilled = false
  return {
    isDone: () => cuts.length === 0 && isKilled,
    disturb: (command: ChildProcess): (() => void) => {
      const timer = setInterval(() => {
        const done = link.received() - from
        if (done > (cuts[0] ?? Infinity)) {
          cuts.shift()
          link.drop()
        } else if (!isKilled && cuts.length === 0 && done > KILL * total) isKilled = command.kill('SIGKILL')
      }, DISTURB_MS)
      return () => {
        clearInterval(timer)
      }
    },
  }
}

/** Resident bytes of the api process. */
function apiMemory(dir: string): number {
  const pid = readProcesses(dir)?.processes.find(({ name }) => name === 'api')?.pid
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1_024
}

/** Measures again and again: at the start, the medians of the thirds, and the peak. */
function sampled(measure: () => number) {
  const samples = [measure()]
  const timer = setInterval(() => samples.push(measure()), SAMPLE_MS)
  return {
    end: () => {
      clearInterval(timer)
      const third = (from: number): number =>
        median(samples.slice(Math.floor(from * samples.length), Math.ceil((from + 1 / 3) * samples.length)))
      const [start = 0] = samples
      return { start, begin: third(0), middle: third(1 / 3), end: third(2 / 3), peak: Math.max(...samples) }
    },
  }
}
