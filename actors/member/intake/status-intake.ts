/** RULES 3.6: takes status words in, and back. */
import type { RawSegment } from '../../itinerary/statement/raw-segment.js'
import type { Env } from '../env.js'
import type { MemberState } from '../model.js'
import { dropWord, keepWord, segmentsOfWord } from '../segments/status-words.js'
import type { Intake } from './intake.js'
import type { PendingBatch } from './step-effects.js'

/** Keeps a status word; what it is about, and was about for those that it overrules, is merged again. */
export function addStatusWord(intake: Intake, sent: RawSegment): void {
  const { state, batch, env } = intake
  const kept = keepWord(state, sent, env.places)
  if (kept === null) return
  batch.words.set(sent.id, kept.raw)
  for (const raw of [kept.raw, ...kept.forgotten]) mergeSegmentsOf(intake, raw)
}

/** True for a raw segment that is kept as a status word. */
export function isKeptWord({ statusWords }: MemberState, raw: RawSegment): boolean {
  return statusWords.holders.has(raw)
}

/** Takes a status word back. What only words said that it overruled is forgotten (RULES 2.3). */
export function takeBackWord(intake: Intake, raw: RawSegment): void {
  mergeSegmentsOf(intake, raw)
  dropWord(intake.state, raw, intake.env.places)
}

function mergeSegmentsOf({ state, effects, env }: Intake, raw: RawSegment): void {
  for (const segment of segmentsOfWord(state, raw, env.places)) effects.toMerge.add(segment)
}

/** Notes what the status words of a batch are about, once its segments are known. */
export function noteStatusWords(state: MemberState, batch: PendingBatch, { places }: Env): void {
  for (const [id, word] of batch.words)
    batch.cancelledStatements.set(
      id,
      segmentsOfWord(state, word, places).flatMap(({ rawSegments }) => rawSegments.slice(0, 1)),
    )
}
