/** Schemas that stand under a name in the document: everything that refers to them says so. */
import Type from 'typebox'
import type { TSchema } from 'typebox'
import { Account, NewAccount } from '../../schemas/account.js'
import { BatchMonitor } from '../../schemas/batch-monitor.js'
import { TripFields } from '../../schemas/edit.js'
import { Event } from '../../schemas/event.js'
import { FAULT_STATUS } from '../../schemas/faults.js'
import { Airport, City } from '../../schemas/location.js'
import { Member, MemberChange } from '../../schemas/member.js'
import {
  AcceptedBatch,
  BookingCancellation,
  FaultItem,
  RawSegment,
  RefusedBatch,
  SegmentBatch,
} from '../../schemas/segment/batch.js'
import { Traveler } from '../../schemas/segment/common.js'
import { RULES } from '../../schemas/segment/rules.js'
import { ProcessingSegment, Segment } from '../../schemas/segment-resource.js'
import { Source } from '../../schemas/source.js'
import { Trip } from '../../schemas/trip.js'

export const ErrorBody = Type.Object(
  {
    error: Type.Enum(Object.keys(FAULT_STATUS), { description: 'Code, of a closed list.' }),
    error_description: Type.String({ description: 'What is wrong, in a sentence.' }),
    errors: Type.Optional(Type.Array(FaultItem, { description: 'All faults of a single segment.' })),
  },
  { description: 'What went wrong.' },
)

export const ProblemBody = Type.Object(
  {
    type: Type.String({ description: 'about:blank.' }),
    title: Type.String({ description: 'Name of the status.' }),
    status: Type.Integer({ description: 'The status.' }),
    detail: Type.String({ description: 'What is wrong, in a sentence.' }),
    instance: Type.String({ description: 'The request, by its id.' }),
    error: Type.Enum(Object.keys(FAULT_STATUS), { description: 'Code, of a closed list.' }),
    error_description: Type.String({ description: 'What is wrong, in a sentence.' }),
    errors: Type.Array(FaultItem, { description: 'All faults of a single segment.' }),
  },
  { description: 'The same in the form of RFC 9457, for who asks for application/problem+json.' },
)

export const NAMED: ReadonlyArray<readonly [string, TSchema]> = [
  ['Member', Member],
  ['MemberChange', MemberChange],
  ['Trip', Trip],
  ['TripFields', TripFields],
  ['Segment', Segment],
  ['ProcessingSegment', ProcessingSegment],
  ['Account', Account],
  ['NewAccount', NewAccount],
  ['Source', Source],
  ['City', City],
  ['Airport', Airport],
  ['BatchMonitor', BatchMonitor],
  ['SegmentBatch', SegmentBatch],
  ['AcceptedBatch', AcceptedBatch],
  ['RefusedBatch', RefusedBatch],
  ['FaultItem', FaultItem],
  ['Traveler', Traveler],
  ['RawSegment', RawSegment],
  ['BookingCancellation', BookingCancellation],
  ...Object.entries(RULES).map(([type, rule]) => [`Raw${type}`, rule.schema] as const),
  ['Event', Event],
  ['Error', ErrorBody],
  ['Problem', ProblemBody],
]
