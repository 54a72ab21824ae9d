/** `stream heal | skip`: repairs after the stream and the cursors have fallen apart (design.md 4.4). */
import { parseArgs } from 'node:util'
import { memberStore } from '../../db/members.js'
import { highestCursor, partStates, resumeHalted, skipGap } from '../../db/part-desk.js'
import { SEGMENTS_STREAM } from '../../schemas/subjects.js'
import { raiseSequence } from '../../workers/stream/heal.js'
import { ensureStreams, streamState } from '../../workers/stream/setup.js'
import { streamSettings } from '../stream-settings.js'
import { UsageFault, type Command } from './command.js'

export const stream: Command = {
  usage: [
    ['stream', 'how the stream and the partitions stand to each other'],
    ['stream heal --because TEXT', 'go on after the stream has lost its end or was made anew; what it still holds is kept'],
    ['stream skip --because TEXT', 'go on after messages have left the stream unread; they are given up']
  ],
  run: async (args, { config, pool, stream, say, by }) => {
    const { values, positionals: [word, extra] } = parseArgs({ args, allowPositionals: true, options: { because: { type: 'string' } } })
    if (word !== undefined && word !== 'heal' && word !== 'skip') throw new UsageFault(`there is no "stream ${word}"`)
    if (extra !== undefined) throw new UsageFault(`"${extra}" is one word too many`)
    if (word === undefined && values.because !== undefined) throw new UsageFault('"stream" alone changes nothing and knows no --because')
    if (word !== undefined && values.because === undefined) throw new UsageFault('--because says why, for those who look later')
    const nc = await stream()
    await ensureStreams(nc, streamSettings(config))
    const state = await streamState(nc)
    const cursor = await highestCursor(pool)
    const halted = (await partStates(pool)).filter(part => part.status !== 'ok')
    if (word === undefined) {
      say(`the stream holds ${state.firstSeq} to ${state.lastSeq}; the highest position is ${cursor}; ${halted.length} partitions are halted`)
      for (const part of halted) say(`partition ${part.partition} at ${part.cursor}: ${part.status}`)
      return halted.length === 0 ? 0 : 1
    }
    const because = values.because ?? ''
    if (halted.length === 0) {
      say('no partition is halted')
      return 1
    }
    if (word === 'skip') {
      const skipped = await skipGap(pool, state.firstSeq, by, because)
      say(`${skipped} partitions go on from ${state.firstSeq}`)
      return skipped > 0 ? 0 : 1
    }
    if (halted.every(part => part.status === 'HALTED_GAP')) throw new UsageFault('messages are missing, which healing cannot bring back: see `stream skip`')
    const { nextSeq, salvaged, unreadable } = await raiseSequence(nc, cursor, memberStore(pool).known)
    const resumed = await resumeHalted(pool, { name: SEGMENTS_STREAM, created: state.created, upTo: nextSeq - 1 }, by, because)
    say(`the stream goes on at ${nextSeq}; ${salvaged} messages that had not been folded were kept, ${unreadable} could not be read; ${resumed} partitions resumed`)
    return 0
  }
}
