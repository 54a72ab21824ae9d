/** `stream heal | skip`: repairs after stream and cursors no longer match (workers/DESIGN.md 4.4). */
import { parseArgs } from 'node:util'
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
import { openStreams } from '../../wiring/streams.js'
import { lostMessages, LOST_USAGE } from './stream-lost.js'
import { UsageError, type CliContext, type Command } from '../command.js'

export const stream: Command = {
  usage: [
    ['stream', 'print how the stream and the cursors of the partitions compare'],
    [
      'stream heal --because TEXT',
      'continue after the stream lost its end, was lost or was recreated; messages it still holds are kept',
    ],
    ['stream skip --because TEXT', 'continue after unread messages have left the stream; they are given up'],
    ...LOST_USAGE,
  ],
  run: async (args, context) => {
    if (args[0] === 'lost') return await lostMessages(args.slice(1), context)
    const { verb, because } = readRequest(args)
    const nc = await context.stream()
    const situation = await assess(nc, context)
    if (verb === undefined) return report(context, situation)
    if (situation.halted.length === 0) return await withoutHalt(context, nc, situation, verb)
    return verb === 'skip'
      ? await skip(context, situation, because)
      : await heal(context, nc, situation, because)
  },
}

function readRequest(args: string[]): { verb: 'heal' | 'skip' | undefined; because: string } {
  const {
    values: { because },
    positionals: [verb, surplus],
  } = parseArgs({ args, allowPositionals: true, options: { because: { type: 'string' } } })
  if (verb !== undefined && verb !== 'heal' && verb !== 'skip')
    throw new UsageError(`There is no command "stream ${verb}".`)
  if (surplus !== undefined) throw new UsageError(`Unexpected argument "${surplus}".`)
  if (verb === undefined && because !== undefined)
    throw new UsageError('"stream" alone changes nothing and has no option --because.')
  if (verb !== undefined && because === undefined)
    throw new UsageError('--because is required: it records the reason for those who look later.')
  return { verb, because: because ?? '' }
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

/** What each kind of halt means, and what to do. */
const MEANINGS: Partial<Record<string, string>> = {
  HALTED_SEQ_REGRESSED:
    'the stream ends before the cursor, or holds another message there than the one that was folded: ' +
    'it lost its end. Restore it, then continue with `stream heal`; messages it still holds are kept.',
  HALTED_STREAM_RECREATED:
    'the stream is missing, or is another one than the cursors belong to. Restore it, or continue with ' +
    '`stream heal`; messages it holds are kept.',
  HALTED_GAP:
    'messages left the stream before they were folded. Restore them, or give them up with `stream skip`.',
}

function report({ print }: CliContext, situation: Situation): number {
  const { state, missing, division, cursor, halted, lost } = situation
  const summary = `the highest cursor is ${cursor}; ${halted.length} partitions are halted`
  if (state !== null) print(`The stream holds ${state.firstSeq} to ${state.lastSeq}; ${summary}.`)
  else if (division === null) print('There are no streams yet. The first role that starts creates them.')
  else print(`NATS has no stream ${SEGMENTS_STREAM}; ${summary}.`)
  if (missing.length > 0 && division !== null) {
    print(`missing: ${missing.join(', ')}`)
    print('Check that NATS_URL names the right server, and that its storage is in place.')
    print('If the streams are lost for good, `stream heal` recreates them.')
  }
  for (const one of halted) print(`partition ${one.partition} at ${one.cursor}: ${one.status}`)
  for (const status of new Set(halted.map((one) => one.status))) {
    const meaning = MEANINGS[status]
    if (meaning !== undefined) print(`${status}: ${meaning}`)
  }
  if (lost > 0) print(`${lost} acknowledged messages were never folded: see \`stream lost\`.`)
  return halted.length === 0 && missing.length === 0 && lost === 0 ? 0 : 1
}

/** Without a halted partition only streams other than SEGMENTS can be repaired. */
async function withoutHalt(
  context: CliContext,
  nc: NatsConnection,
  situation: Situation,
  verb: 'heal' | 'skip',
): Promise<number> {
  const { state, missing, division } = situation
  if (verb === 'heal' && state !== null && missing.length > 0) {
    await recreateStreams(nc, context, division)
    context.print(`Recreated ${missing.join(', ')}.`)
    return 0
  }
  const mayHaltSoon = state === null && division !== null
  context.print(
    mayHaltSoon
      ? 'No partition is halted yet. Fold workers halt them within seconds; start one if none is running.'
      : 'No partition is halted.',
  )
  return 1
}

async function skip(
  { pool, print, operator }: CliContext,
  { state }: Situation,
  because: string,
): Promise<number> {
  if (state === null) throw new UsageError('NATS has no stream to continue with; see `stream heal`.')
  const skipped = await skipGap(pool, state.firstSeq, operator, because)
  print(`${skipped} partitions continue at ${state.firstSeq}.`)
  return skipped > 0 ? 0 : 1
}

async function heal(
  context: CliContext,
  nc: NatsConnection,
  { state, halted, division, cursor }: Situation,
  because: string,
): Promise<number> {
  const { pool, print, operator } = context
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
  print(`The stream continues at ${nextSeq}.`)
  print(`Kept ${salvaged} unfolded messages; ${unreadable} could not be read.`)
  print(`Resumed ${resumed} partitions.`)
  return 0
}

async function recreateStreams(
  nc: NatsConnection,
  { config }: CliContext,
  division: Division | null,
): Promise<StreamState> {
  return await openStreams(nc, config, division ?? {})
}
