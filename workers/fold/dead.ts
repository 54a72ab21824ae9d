/**
 * An operator's word about a parked member, carried out by the owner of its partition, under its epoch, between two steps:
 * so nothing of the member can be folded beside it. What waits is folded in its old order; the cursor does not move. What is
 * left out is kept as refused: whoever handed it in and asks after it is told so.
 */
import type { Log } from '../../schemas/log.js'
import type { StreamMessage } from '../stream/session.js'
import type { Commit, DeadCommand, DeadStore, ParkedMessage, Refused } from '../ports.js'
import { Unfit } from './failure.js'
import { decode, prepare } from './prepare.js'
import { carry, type Progress, type StepDeps } from './step.js'

export interface DeadDeps extends StepDeps {
  dead: DeadStore
  log: Log
}

const AT_ONCE = 50

const GIVEN_UP = {
  error: 'server_error',
  error_description:
    'It could not be put on the itinerary, and an operator has given it up: nothing of it was taken. Send it again as a new request if it still holds.',
} as const

/** Carries the command out and answers what came of it, in a sentence. Throws `Fenced` or `Stopped`, or what the store throws. */
export async function obey(
  deps: DeadDeps,
  at: Progress,
  command: DeadCommand,
  signal: AbortSignal,
): Promise<string> {
  if (!at.parked.has(command.member)) return 'the member is not parked'
  if (command.do === 'drop') return await drop(deps, at, command, signal)
  if (command.do === 'try') return await rehearse(deps, at, command)
  let folded = 0
  let skipped = 0
  for (let after = 0; ;) {
    const waiting = await deps.dead.waiting(command.member, after, AT_ONCE)
    const last = waiting.at(-1)
    if (last === undefined) break
    for (const { left, messages, upTo } of runs(waiting, command.skip)) {
      const failed = left ? null : await fold(deps, at, command, messages, upTo, signal)
      if (failed !== null) return failure(failed, folded, skipped)
      if (left) await giveUp(deps, at, messages, signal)
      if (left) skipped += messages.length
      else folded += messages.length
    }
    after = last.seq
  }
  await free(deps, at, command, 0, signal)
  return `${folded} folded, ${skipped} skipped, un-parked`
}

function failure({ seq, error, before }: Failed, folded: number, skipped: number): string {
  return `${seq} failed again (${error.message}); ${folded + before} folded before it, ${skipped} skipped`
}

async function rehearse(deps: DeadDeps, at: Progress, command: DeadCommand): Promise<string> {
  let told = await rehearsal(deps, at, command, Infinity)
  // Which of many failed is found one by one, after all that came before: nothing of that was saved.
  if (told.failed !== null && told.among > 1) told = await rehearsal(deps, at, command, told.failed.seq)
  const { failed, folded, skipped } = told
  return failed === null
    ? `all ${folded} messages would be folded, ${skipped} skipped; nothing was saved`
    : failure(failed, folded, skipped)
}

interface Rehearsal {
  folded: number
  skipped: number
  failed: Failed | null
  among: number
}

/** Folds what waits in memory, one by one from the sequence `alone` on; `failed` is the first of the `among` messages that fail together. */
async function rehearsal(
  deps: DeadDeps,
  at: Progress,
  command: DeadCommand,
  alone: number,
): Promise<Rehearsal> {
  let folded = 0
  let skipped = 0
  try {
    for (let after = 0; ;) {
      const waiting = await deps.dead.waiting(command.member, after, AT_ONCE)
      const last = waiting.at(-1)
      if (last === undefined) return { folded, skipped, failed: null, among: 0 }
      for (const { left, messages, upTo } of runs(waiting, command.skip)) {
        if (left) {
          skipped += messages.length
          continue
        }
        for (const some of upTo < alone ? [messages] : messages.map((one) => [one])) {
          const failed = await unfit(some, async () => {
            await commitOf(deps, at, command, some)
          })
          if (failed !== null) return { folded, skipped, failed, among: some.length }
          folded += some.length
        }
      }
      after = last.seq
    }
  } finally {
    // However it ended: what is in memory is not saved, and the next word must not build on it.
    deps.thinker.forget([command.member])
  }
}

async function unfit([first]: ParkedMessage[], work: () => Promise<void>): Promise<Failed | null> {
  try {
    await work()
    return null
  } catch (error) {
    if (!(error instanceof Unfit) || first === undefined) throw error
    return { seq: first.seq, error, before: 0 }
  }
}

