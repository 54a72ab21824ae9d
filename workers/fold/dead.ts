/**
 * An operator's word about a parked member, carried out by the owner of its partition, under its epoch, between two steps:
 * so nothing of the member can be folded beside it. What waits is folded in its old order; the cursor does not move.
 */
import type { Log } from '../../schemas/log.js'
import type { StreamMessage } from '../stream/session.js'
import type { Commit, DeadCommand, DeadStore, ParkedMessage } from '../ports.js'
import { Unfit } from './failure.js'
import { prepare } from './prepare.js'
import { carry, type Progress, type StepDeps } from './step.js'

export interface DeadDeps extends StepDeps { dead: DeadStore, log: Log }

const AT_ONCE = 50

/** Carries the command out and answers what came of it, in a sentence. Throws `Fenced` or `Stopped`, or what the store throws. */
export async function obey (deps: DeadDeps, at: Progress, command: DeadCommand, signal: AbortSignal): Promise<string> {
  if (!at.parked.has(command.member)) return 'the member is not parked'
  if (command.do === 'drop') return await drop(deps, at, command, signal)
  let folded = 0
  let skipped = 0
  for (let after = 0; ;) {
    const waiting = await deps.dead.waiting(command.member, after, AT_ONCE)
    const last = waiting.at(-1)
    if (last === undefined) break
    const wanted = waiting.filter(one => !command.skip.includes(one.seq))
    const failed = await fold(deps, at, command, wanted, last.seq, signal)
    if (failed !== null) return `${failed.seq} failed again (${failed.error.message}); ${folded} folded before it, ${skipped} skipped`
    folded += wanted.length
    skipped += waiting.length - wanted.length
    after = last.seq
  }
  if (command.do === 'try') {
    deps.thinker.forget([command.member])
    return `all ${folded} messages would be folded, ${skipped} skipped; nothing was saved`
  }
  await carry(deps, at, { ...nothing(at), unpark: { member: command.member, upTo: 0, done: true } }, signal)
  at.parked.delete(command.member)
  return `${folded} folded, ${skipped} skipped, un-parked`
}

async function drop (deps: DeadDeps, at: Progress, command: DeadCommand, signal: AbortSignal): Promise<string> {
  let dropped = 0
  for (let after = 0; ;) {
    const waiting = await deps.dead.waiting(command.member, after, AT_ONCE)
    const last = waiting.at(-1)
    if (last === undefined) break
    dropped += waiting.length
    after = last.seq
  }
  await carry(deps, at, { ...nothing(at), unpark: { member: command.member, upTo: at.cursor, done: true } }, signal)
  at.parked.delete(command.member)
  return `${dropped} messages dropped, un-parked`
}

interface Failed { seq: number, error: Unfit }

/** Folds some waiting messages, all at once or, when that fails, one by one up to the first that fails. */
async function fold (
  deps: DeadDeps, at: Progress, command: DeadCommand, waiting: ParkedMessage[], upTo: number, signal: AbortSignal
): Promise<Failed | null> {
  try {
    const commit = await commitOf(deps, at, command, waiting)
    if (command.do === 'replay') await carry(deps, at, { ...commit, unpark: { member: command.member, upTo, done: false } }, signal)
    return null
  } catch (error) {
    if (!(error instanceof Unfit)) throw error
    deps.thinker.forget([command.member])
    const [culprit] = waiting
    if (culprit === undefined) throw error
    if (waiting.length > 1) {
      for (const one of waiting) {
        const failed = await fold(deps, at, command, [one], one.seq, signal)
        if (failed !== null) return failed
      }
      return null
    }
    if (command.do === 'replay') await parkAgain(deps, at, command, culprit, error, signal)
    return { seq: culprit.seq, error }
  }
}

async function commitOf (deps: DeadDeps, at: Progress, command: DeadCommand, waiting: ParkedMessage[]): Promise<Commit> {
  const others = new Set(at.parked)
  others.delete(command.member)
  const messages = waiting.map((one): StreamMessage => ({ ...one, stored: 0, pending: 0 }))
  const commit = await prepare(deps, { ...at, parked: others, unsaved: command.do === 'try' }, at.cursor, messages)
  return { ...commit, last: at.cursor }
}

async function parkAgain (
  deps: DeadDeps, at: Progress, command: DeadCommand, culprit: ParkedMessage, error: Unfit, signal: AbortSignal
): Promise<void> {
  await carry(deps, at, {
    ...nothing(at),
    parking: [{ member: command.member, since: culprit.seq, reason: error.stage, error: error.message, attempts: 2, version: deps.version }]
  }, signal)
}

function nothing (at: Progress): Commit {
  return { partition: at.partition, epoch: at.epoch, cursor: at.cursor, last: at.cursor, messages: [], folded: [] }
}
