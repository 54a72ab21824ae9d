/** The status of an accepted batch (contract.md 2). */
import { values } from '../data/enumerations.js'
import Type from 'typebox'
import { Identifier, Text, orNull } from '../base/formats.js'

const Outcome = Type.Object(
  {
    _id: Type.Integer({ description: 'Id of the raw segment.' }),
    segment_id: orNull(Identifier('Segment that it became.')),
    trip_id: orNull(Identifier('Trip of that segment.')),
    action: Type.Enum(values('action'), {
      description: 'What it became.',
    }),
    error: Type.Optional(Text('With refused: limit_exceeded.')),
    error_description: Type.Optional(Text('With refused: the limit, in a sentence.')),
  },
  { description: 'What one raw segment became.' },
)

export const BatchStatus = Type.Object(
  {
    id: Identifier('Id of the batch.'),
    status: Type.Enum(values('batch-status'), {
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

/** The code of an id that does not exist, in every answer and status: contract.md 4.1. */
export const MISSING_CODES = { trip: 'invalid_request', segment: 'not_found', account: 'not_found' } as const

/**
 * Why a single write was refused (a code of base/errors.ts); `missing`: the kind of an id that does not
 * exist.
 */
export interface Refusal {
  error: string
  error_description: string
  missing?: keyof typeof MISSING_CODES
}
