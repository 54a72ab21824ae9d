/** Submits batches, waits until they are folded and delivered, and measures what that wrote. */
import type pg from 'pg'
import { until } from '../../support/until.js'
import type { Figures } from '../harness/harness.js'
import { expectOnlyStatus } from '../harness/load.js'
import type { Load } from '../harness/load.js'
import { tableSizes, walByTable, walPosition } from '../harness/written.js'
import type { BytesByTable } from '../harness/written.js'
import { foldedBatches } from '../pipeline/product-pipeline.js'

const STEP_S = 0.5
/** Batches accepted and not yet folded. */
const WINDOW = 400
const TIMEOUT_MS = 300_000
const KB = 1_000
const ACCEPTED = 202
/** What a commit of the fold writes. */
const COMMITTED = [
  'partition_position',
  'raw_batch',
  'member',
  'segment',
  'trip',
  'account',
  'event',
  'past_document',
  'outbox',
]

export class StorageRun {
  bytesPerSegment = NaN
  walPerBatch = NaN
  private readonly pool: pg.Pool
  private readonly load: Load
  private readonly batchSize: number
  private readonly sizesBefore: BytesByTable
  private wal = 0
  private batches = 0

  private constructor(pool: pg.Pool, load: Load, batchSize: number, sizesBefore: BytesByTable) {
    this.pool = pool
    this.load = load
    this.batchSize = batchSize
    this.sizesBefore = sizesBefore
  }

  static async begin(pool: pg.Pool, load: Load, batchSize: number): Promise<StorageRun> {
    return new StorageRun(pool, load, batchSize, await tableSizes(pool))
  }

  async round(batches: number): Promise<Figures> {
    const before = await foldedBatches(this.pool)
    const from = await walPosition(this.pool)
    while ((await foldedBatches(this.pool)) - before < batches) await this.step()
    const isDelivered = async (): Promise<boolean> =>
      (await this.pool.query('select from delivery limit 1')).rowCount === 0
    await until('everything is delivered', isDelivered, TIMEOUT_MS)
    const byTable = await walByTable(this.pool, from)
    const committed = COMMITTED.reduce((sum, table) => sum + (byTable[table] ?? 0), 0)
    const folded = (await foldedBatches(this.pool)) - before
    this.batches += folded
    this.wal += committed
    this.walPerBatch = this.wal / this.batches / KB
    const sizes = await this.grown()
    const segments = this.batches * this.batchSize
    this.bytesPerSegment = Object.values(sizes).reduce((sum, bytes) => sum + bytes, 0) / segments
    return {
      'raw segments': segments,
      'WAL kB a batch, commit': committed / folded / KB,
      ...perUnit('WAL kB a batch', byTable, folded * KB),
      'bytes a raw segment': this.bytesPerSegment,
      ...perUnit('bytes a raw segment', sizes, segments),
    }
  }

  /** Sends up to a window of batches and waits until they are folded. */
  private async step(): Promise<void> {
    const before = await foldedBatches(this.pool)
    const result = await this.load.run({ seconds: STEP_S, window: WINDOW })
    // A step may end before the first answer.
    if (result.requests > 0) expectOnlyStatus(ACCEPTED, result)
    const { requests: accepted } = result
    const isFolded = async (): Promise<boolean> => (await foldedBatches(this.pool)) >= before + accepted
    await until('the batches are folded', isFolded, TIMEOUT_MS)
  }

  /** By how many bytes each table grew since the beginning. */
  private async grown(): Promise<BytesByTable> {
    const now = await tableSizes(this.pool)
    return Object.fromEntries(
      Object.entries(now).map(([name, bytes]) => [name, bytes - (this.sizesBefore[name] ?? 0)]),
    )
  }
}

/** The tables with the most bytes; the others together. */
const SHOWN = 8

function perUnit(what: string, bytes: BytesByTable, units: number): Figures {
  const ordered = Object.entries(bytes).sort(([, a], [, b]) => b - a)
  const others = ordered.slice(SHOWN).reduce((sum, [, value]) => sum + value, 0)
  return Object.fromEntries(
    [...ordered.slice(0, SHOWN), ['others', others] as const].map(([name, value]) => [
      `${what}: ${name}`,
      value / units,
    ]),
  )
}
