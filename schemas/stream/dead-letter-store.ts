/** Parked members, their waiting messages, and the commands of operators for them (workers/DESIGN.md 5). */
import type { Id } from '../base/ids.js'

/** Where a poison message failed: `stage` of the error, `reason` in the tables, `Dlq-Class` in a dead letter. */
export type PoisonStage = 'decode' | 'fold' | 'store' | 'crash'

/** A member that is not folded until an operator decides: a row of parked_member. */
export interface ParkedMember {
  member: Id
  /** Sequence of the message that failed. */
  since: number
  reason: PoisonStage
  error: string
  attempts: number
  version: string
}

/** A message waiting behind a parked member: a row of parked_message with the original bytes. */
export interface ParkedMessage {
  member: Id
  seq: number
  subject: string
  bytes: Uint8Array
  /** The stage at which it failed, or `waiting` behind one that did. */
  reason: PoisonStage | 'waiting'
}

/**
 * - `replay`: fold the waiting messages in order, refuse the sequences in `skip`, and unpark the member.
 * - `try`: a dry run, the same without saving anything (`cli dead replay --dry-run`).
 * - `drop`: refuse the waiting messages and unpark the member.
 */
export interface DeadLetterCommand {
  id: number
  partition: number
  member: Id
  do: 'replay' | 'try' | 'drop'
  skip: number[]
}

/** Parked members, and the commands of operators for them. */
export interface DeadLetterStore {
  /** Parked members of the partition; `announced`: their dead letter is published. */
  parked: (partition: number) => Promise<Array<ParkedMember & { announced: boolean }>>
  markAnnounced: (member: Id, since: number) => Promise<void>
  /** Messages of a member that wait after sequence `after`, oldest first. */
  waiting: (member: Id, after: number, limit: number) => Promise<ParkedMessage[]>
  /** Commands not yet executed for members of these partitions, oldest first. */
  due: (partitions: number[]) => Promise<DeadLetterCommand[]>
  /** Marks the command as executed, with its result. */
  finish: (command: number, result: string) => Promise<void>
}
