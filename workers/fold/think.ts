/** One task of the fold, wherever it runs: memory or stored state, parsed messages, the rules, memory again. */
import type { Id } from '../../schemas/ids.js'
import type { Folded, StoredMember, StoredSegment } from '../../schemas/folded.js'
import type { Incoming } from '../../schemas/message.js'
import type { FoldOutcome, FoldTask } from '../ports.js'
import type { Residents } from './resident.js'

/** The rules, as a thinker needs them (actors/member). `now` becomes the clock of the step. */
export interface Rules<S> {
  restore: (stored: StoredMember, now: number) => S
  decide: (state: S, messages: Incoming[], now: number) => { state: S; folded: Folded }
  /** Rough bytes of a state in memory. */
  weigh: (state: S) => number
  /** For rules that can leave a part of a member in the store. Left out: a member is in memory as a whole. */
  away?: AwayRules<S>
}

export interface AwayRules<S> {
  /** Segments that are away and that these messages will ask for; changes nothing. */
  wanted: (state: S, messages: Incoming[]) => Id[]
  /** Takes in what was away. */
  bring: (state: S, rows: StoredSegment[], now: number) => void
  /** Lets go of what was not needed lately. */
  rest: (state: S) => void
  /** Whether that is what `decide` and `restore` throw when they meet something that is away; the state is spoiled then. */
  missed: (error: unknown) => boolean
}

/** Folds one task. Never throws: what the rules throw is the outcome `failed`, and the member is forgotten. */
export function think<S>(rules: Rules<S>, memory: Residents<S>, task: FoldTask): FoldOutcome {
  try {
    const seen = memory.seen(task.member, task.owner) ?? task.stored
    const state =
      memory.take(task.member, task.owner) ??
      (task.stored === null ? null : rules.restore(task.stored, task.now))
    if (state === null || seen === null) return { is: 'cold' }
    const messages = task.messages.map(({ seq, envelope, body }) => ({
      seq,
      envelope,
      body: JSON.parse(body) as unknown,
    }))
    if (task.rows !== undefined) rules.away?.bring(state, task.rows, task.now)
    else {
      const segments = rules.away?.wanted(state, messages) ?? []
      if (segments.length > 0) {
        memory.put(
          task.member,
          task.owner,
          state,
          { lastSeq: seen.lastSeq, newest: task.newest },
          rules.weigh(state),
        )
        return { is: 'wants', segments }
      }
    }
    const step = rules.decide(state, messages, task.now)
    if (task.unsaved !== true) rules.away?.rest(step.state)
    memory.put(
      task.member,
      task.owner,
      step.state,
      { lastSeq: step.folded.lastSeq, newest: task.newest },
      rules.weigh(step.state),
    )
    return { is: 'folded', folded: step.folded }
  } catch (error) {
    if (rules.away?.missed(error) === true) return { is: 'missed' }
    return { is: 'failed', error: error instanceof Error ? `${error.name}: ${error.message}` : String(error) }
  }
}
