/**
 * Records the answers to a feed's lines, so that an interrupted feed resumes where it stopped. The checkpoint holds the
 * last recorded line and the lengths of the reject files at that time; anything written later is cut off, and those lines
 * are sent again under the same keys.
 */
import { createHash, type Hash } from 'node:crypto'
import * as fs from 'node:fs'
import type { FeedAnswer } from '../../../api/client/src/generated/types.js'
import { Refused, UsageError } from '../answer.js'
import type { FeedInput } from './feed-input.js'
import type { FeedingLine } from './line-key.js'
import type { Line } from '../../../api/feeds/lines/line-reader.js'

export interface FeedCounts {
  lines: number
  accepted: number
  /** Accepted lines that had been accepted before. */
  replayed: number
  rejected: number
}

interface Checkpoint extends FeedCounts {
  /** In the keys of the feed's lines. */
  id: string
  /** Number of the last recorded line. */
  line: number
  /** SHA-256 of the recorded lines, so that a run cannot resume with another file. */
  digest: string
  /** Bytes of the file of rejects, and of that of their errors. */
  rejects: number
  errors: number
}

/** Null: not written. */
export interface RecordFiles {
  checkpoint: string | null
  rejects: string | null
}

export type FeedRecord = ReturnType<typeof openRecord>

const ACCEPTED = 202
const LINE_FEED = Buffer.from('\n')
const MAX_REASONS = 5

export const errorsFile = (rejects: string): string => `${rejects}.errors`

/** Opens the files; continues if there is a checkpoint. Throws a UsageError rather than replace rejects of another run. */
export function openRecord(files: RecordFiles, input: Pick<FeedInput, 'id'>) {
  const earlier = readCheckpoint(files.checkpoint)
  const state: Checkpoint = earlier ?? {
    ...{ id: input.id, line: 0, digest: '', lines: 0, accepted: 0, replayed: 0, rejected: 0 },
    ...{ rejects: 0, errors: 0 },
  }
  if (files.rejects !== null && earlier === null && fs.existsSync(files.rejects))
    throw new UsageError(
      `${files.rejects} already holds rejected lines. Send them or delete it, or name another file with --rejects.`,
    )
  const rejects = appender(files.rejects, state.rejects)
  const errors = appender(files.rejects === null ? null : errorsFile(files.rejects), state.errors)
  const digest = createHash('sha256')
  const reasons: Array<{ line: number; reason: string }> = []
  let isChanged = earlier === null
  const save = (): void => {
    if (files.checkpoint === null || !isChanged) return
    isChanged = false
    state.digest = digest.copy().digest('base64url')
    state.rejects = rejects.sync()
    state.errors = errors.sync()
    writeWhole(files.checkpoint, `${JSON.stringify(state)}\n`)
  }
  save()
  return {
    id: state.id,
    counts: state as Readonly<FeedCounts>,
    /** Number of the last recorded line. */
    last: () => state.line,
    /** Why the first lines that this run had rejected were rejected. */
    reasons: reasons as ReadonlyArray<{ line: number; reason: string }>,
    /** The lines that are not recorded yet. Throws Refused if the earlier ones differ from the recorded ones. */
    remaining: (lines: readonly Line[]): Line[] => afterRecorded(lines, digest, state, earlier?.digest ?? ''),
    record: (line: FeedingLine, answer: FeedAnswer): void => {
      addLine(digest, line)
      isChanged = true
      state.line = line.number
      state.lines += 1
      if (answer.status === ACCEPTED) {
        state.accepted += 1
        if ('replayed' in answer) state.replayed += 1
        return
      }
      state.rejected += 1
      if (reasons.length < MAX_REASONS) reasons.push({ line: line.number, reason: reasonOf(answer) })
      const { key, ...rest } = answer
      const error = { ...(line.isKeyMade || key === undefined ? {} : { key }), ...rest, line: line.number }
      if (line.bytes !== null) rejects.append(Buffer.concat([line.bytes, LINE_FEED]))
      errors.append(Buffer.from(`${JSON.stringify(error)}\n`))
    },
    /** Brings the checkpoint up to date. */
    save,
    /** Every line is recorded; deletes the checkpoint. */
    finish: (): void => {
      rejects.sync()
      errors.sync()
      if (files.checkpoint !== null) fs.rmSync(files.checkpoint)
    },
  }
}

/** The first error of a rejected line, in a sentence. */
function reasonOf(answer: FeedAnswer): string {
  const {
    segments,
    errors,
    error_description: description,
  } = answer as {
    segments?: ReadonlyArray<{ errors: ReadonlyArray<{ error_description: string }> }>
    errors?: ReadonlyArray<{ error_description: string }>
    error_description?: string
  }
  const [first] = errors ?? segments?.flatMap((one) => one.errors) ?? []
  return first?.error_description ?? description ?? `It is answered ${answer.status}.`
}

function addLine(digest: Hash, { bytes }: Line): void {
  if (bytes !== null) digest.update(bytes)
  digest.update(LINE_FEED)
}

function afterRecorded(
  lines: readonly Line[],
  digest: Hash,
  { line: last }: Checkpoint,
  wanted: string,
): Line[] {
  const rest = lines.filter((line) => line.number > last)
  for (const line of lines) {
    if (line.number > last) break
    addLine(digest, line)
    if (line.number === last && digest.copy().digest('base64url') !== wanted)
      throw new Refused(
        'FILE does not match the checkpoint: its lines have changed. Delete the checkpoint to send all of it.',
      )
  }
  return rest
}

function readCheckpoint(path: string | null): Checkpoint | null {
  if (path === null || !fs.existsSync(path)) return null
  try {
    return JSON.parse(fs.readFileSync(path, 'utf8')) as Checkpoint
  } catch (error) {
    throw new UsageError(`--checkpoint: ${path} is not a checkpoint of a feed: ${String(error)}.`)
  }
}

/** Replaces a file atomically: after a crash it is the old one or the new one. */
function writeWhole(path: string, text: string): void {
  const file = fs.openSync(`${path}.new`, 'w', 0o600)
  fs.writeSync(file, text)
  fs.fsyncSync(file)
  fs.closeSync(file)
  fs.renameSync(`${path}.new`, path)
}

/** Appends to a file after its first `length` bytes; creates it with the first write. */
function appender(path: string | null, length: number) {
  let file: number | null = null
  let written = length
  if (path !== null && fs.existsSync(path)) fs.truncateSync(path, length)
  return {
    append: (bytes: Buffer): void => {
      if (path === null) return
      file ??= fs.openSync(path, 'a', 0o600)
      written += fs.writeSync(file, bytes)
    },
    /** Bytes that are on disk. */
    sync: (): number => {
      if (file !== null) fs.fsyncSync(file)
      return written
    },
  }
}