async function drop(
  deps: DeadDeps,
  at: Progress,
  command: DeadCommand,
  signal: AbortSignal,
): Promise<string> {
  let dropped = 0
  for (let after = 0; ;) {
    const waiting = await deps.dead.waiting(command.member, after, AT_ONCE)
    const last = waiting.at(-1)
    if (last === undefined) break
    await giveUp(deps, at, waiting, signal)
    dropped += waiting.length
    after = last.seq
  }
  await free(deps, at, command, at.cursor, signal)
  return `${dropped} messages dropped, un-parked`
}

async function free(
  deps: DeadDeps,
  at: Progress,
  command: DeadCommand,
  upTo: number,
  signal: AbortSignal,
): Promise<void> {
  await carry(deps, at, { ...nothing(at), unpark: { member: command.member, upTo, done: true } }, signal)
  at.parked.delete(command.member)
  // What was refused is not known to memory: the member is read anew, with the newest batch of all.
  deps.thinker.forget([command.member])
}

interface Run {
  left: boolean
  messages: ParkedMessage[]
  upTo: number
}

/** What waits, cut where messages that are left out begin and end. */
function runs(waiting: ParkedMessage[], skip: number[]): Run[] {
  const cut: Run[] = []
  for (const message of waiting) {
    const left = skip.includes(message.seq)
    const last = cut.at(-1)
    if (last?.left !== left) cut.push({ left, messages: [message], upTo: message.seq })
    else Object.assign(last, { messages: [...last.messages, message], upTo: message.seq })
  }
  return cut
}

/** Takes away what waits, of one member, and keeps it as refused: without its body, or not at all, when that is what Postgres refuses. */
async function giveUp(
  deps: DeadDeps,
  at: Progress,
  messages: ParkedMessage[],
  signal: AbortSignal,
): Promise<void> {
  const last = messages.at(-1)
  if (last === undefined) return
  const all = refusals(messages)
  for (const refused of [all, all.map((one) => ({ ...one, body: '' }))]) {
    try {
      return await carry(
        deps,
        at,
        { ...nothing(at), refused, unpark: { member: last.member, upTo: last.seq, done: false } },
        signal,
      )
    } catch (error) {
      if (!(error instanceof Unfit)) throw error
    }
  }
  await carry(
    deps,
    at,
    { ...nothing(at), unpark: { member: last.member, upTo: last.seq, done: false } },
    signal,
  )
}

/** What cannot even be read has no batch that anybody could ask after. */
function refusals(messages: ParkedMessage[]): Refused[] {
  return messages.flatMap((message) => {
    try {
      return [{ ...decode(message), refusal: GIVEN_UP }]
    } catch (error) {
      if (error instanceof Unfit) return []
      throw error
    }
  })
}

/** `before`: how many of the same handful were folded before it. */
interface Failed {
  seq: number
  error: Unfit
  before: number
}

/** Folds some waiting messages, all at once or, when that fails, one by one up to the first that fails. */
async function fold(
  deps: DeadDeps,
  at: Progress,
  command: DeadCommand,
  waiting: ParkedMessage[],
  upTo: number,
  signal: AbortSignal,
): Promise<Failed | null> {
  const failed = await unfit(waiting, async () => {
    const commit = await commitOf(deps, at, command, waiting)
    await carry(deps, at, { ...commit, unpark: { member: command.member, upTo, done: false } }, signal)
  })
  if (failed === null) return null
  deps.thinker.forget([command.member])
  if (waiting.length === 1) {
    await parkAgain(deps, at, command, failed, signal)
    return failed
  }
  for (const [before, one] of waiting.entries()) {
    const culprit = await fold(deps, at, command, [one], one.seq, signal)
    if (culprit !== null) return { ...culprit, before }
  }
  return null
}

async function commitOf(
  deps: DeadDeps,
  at: Progress,
  command: DeadCommand,
  waiting: ParkedMessage[],
): Promise<Commit> {
  const others = new Set(at.parked)
  others.delete(command.member)
  const messages = waiting.map((one): StreamMessage => ({ ...one, stored: 0, pending: 0 }))
  const commit = await prepare(
    deps,
    { ...at, parked: others, unsaved: command.do === 'try' },
    at.cursor,
    messages,
  )
  return { ...commit, last: at.cursor }
}

async function parkAgain(
  deps: DeadDeps,
  at: Progress,
  command: DeadCommand,
  { seq, error }: Failed,
  signal: AbortSignal,
): Promise<void> {
  await carry(
    deps,
    at,
    {
      ...nothing(at),
      parking: [
        {
          member: command.member,
          since: seq,
          reason: error.stage,
          error: error.message,
          attempts: 2,
          version: deps.version,
        },
      ],
    },
    signal,
  )
}

function nothing(at: Progress): Commit {
  return {
    partition: at.partition,
    epoch: at.epoch,
    cursor: at.cursor,
    last: at.cursor,
    messages: [],
    folded: [],
  }
}
