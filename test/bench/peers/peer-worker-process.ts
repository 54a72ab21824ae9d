/**
 * The product's rules and the product's commit, driven by a job queue: one commit a job. The queue keeps the
 * jobs of a member apart; the cursor of a partition, which the commit moves, orders the commits of different
 * members of one partition here.
 */
import { memberStore } from '../../../db/fold/member-store.js'
import { connect } from '../../../db/pg/connect.js'
import { sourceRows } from '../../../db/reads/reference-rows.js'
import { idGenerator } from '../../../schemas/base/ids.js'
import { noFoldMetrics } from '../../../workers/fold/fold-metrics.js'
import { inlineExecutor } from '../../../workers/fold/pool/inline-executor.js'
import { prepareCommit } from '../../../workers/fold/step/prepare-commit.js'
import { memberRules } from '../../../ops/wiring/member-rules.js'
import { replyToBench, processOptions } from '../harness/bench-process.js'
import { quietLog } from '../harness/quiet-log.js'
import { openPeerQueue } from './open-peer-queue.js'
import type { PeerJob, PeerName } from './peer-queue.js'

export interface PeerWorkerOptions {
  peer: PeerName
  database: string
  url: string
  /** Partitions 0, 1, ... of the database, all under epoch 1 and at cursor 0. */
  partitions: number
}

const SLOT = 61
const EPOCH = 1

const options = await processOptions<PeerWorkerOptions>()
const database = connect({ url: options.database, name: 'bench peer', log: quietLog, keyPlans: true })
const sources = new Map((await sourceRows(database.pool)).map((row) => [row.id, row]))
const ids = idGenerator(SLOT, Date.now)
const rules = await memberRules({
  pool: database.pool,
  source: (id) => sources.get(id),
  newId: () => ids.next(),
  url: options.url,
})
const members = memberStore(database.pool)
const deps = { members, executor: inlineExecutor(rules), now: Date.now, metrics: noFoldMetrics }
const cursors = new Map<number, number>()
const lanes = new Map<number, Promise<void>>()

/** Commits a job after those of its partition that came before it. */
async function commitJob(job: PeerJob): Promise<void> {
  const partition = Number(BigInt(job.member) % BigInt(options.partitions))
  const turn = (lanes.get(partition) ?? Promise.resolve()).then(async () => {
    await foldAndSave(partition, job)
  })
  lanes.set(partition, turn)
  await turn
}

async function foldAndSave(partition: number, { member, message }: PeerJob): Promise<void> {
  const cursor = cursors.get(partition) ?? 0
  const received = {
    seq: cursor + 1,
    member,
    subject: '',
    bytes: Buffer.from(message),
    stored: Date.now(),
    pending: 0,
  }
  const owner = { partition, epoch: EPOCH, parked: new Set<string>() }
  const prepared = await prepareCommit(deps, owner, cursor, [received])
  // One message a commit: the revision rises with the cursor.
  const saved = await members.apply([{ ...prepared, revision: cursor }])
  if (saved === 'fenced') throw new Error(`partition ${partition} is not at ${cursor}`)
  cursors.set(partition, received.seq)
}

const queue = await openPeerQueue(options.peer, options.database)
replyToBench({ up: true })
await queue.work(commitJob)
