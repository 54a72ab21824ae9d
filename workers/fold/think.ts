/** One task of the fold, wherever it runs: memory or stored state, parsed messages, the rules, memory again. */
import type { Folded, StoredMember } from '../../schemas/folded.js'
import type { Incoming } from '../../schemas/message.js'
import type { FoldOutcome, FoldTask } from '../ports.js'
import type { Residents } from './resident.js'

/** The rules, as a thinker needs them (actors/member). `now` becomes the clock of the step. */
export interface Rules<S> {
  restore: (stored: StoredMember, now: number) => S
  decide: (state: S, messages: Incoming[], now: number) => { state: S, folded: Folded }
  /** Rough bytes of a state in memory. */
  weigh: (state: S) => number
}

/** Folds one task. Never throws: what the rules throw is the outcome `failed`, and the member is forgotten. */
export function think<S> (rules: Rules<S>, memory: Residents<S>, task: FoldTask): FoldOutcome {
  try {
    const held = memory.take(task.member, task.owner)
    const state = held ?? (task.stored === null ? null : rules.restore(task.stored, task.now))
    if (state === null) return { is: 'cold' }
    const messages = task.messages.map(({ seq, envelope, body }) => ({ seq, envelope, body: JSON.parse(body) as unknown }))
    const step = rules.decide(state, messages, task.now)
    memory.put(task.member, task.owner, step.state, { lastSeq: step.folded.lastSeq, newest: task.newest }, rules.weigh(step.state))
    return { is: 'folded', folded: step.folded }
  } catch (error) {
    return { is: 'failed', error: error instanceof Error ? `${error.name}: ${error.message}` : String(error) }
  }
}
