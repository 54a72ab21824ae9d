/**
 * Applies one message to the member: statements, withdrawals, edits, profile, accounts. Decides nothing about
 * segments or trips.
 */
import { idPlus } from '../../../schemas/base/ids.js'
import type { Edit } from '../../../schemas/itinerary/edit.js'
import type { StreamMessage } from '../../../schemas/stream/message.js'
import type { Pieces } from '../../itinerary/lib/pieces.js'
import type { RawSegment } from '../../itinerary/statement/raw-segment.js'
import { addStatement, createStatementIndex } from '../../itinerary/statement/statement-index.js'
import type { Env } from '../env.js'
import type { MemberState } from '../model.js'
import { changeLoyaltyAccount, recordHarvest } from '../profile/loyalty-accounts.js'
import { updateProfile } from '../profile/profile-update.js'
import { asRecord, readSubmittedSegment, replaceBookings } from './add-raw-segments.js'
import { applyEdit } from './edits/apply-edit.js'
import { addEntryVersion } from './entry-versions.js'
import type { Intake } from './intake.js'
import { addRepeatsOfSources, takeRepeats } from './repeats.js'
import { withdrawSegment, writeSegment } from './segment-writes.js'
import { pendingBatch } from './step-effects.js'
import type { StepEffects } from './step-effects.js'

/**
 * Applies one message. Malformed content never throws: it is left out, or refuses the batch.
 * @throws {TypeError} for a kind this version does not know. A newer version sent it, so it must not be
 * recorded as processed: the member is parked (workers/DESIGN.md 5), and the message is replayed once the
 * workers are upgraded.
 */
export function* applyMessage(
  state: MemberState,
  effects: StepEffects,
  message: StreamMessage,
  env: Env,
): Pieces<void> {
  const { envelope, body } = message
  const batch = pendingBatch(message)
  effects.batches.push(batch)
  const intake: Intake = { state, effects, batch, env }
  switch (envelope.kind) {
    case 'segments':
      yield* addBatch(intake, body)
      return
    case 'segment':
      writeSegment(intake, body)
      return
    case 'withdraw':
      withdrawSegment(intake, asRecord(body)?.id)
      return
    case 'edit':
      applyEdit(intake, body as Edit)
      return
    case 'profile':
      updateProfile(intake, asRecord(body) ?? {})
      return
    case 'account':
      changeLoyaltyAccount(intake, asRecord(body) ?? {})
      return
    case 'refold':
      yield* rebuild(intake)
      return
    default: {
      const unknown: never = envelope.kind
      throw new TypeError(`message kind ${JSON.stringify(unknown)} is not supported by this version`)
    }
  }
}

/** A submitted batch of raw segments, or the lines of a feed. */
function* addBatch(intake: Intake, body: unknown): Pieces<void> {
  const { state, effects, batch, env } = intake
  const { envelope } = batch.message
  const content = asRecord(body)
  const submitted = Array.isArray(content?.segments) ? (content.segments as unknown[]) : []
  const firstId = envelope.first ?? envelope.batch
  const added: RawSegment[] = []
  for (const [i, segment] of submitted.entries()) {
    const raw = readSubmittedSegment(intake, idPlus(firstId, i), segment)
    if (raw !== null) added.push(raw)
    yield
  }
  if (content?.mode === 'replace') {
    addRepeatsOfSources(intake, added)
    addEntryVersion(intake, added)
    replaceBookings(state, effects, added, env)
  } else addEntryVersion(intake, takeRepeats(intake, added))
  if (envelope.account !== undefined) recordHarvest(intake, envelope.account, envelope.received)
}

/**
 * Message kind `refold`: computes everything again from the raw segments, because the index may have been
 * built under other rules.
 */
function* rebuild({ state, effects, env }: Intake): Pieces<void> {
  const raws = [...state.index.all.values()]
  state.index = createStatementIndex()
  for (const raw of raws) {
    addStatement(state.index, raw, env.places)
    effects.toCluster.add(raw)
    yield
  }
  for (const segment of state.segments.values())
    if (segment.rawSegments.length > 0) effects.toMerge.add(segment)
  effects.regroupAll = true
}
