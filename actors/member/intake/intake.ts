import type { Env } from '../env.js'
import type { MemberState } from '../model.js'
import type { PendingBatch, StepEffects } from './step-effects.js'

/** One message being applied: the state it changes, where its effects are noted, and its batch. */
export interface Intake {
  state: MemberState
  effects: StepEffects
  batch: PendingBatch
  env: Env
}
