/**
 * Rows of `bench -- fold` over recorded requests: what the pipeline bench sends, through everything that a fold process does
 * itself, without servers: decoding, the rules, and the parameters of the commit. In the main thread and in 1, 2 and 4
 * threads (FOLD_THREADS); those need twice as many processors, because the rest of the service works as much as they do.
 */
import { existsSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import type pg from 'pg'
import { saveCommits } from '../../../db/fold/save-commits.js'
import { newStoredMember } from '../../../ops/fold/stored-member.js'
import type { MemberStore } from '../../../schemas/stream/member-store.js'
import { encodeMessage } from '../../../schemas/stream/message.js'
import { noFoldMetrics } from '../../../workers/fold/fold-metrics.js'
import { inlineExecutor } from '../../../workers/fold/pool/inline-executor.js'
import { threadPoolExecutor } from '../../../workers/fold/pool/thread-pool.js'
import { prepareCommit } from '../../../workers/fold/step/prepare-commit.js'
import type { FoldExecutor } from '../../../workers/ports.js'
import type { ReceivedMessage } from '../../../workers/stream/session.js'
import type { MemberBatch } from '../data/batches.js'
import type { BenchTools, Contestant, Figures } from '../harness/harness.js'
import { quietLog } from '../harness/quiet-log.js'
import { costAgain, SendOrder } from '../harness/send-order.js'
import { untilSteady } from '../harness/until-steady.js'
import { allocatedByStage } from './allocation.js'
import referenceRules from './reference-rules.js'

const THREADS = [1, 2, 4]
const PROCESSORS_PER_THREAD = 2
const SCHEDULER = `/proc/self/task/${process.pid}/schedstat`
const CACHE_BYTES = 2 ** 30
/** Messages of a commit of a busy worker. */
const TOGETHER = 25
/** Read at the same time, so that threads have something to do. */
const PARTITIONS = 2
const RESENDS = 0.8
const MAX_WARM_UP_ROUNDS = 8
const NOW = Date.UTC(2026, 0, 1)
const FIRST_MEMBER = 1_000_000_000
const FIRST_BATCH = 5_000_000_000
const IDS_PER_BATCH = 100
const CPU = 'CPU us per batch'

/** A row for each executor that this machine has processors for; says which it leaves out. */
export function recordedContestants(
  batches: MemberBatch[],
  tools: Pick<BenchTools, 'defer' | 'print'>,
  processors = availableParallelism(),
): Contestant[] {
  const fresh = messagesOf(batches, 0)
  const mixed = messagesOf(batches, RESENDS)
  const inline = new Replay(inlineExecutor(referenceRules(), CACHE_BYTES))
  const rows = [
    contestant('recorded', inline, fresh, async (figures) => {
      const all = await inline.run(mixed)
      const again = costAgain(all[CPU] ?? NaN, figures[CPU] ?? NaN, RESENDS)
      return { ...figures, 'CPU us per repeated batch': again, ...(await allocated(inline, fresh)) }
    }),
  ]
  for (const threads of THREADS) {
    const name = threads === 1 ? 'recorded, 1 thread' : `recorded, ${threads} threads`
    const needed = threads * PROCESSORS_PER_THREAD
    if (processors < needed) {
      tools.print(`${name}: left out, needs ${needed} processors and this machine has ${processors}`)
      continue
    }
    const rules = new URL('./reference-rules.ts', import.meta.url).href
    const executor = threadPoolExecutor({ threads, rules, input: null, log: quietLog })
    tools.defer(executor.close)
    rows.push(contestant(name, new Replay(executor), fresh))
  }
  return rows
}

async function allocated(replay: Replay, messages: ReceivedMessage[]): Promise<Figures> {
  const unit = 'kB allocated per batch'
  const stages = [...(await allocatedByStage(async () => await replay.run(messages)))]
  const kB = (bytes: number): number => bytes / messages.length / 1_000
  const all = stages.reduce((sum, [, bytes]) => sum + bytes, 0)
  const figures = stages.map(([stage, bytes]) => [`${unit}: ${stage}`, kB(bytes)] as const)
  return { [unit]: kB(all), ...Object.fromEntries(figures) }
}

function contestant(
  name: string,
  replay: Replay,
  messages: ReceivedMessage[],
  more = async (figures: Figures): Promise<Figures> => figures,
): Contestant {
  return {
    name,
    warm: async () => {
      await untilSteady(async () => (await replay.run(messages))[CPU] ?? NaN, MAX_WARM_UP_ROUNDS)
    },
    round: async () => await more(await replay.run(messages)),
  }
}

/** The batches as messages of the stream. @param share of all messages that repeat an earlier one */
export function messagesOf(batches: MemberBatch[], share: number): ReceivedMessage[] {
  const order = new SendOrder()
  const messages: ReceivedMessage[] = []
  for (let fresh = 0; fresh < batches.length;) {
    const { nth, again } = order.next(share)
    if (!again) fresh++
    const { member, segments } = batches[nth]!
    const seq = messages.length + 1
    const id = FIRST_BATCH + seq * IDS_PER_BATCH
    const received = NOW + seq
    const [batch, first, count] = [String(id), String(id + 1), segments.length]
    const body = Buffer.from(JSON.stringify({ segments }))
    const bytes = encodeMessage({ v: 1, kind: 'segments', batch, first, count, received }, body)
    messages.push({
      seq,
      member: String(FIRST_MEMBER + member),
      subject: '',
      bytes,
      stored: received,
      pending: 0,
    })
  }
  return messages
}

/** Answers every commit, whose parameters are written by then, that it moved its partition. */
const NOWHERE = {
  query: (_query: unknown, onResult: (error: null, result: unknown) => void) => {
    onResult(null, { rows: [{ moved: 1, notices: [] }] })
  },
} as unknown as pg.Pool

/** Folds messages of members of whom nothing is stored. */
export class Replay {
  readonly #executor: FoldExecutor
  readonly #members: MemberStore = {
    load: async (ids) => ids.map((id) => ({ ...newStoredMember(id, '{}'), newestBatch: 0 })),
    segments: async () => new Map(),
    appliedBatches: async () => new Set(),
    ...saveCommits(NOWHERE),
  }
  #epoch = 0

  constructor(executor: FoldExecutor) {
    this.#executor = executor
  }

  async run(messages: ReceivedMessage[]): Promise<Figures> {
    this.#epoch++
    const mainBefore = mainThreadCpuUs()
    const cpuBefore = process.cpuUsage()
    const startedAt = performance.now()
    await Promise.all(
      Array.from({ length: PARTITIONS }, async (_, partition) => {
        const own = messages.filter(({ member }) => Number(member) % PARTITIONS === partition)
        for (let i = 0; i < own.length; i += TOGETHER)
          await this.#commit(partition, own.slice(i, i + TOGETHER))
      }),
    )
    const seconds = (performance.now() - startedAt) / 1_000
    const { user, system } = process.cpuUsage(cpuBefore)
    const mainUs = mainThreadCpuUs() - mainBefore
    this.#executor.invalidate('all')
    return {
      'batches per s': messages.length / seconds,
      // Threads that compile and collect garbage included.
      [CPU]: (user + system) / messages.length,
      'main thread CPU us per batch': mainUs / messages.length,
    }
  }

  async #commit(partition: number, messages: ReceivedMessage[]): Promise<void> {
    const deps = { members: this.#members, executor: this.#executor, now: () => NOW, metrics: noFoldMetrics }
    const owner = { partition, epoch: this.#epoch, parked: new Set<string>() }
    const prepared = await prepareCommit(deps, owner, 0, messages)
    await this.#members.apply([{ ...prepared, revision: 0 }])
  }
}

/** CPU that the main thread of this process has used; NaN but on Linux. */
function mainThreadCpuUs(): number {
  if (!existsSync(SCHEDULER)) return NaN
  return Number(readFileSync(SCHEDULER, 'utf8').split(' ')[0]) / 1_000
}
