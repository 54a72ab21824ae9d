/** `stream heal | skip`: repairs after the stream and the cursors have fallen apart (workers/README.md 4.4). */
import { parseArgs } from 'node:util'
import { memberStore } from '../../../db/fold/member-store.js'
import {
  highestCursor,
  partitionCount,
  listPartitions,
  resumeHalted,
  skipGap,
} from '../../../db/operator/partition-admin.js'
import { SEGMENTS_STREAM } from '../../../schemas/stream/subjects.js'
import { raiseSequence } from '../../../workers/stream/repair.js'
import { findStreamState, type StreamState } from '../../../workers/stream/setup.js'
import { streamStats } from '../../../workers/stream/stream-stats.js'
import { openStreams } from '../../wiring/streams.js'
import { UsageError, type Command } from '../command.js'

export const stream: Command = {
  usage: [
    ['stream', 'how the stream and the partitions stand to each other'],
    [
      'stream heal --because TEXT',
      'go on after the stream has lost its end, was lost or was made anew; what it still holds is kept',
    ],
    ['stream skip --because TEXT', 'go on after messages have left the stream unread; they are given up'],
  ],
  run: async (args, { config, pool, stream, print: say, operator: by }) => {
    const {
      values,
      positionals: [word, extra],
    } = parseArgs({ args, allowPositionals: true, options: { because: { type: 'string' } } })
    if (word !== undefined && word !== 'heal' && word !== 'skip')
      throw new UsageError(`there is no "stream ${word}"`)
    if (extra !== undefined) throw new UsageError(`"${extra}" is one word too many`)
    if (word === undefined && values.because !== undefined)
      throw new UsageError('"stream" alone changes nothing and knows no --because')
    if (word !== undefined && values.because === undefined)
      throw new UsageError('--because says why, for those who look later')
    const nc = await stream()
    const state = await findStreamState(nc)
    const missing = (await streamStats(nc)).filter((one) => one.missing).map((one) => one.name)
    const made = await partitionCount(pool, SEGMENTS_STREAM)
    const cursor = await highestCursor(pool)
    const halted = (await listPartitions(pool)).filter((part) => part.status !== 'ok')
    if (word === undefined) {
      if (state !== null)
        say(
          `the stream holds ${state.firstSeq} to ${state.lastSeq}; the highest position is ${cursor}; ${halted.length} partitions are halted`,
        )
      else if (made === null) say('there are no streams yet: the first role that starts makes them')
      else
        say(
          `the broker has no stream ${SEGMENTS_STREAM}; the highest position is ${cursor}; ${halted.length} partitions are halted`,
        )
      if (missing.length > 0 && made !== null)
        say(
          `missing: ${missing.join(', ')}. Is NATS_URL the broker meant, and its store where it was? What is lost for good \`stream heal\` makes anew`,
        )
      for (const part of halted) say(`partition ${part.partition} at ${part.cursor}: ${part.status}`)
      return halted.length === 0 && missing.length === 0 ? 0 : 1
    }
    const because = values.because ?? ''
    const anew = async (): Promise<StreamState> =>
      await openStreams(nc, config, made === null ? {} : { partitions: made })
    if (halted.length === 0 && word === 'heal' && state !== null && missing.length > 0) {
      await anew()
      say(`made anew: ${missing.join(', ')}`)
      return 0
    }
    if (halted.length === 0) {
      say(
        state === null && made !== null
          ? 'no partition is halted yet: fold workers halt them within some seconds; start one if none runs'
          : 'no partition is halted',
      )
      return 1
    }
    if (word === 'skip') {
      if (state === null) throw new UsageError('the broker has no stream to go on in: see `stream heal`')
      const skipped = await skipGap(pool, state.firstSeq, by, because)
      say(`${skipped} partitions go on from ${state.firstSeq}`)
      return skipped > 0 ? 0 : 1
    }
    if (state !== null && halted.every((part) => part.status === 'HALTED_GAP'))
      throw new UsageError('messages are missing, which healing cannot bring back: see `stream skip`')
    const { created } = await anew()
    const { nextSeq, salvaged, unreadable } = await raiseSequence(nc, cursor, memberStore(pool).known)
    const resumed = await resumeHalted(
      pool,
      { name: SEGMENTS_STREAM, created, upTo: nextSeq - 1 },
      by,
      because,
    )
    say(
      `the stream goes on at ${nextSeq}; ${salvaged} messages that had not been folded were kept, ${unreadable} could not be read; ${resumed} partitions resumed`,
    )
    return 0
  },
}
