/** The events as the API shows them (webhooks.md 1): a union whose `type` says what `data.object` is. */
import Type from 'typebox'
import type { TObject, TProperties, TSchema } from 'typebox'
import { Identifier, Instant, Text, orNull } from '../base/formats.js'
import { Account } from '../itinerary/account.js'
import { BatchStatus } from '../itinerary/batch-status.js'
import { Member } from '../itinerary/member.js'
import { Segment } from '../itinerary/segment-resource.js'
import { Trip } from '../itinerary/trip.js'
import { Callback } from './callback.js'
import { EVENT_TYPES, isMemberNotice, MEMBER_NOTICES, MOVED } from './event.js'
import type { EventType } from './event.js'

/** What every event has. */
const HEAD = {
  id: Type.String({ format: 'uuid', description: 'Id of the event: the same on every attempt and replay.' }),
  created: Instant('When it happened.'),
  api_version: Text('API version of `data.object`.'),
  test: Type.Optional(
    Type.Boolean({ description: 'True: about a test member, or made up by a ping; otherwise absent.' }),
  ),
}
const OF_MEMBER = {
  member_id: Identifier('Id of the member.'),
  sequence: Type.Integer({ description: 'Increases by one with every event of the member.' }),
}
export const Moved = Type.Array(Type.Enum(MOVED), {
  description: 'What the change moved for the traveller; empty: nothing.',
  examples: [['time', 'gate']],
})
const CHANGES = {
  previous_attributes: orNull(
    Type.Record(Type.String(), Type.Unknown(), {
      description: 'Earlier values of the fields that changed; empty for a new resource.',
    }),
  ),
  changed_fields: Type.Array(Type.String(), { description: 'Names of the fields that changed.' }),
  material: orNull(Type.Boolean({ description: 'Whether the change matters to the traveller.' })),
  moved: Moved,
}
const OnlyId = Type.Object({ id: Text('Id of the resource.') }, { description: 'The resource, by its id.' })

export const TruncatedData = Type.Object(
  {
    object: OnlyId,
    ...CHANGES,
    truncated: Type.Literal(true, { description: 'The data would exceed 256 KiB: read the resource.' }),
  },
  { description: 'The data of an event that would be too large: the resource by its id alone.' },
)

const dataWith = (object: TSchema, more: TProperties = {}): TObject =>
  Type.Object(
    {
      object,
      ...CHANGES,
      ...more,
      truncated: Type.Optional(
        Type.Literal(false, { description: 'Never true here: `object` is the whole resource.' }),
      ),
    },
    { description: 'The change.' },
  )

const typesOf = (resource: string): EventType[] =>
  EVENT_TYPES.filter((type) => type.startsWith(`${resource}.`) && !isMemberNotice(type))

interface EventShape {
  what: string
  types: EventType[]
  data: TSchema
  head?: TProperties
}

const event = ({ what, types, data, head = OF_MEMBER }: EventShape): TObject =>
  Type.Object(
    {
      ...HEAD,
      type: Type.Enum(types, { description: 'What happened.' }),
      ...head,
      resource_id: Text(`Id of the ${what}.`),
      data,
    },
    { description: `An event of ${/^[aeiou]/.test(what) ? 'an' : 'a'} ${what}.` },
  )

/** Null until the resource may be too large for an event. */
const orTruncated = (data: TObject): TSchema =>
  Type.Union([data, TruncatedData], {
    description: 'The change; `truncated` says that the resource is too large to be part of it.',
  })

const TripIds = (description: string): TSchema =>
  Type.Optional(Type.Array(Identifier('Id of a trip.'), { description }))

const OF_APPLICATION = {
  sequence: Type.Null({ description: 'Null: outside the sequence of a member.' }),
}

/** The events by what they are about: the name of each in the OpenAPI document, and its schema. */
export const EVENTS = {
  TripEvent: event({
    what: 'trip',
    types: typesOf('trip'),
    data: orTruncated(
      dataWith(Trip, {
        merged_from: TripIds('Of trip.merged and trip.updated: trips that were merged into this one.'),
        split_into: TripIds('Of trip.split: trips that were made from this one.'),
      }),
    ),
  }),
  SegmentEvent: event({ what: 'segment', types: typesOf('segment'), data: orTruncated(dataWith(Segment)) }),
  BatchEvent: event({ what: 'batch', types: typesOf('batch'), data: orTruncated(dataWith(BatchStatus)) }),
  AccountEvent: event({ what: 'account', types: typesOf('account'), data: orTruncated(dataWith(Account)) }),
  MemberEvent: event({ what: 'member', types: typesOf('member'), data: orTruncated(dataWith(Member)) }),
  DeauthorizedEvent: event({
    what: 'member who no longer authorises the application',
    types: [...MEMBER_NOTICES],
    head: { member_id: Identifier('Id of the member.'), ...OF_APPLICATION },
    data: dataWith(OnlyId),
  }),
  CallbackEvent: event({
    what: 'callback',
    types: typesOf('callback'),
    head: { member_id: Type.Null({ description: 'Null: it concerns no member.' }), ...OF_APPLICATION },
    data: dataWith(Callback),
  }),
} as const

export const Event = Type.Union(Object.values(EVENTS), {
  description: 'A change that was pushed or can be read from the log; `type` says what `data.object` is.',
  'x-discriminator': 'type',
})

/** What a callback with `payload: "thin"` receives. */
export const ThinEvent = Type.Object(
  {
    ...HEAD,
    type: Type.Enum([...EVENT_TYPES], { description: 'What happened.' }),
    member_id: orNull(Identifier('Id of the member.')),
    sequence: orNull(Type.Integer({ description: 'As in the full event.' })),
    resource_id: Text('Id of the resource.'),
    url: orNull(Text('Where to read the resource, with a token of the member or application.')),
  },
  { description: 'An event without its data, for webhooks with `payload: "thin"`.' },
)

/** The schema of the events of one type. */
export function eventSchema(type: EventType): TObject {
  return Object.values(EVENTS).find(({ properties }) =>
    (properties['type'] as { enum?: string[] }).enum!.includes(type),
  )!
}
