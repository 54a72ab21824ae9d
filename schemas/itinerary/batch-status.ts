/** The status of an accepted batch (contract.md 2). */
import Type from 'typebox'
import { Identifier, Text, orNull } from '../base/formats.js'

/** What became of a raw segment. */
export const OUTCOME_MEANINGS = {
  created: 'It became a new segment.',
  merged: 'It was merged into a segment that another source or booking reported.',
  updated: 'It replaced an earlier version and changed the segment.',
  unchanged: 'It says nothing new.',
  cancelled: 'It cancelled what the source reported.',
  held: 'A cancellation without a booking yet: it is kept for 30 days and applied when the booking comes.',
  refused: 'It is beyond a limit of the itinerary; `error_description` names the limit.',
} as const

/** How far a batch is. */
export const BATCH_STATUS_MEANINGS = {
  pending: 'Accepted and on disk, not on the itinerary yet.',
  processed: 'On the itinerary; `segments` says what became of each raw segment.',
  failed: 'It could not be applied; `error` says why.',
} as const

const keys = <T extends Record<string, string>>(meanings: T) =>
  Object.keys(meanings) as Array<keyof T & string>

const Outcome = Type.Object(
  {
    _id: Type.Integer({ description: 'Id of the raw segment.' }),
    segment_id: orNull(Identifier('Segment it became.')),
    trip_id: orNull(Identifier('Trip of that segment.')),
    action: Type.Enum(keys(OUTCOME_MEANINGS), {
      description: 'What it became.',
    }),
    error: Type.Optional(Text('With refused: limit_exceeded.')),
    error_description: Type.Optional(Text('With refused: which limit, in a sentence.')),
  },
  { description: 'What one raw segment became.' },
)

export const BatchStatus = Type.Object(
  {
    id: Identifier('Id of the batch.'),
    status: Type.Enum(keys(BATCH_STATUS_MEANINGS), {
      description: 'pending: accepted, not on the itinerary yet.',
    }),
    segments: Type.Array(Outcome, {
      description: 'One entry per raw segment, in order; empty while pending.',
    }),
    error: Type.Optional(orNull(Text('Why it failed.'))),
    error_description: Type.Optional(orNull(Text('Why it failed, in a sentence.'))),
  },
  { description: 'The status of an accepted batch.' },
)

/**
 * Why a single write was refused (a code of base/errors.ts); `missing`: the kind of an id that does not
 * exist.
 */
export interface Refusal {
  error: string
  error_description: string
  missing?: 'trip' | 'segment' | 'account'
}
