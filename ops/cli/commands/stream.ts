/** `stream heal | skip`: repairs after stream and cursors no longer match (workers/DESIGN.md 4.4). */
import type { Command } from '@commander-js/extra-typings'
import { memberStore } from '../../../db/fold/member-store.js'
import { savedMessages } from '../../../db/operator/saved-messages.js'
import {
  divisionOf,
  highestCursor,
  listPartitions,
  resumeHalted,
  skipGap,
  type PartitionState,
} from '../../../db/operator/partition-admin.js'
import { countLost } from '../../../db/operator/lost-messages.js'
import { SEGMENTS_STREAM, type Division } from '../../../schemas/stream/subjects.js'
import type { NatsConnection } from '../../../workers/stream/connection/connect.js'
import { raiseSequence } from '../../../workers/stream/repair/raise-sequence.js'
import { repairableStream } from '../../../workers/stream/repair/repairable-stream.js'
import { findStreamState, type StreamState } from '../../../workers/stream/setup.js'
import { streamStats } from '../../../workers/stream/stream-stats.js'
import { HALT_MEANINGS } from '../../monitoring/halt-meanings.js'
import { openStreams } from '../../wiring/streams.js'
import { done, failed, UsageError, type Answer } from '../answer.js'
import type { CliContext } from '../context.js'
import type { Run } from '../run.js'
import { BECAUSE } from '../values.js'
import { lostMessages } from './stream-lost.js'

/** The stream, and repairs of it. */
export function addStreamCommands(program: Command, run: Run): void {
  const stream = program
    .command('stream')
    .description('print how the stream and the cursors of the partitions compare; repair them')
    .action(run(async (context) => report(await assess(await context.stream(), context))))
  stream
    .command('heal')
    .description(
      'continue after the stream lost its end, was lost or was recreated; messages it still holds are kept',
    )
    .requiredOption(...BECAUSE)
    .action(
      run(async (context, { because }) => {
        const nc = await context.stream()
        const situation = await assess(nc, context)
        return situation.halted.length > 0
          ? await heal(context, nc, situation, because)
          : await healWithoutHalt(context, nc, situation)
      }),
    )
  stream
    .command('skip')
    .description('continue after unread messages have left the stream; they are given up')
    .requiredOption(...BECAUSE)
    .action(
      run(async (context, { because }) => {
        const situation = await assess(await context.stream(), context)
        return situation.halted.length > 0 ? await skip(context, situation, because) : notHalted(situation)
      }),
    )
  stream
    .command('lost')
    .description('list acknowledged messages that were never folded, and what they may have held')
    .option(
      '--recover',
      'publish again those that a server of the cluster still has; they are folded after what their members have sent since',
    )
    .option('--give-up', 'give up all that are listed; their batches stay failed')
    .option(...BECAUSE)
    .action(run(lostMessages))
}

interface Situation {
  /** Null if SEGMENTS does not exist. */
  state: StreamState | null
  missing: string[]
  /** Null if no fold worker has ever run. */
  division: Division | null
  cursor: number
  halted: PartitionState[]
  /** Messages of which an operator has not decided. */
  lost: number
}

async function assess(nc: NatsConnection, { pool }: CliContext): Promise<Situation> {
  return {
    state: await findStreamState(nc),
    missing: (await streamStats(nc)).filter((one) => one.missing).map((one) => one.name),
    division: await divisionOf(pool, SEGMENTS_STREAM),
    cursor: await highestCursor(pool),
    halted: (await listPartitions(pool)).filter((one) => one.status !== 'ok'),
    lost: await countLost(pool),
  }
}

function report(situation: Situation): Answer {
  const { state, missing, division, cursor, halted, lost } = situation
  const summary = `the highest cursor is ${cursor}; ${halted.length} partitions are halted`
  const lines: string[] = []
  if (state !== null) lines.push(`The stream holds ${state.firstSeq} to ${state.lastSeq}; ${summary}.`)
  else if (division === null) lines.push('There are no streams yet. `npm run cli -- migrate` creates them.')
  else lines.push(`NATS has no stream ${SEGMENTS_STREAM}; ${summary}.`)
  if (missing.length > 0 && division !== null)
    lines.push(
      `missing: ${missing.join(', ')}`,
      'Check that NATS_URL names the right server, and that its storage is in place.',
      'If the streams are lost for good, `stream heal` recreates them.',
    )
  for (const one of halted) lines.push(`partition ${one.partition} at ${one.cursor}: ${one.status}`)
  for (const status of new Set(halted.map((one) => one.status))) {
    const meaning = HALT_MEANINGS[status]
    if (meaning !== undefined) lines.push(`${status}: ${meaning}`)
  }
  if (lost > 0) lines.push(`${lost} acknowledged messages were never folded: see \`stream lost\`.`)
  return { data: situation, lines, failed: halted.length > 0 || missing.length > 0 || lost > 0 }
}

/** Without a halted partition only streams other than SEGMENTS can be repaired. */
async function healWithoutHalt(
  context: CliContext,
  nc: NatsConnection,
  situation: Situation,
): Promise<Answer> {
  const { state, missing, division } = situation
  if (state === null || missing.length === 0) return notHalted(situation)
  await recreateStreams(nc, context, division)
  return done(`Recreated ${missing.join(', ')}.`, { recreated: missing })
}

function notHalted({ state, division }: Situation): Answer {
  const mayHaltSoon = state === null && division !== null
  return failed(
    mayHaltSoon
      ? 'No partition is halted yet. Fold workers halt them within seconds; start one if none is running.'
      : 'No partition is halted.',
  )
}

async function skip({ pool, operator }: CliContext, { state }: Situation, because: string): Promise<Answer> {
  if (state === null) throw new UsageError('NATS has no stream to continue with; see `stream heal`.')
  const skipped = await skipGap(pool, state.firstSeq, operator, because)
  const outcome = `${skipped} partitions continue at ${state.firstSeq}.`
  return skipped > 0 ? done(outcome, { skipped }) : failed(outcome, { skipped })
}

async function heal(
  context: CliContext,
  nc: NatsConnection,
  { state, halted, division, cursor }: Situation,
  because: string,
): Promise<Answer> {
  const { pool, operator } = context
  if (state !== null && halted.every((one) => one.status === 'HALTED_GAP'))
    throw new UsageError('Messages are missing, which healing cannot bring back; see `stream skip`.')
  const { streamId } = await recreateStreams(nc, context, division)
  const { nextSeq, salvaged, unreadable } = await raiseSequence(
    repairableStream(nc),
    cursor,
    savedMessages(pool, memberStore(pool).appliedBatches),
  )
  const identity = { name: SEGMENTS_STREAM, created: streamId, upTo: nextSeq - 1 }
  const resumed = await resumeHalted(pool, identity, operator, because)
  return {
    data: { next_seq: nextSeq, kept: salvaged, unreadable, resumed },
    lines: [
      `The stream continues at ${nextSeq}.`,
      `Kept ${salvaged} unfolded messages; ${unreadable} could not be read.`,
      `Resumed ${resumed} partitions.`,
    ],
  }
}

async function recreateStreams(
  nc: NatsConnection,
  { config }: CliContext,
  division: Division | null,
): Promise<StreamState> {
  return await openStreams(nc, config, division ?? {})
}
