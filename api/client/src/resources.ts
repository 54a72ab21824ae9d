/** The shapes that calls take and give, by their names in the API document. */
import type { components, operations } from './api-types.js'

export type Schemas = components['schemas']
export type Trip = Schemas['Trip']
export type Segment = Schemas['Segment']
export type SegmentOfType<T extends Segment['type']> = Extract<Segment, { type: T }>
export type RawSegment = Schemas['RawSegment']
export type SegmentBatch = Schemas['SegmentBatch']
export type AcceptedBatch = Schemas['AcceptedBatch']
export type AcceptedDocument = Answered<'confirmDocument'>
export type Document = Answered<'getDocumentReading'>
export type Batch = Schemas['BatchMonitor']
export type Member = Schemas['Member']
export type MemberChange = Schemas['MemberChange']
export type Account = Schemas['Account']
export type NewAccount = Schemas['NewAccount']
export type Source = Schemas['Source']
export type City = Schemas['City']
export type Airport = Schemas['Airport']
export type Callback = Schemas['Callback']
export type Delivery = Schemas['Delivery']
export type DeliveryDetail = Schemas['DeliveryDetail']

/** The query parameters of an operation. */
export type Query<O extends keyof operations> = NonNullable<operations[O]['parameters']['query']>

/** The JSON body of an operation. */
export type Body<O extends keyof operations> = operations[O] extends {
  requestBody: { content: { 'application/json': infer B } }
}
  ? B
  : never

/** The JSON of an operation's successful answer. */
export type Answered<O extends keyof operations> = {
  [S in keyof operations[O]['responses']]: operations[O]['responses'][S] extends {
    content: { 'application/json': infer A }
  }
    ? A
    : never
}[keyof operations[O]['responses']]

/** A calendar address; its `url` with the secret is shown once, when it is created. */
export type CalendarFeed = Answered<'listCalendarFeeds'>[number]
export type NewCalendarFeed = Answered<'createCalendarFeed'>

/**
 * A write waits until it is on the itinerary, at most five seconds. If it takes longer, or the token may not read
 * the result, there is the batch.
 */
export type Written<T> =
  { pending: false; resource: T; etag: string | null } | { pending: true; batch: Batch }
