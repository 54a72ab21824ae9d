/**
 * Journeys of test members (webhooks.md 7): sequences of messages, each folded before the next is sent. Together they
 * raise every event about a member except those about the end of its authorization.
 */
import type { Id } from '../base/ids.js'
import { EVENT_TYPES, MEMBER_NOTICES } from '../webhooks/event.js'
import type { EventType } from '../webhooks/event.js'
import type { MessageKind } from '../stream/message.js'

/** The result of a step: segments and trips of its raw segments in order, or its one resource. */
export interface StepOutcome {
  segments: Array<{ segment: Id | null; trip: Id | null }>
  resource: Id | null
}

/** A message. `ids`: ids needed for its raw segments or new resource; `replaces`: the segment that it corrects. */
export interface JourneyWrite {
  kind: MessageKind
  body: object
  ids?: number
  replaces?: Id
}

export interface JourneyFacts {
  /** The date that many days after the first day of the journey, YYYY-MM-DD. */
  day: (after: number) => string
  /** Distinguishes the journey from earlier ones: three capital letters or digits. */
  mark: string
}

export interface JourneyStep {
  /** What happens, in a sentence without the full stop. */
  says: string
  write: (facts: JourneyFacts, before: readonly StepOutcome[]) => JourneyWrite
}

export interface Journey {
  title: string
  steps: readonly JourneyStep[]
  /** The events that it is for; it may raise others. */
  raises: readonly EventType[]
}

type Fields = Record<string, unknown>

const flight = ({ day, mark }: JourneyFacts, number: string, more: Fields = {}): Fields => ({
  type: 'Air',
  source: 'airline_ba',
  airline: 'BA',
  flight_num: number,
  origin: 'LHR',
  destination: 'CDG',
  departure_datetime: `${day(0)}T07:30`,
  arrival_datetime: `${day(0)}T09:45`,
  confirmation_no: `T1${mark}A`,
  ...more,
})

const hotel = ({ day, mark }: JourneyFacts, more: Fields = {}): Fields => ({
  type: 'Hotel',
  source: 'hotel_marriott',
  hotel_name: 'Paris Marriott Opera Ambassador',
  city_name: 'Paris',
  country: 'FR',
  checkin_date: day(0),
  checkout_date: day(2),
  confirmation_no: `T2${mark}B`,
  ...more,
})

const segments = (...list: Fields[]): JourneyWrite => ({
  kind: 'segments',
  body: { segments: list },
  ids: list.length,
})

const tripOf = (outcome: StepOutcome | undefined): Id => outcome?.segments[0]?.trip ?? ''
const segmentOf = (outcome: StepOutcome | undefined): Id => outcome?.segments[0]?.segment ?? ''

const delay: Journey = {
  title: 'A flight is delayed, changes gate and is cancelled',
  steps: [
    {
      says: 'An airline reports a flight',
      write: (facts) => segments(flight(facts, '304')),
    },
    {
      says: 'The flight is 40 minutes late and leaves from another gate',
      write: (facts) =>
        segments(
          flight(facts, '304', {
            departure_estimated_datetime: `${facts.day(0)}T08:10`,
            departure_gate: 'B36',
          }),
        ),
    },
    {
      says: 'A hotel at the destination is booked',
      write: (facts) => segments(hotel(facts)),
    },
    {
      says: 'The airline and the hotel cancel',
      write: (facts) =>
        segments(flight(facts, '304', { status: 'Cancelled' }), hotel(facts, { status: 'Cancelled' })),
    },
  ],
  raises: [
    'batch.processed',
    'segment.created',
    'trip.created',
    'segment.updated',
    'segment.delayed',
    'segment.gate_changed',
    'trip.updated',
    'segment.cancelled',
    'trip.cancelled',
  ],
}

/** The flight as an agency reports it, on a day that may be wrong. */
const agency = (facts: JourneyFacts, after: number): Fields =>
  flight(facts, '306', {
    source: 'tmc_egencia',
    departure_datetime: `${facts.day(after)}T07:30`,
    arrival_datetime: `${facts.day(after)}T09:45`,
    confirmation_no: `T3${facts.mark}C`,
  })

const duplicate: Journey = {
  title: 'Two reports turn out to be the same flight, and are withdrawn',
  steps: [
    {
      says: 'An airline reports a flight, and an agency reports it on the wrong day',
      write: (facts) => segments(flight(facts, '306'), agency(facts, 9)),
    },
    {
      says: 'The agency corrects the day',
      write: (facts, [reported]) => ({
        kind: 'segment',
        body: agency(facts, 0),
        ids: 1,
        replaces: reported?.segments[1]?.segment ?? '',
      }),
    },
    {
      says: 'Both reports are withdrawn',
      write: (_facts, before) => ({ kind: 'withdraw', body: { id: segmentOf(before[0]) } }),
    },
  ],
  raises: ['segment.merged', 'trip.merged', 'segment.deleted'],
}

const regrouped: Journey = {
  title: 'Trips are merged, split and deleted by hand',
  steps: [
    {
      says: 'A flight and a hotel, and a flight three weeks later',
      write: (facts) =>
        segments(
          flight(facts, '308'),
          hotel(facts),
          flight(facts, '310', {
            departure_datetime: `${facts.day(21)}T07:30`,
            arrival_datetime: `${facts.day(21)}T09:45`,
            confirmation_no: `T4${facts.mark}D`,
          }),
        ),
    },
    {
      says: 'The later trip is merged into the first',
      write: (_facts, [booked]) => ({
        kind: 'edit',
        body: { do: 'trip.merge', trip: tripOf(booked), from: [booked?.segments[2]?.trip ?? ''] },
      }),
    },
    {
      says: 'The hotel is split off',
      write: (_facts, [booked]) => ({
        kind: 'edit',
        body: { do: 'trip.split', trip: tripOf(booked), segments: [booked?.segments[1]?.segment ?? ''] },
      }),
    },
    {
      says: 'The trip is deleted',
      write: (_facts, [booked]) => ({ kind: 'edit', body: { do: 'trip.delete', trip: tripOf(booked) } }),
    },
  ],
  raises: ['trip.merged', 'trip.split', 'trip.deleted'],
}

const account = ({ mark }: JourneyFacts, level: string): JourneyWrite => ({
  kind: 'account',
  body: { source: 'airline_ba', account_id: `TEST${mark}`, loyalty_level: level },
  ids: 1,
})

const loyalty: Journey = {
  title: 'A loyalty account is added, changed and removed; the name changes too',
  steps: [
    { says: 'A loyalty number is registered', write: (facts) => account(facts, 'Bronze') },
    { says: 'The status level rises', write: (facts) => account(facts, 'Silver') },
    {
      says: 'The number is removed',
      write: (_facts, [registered]) => ({ kind: 'account', body: { remove: registered?.resource ?? '' } }),
    },
    {
      says: 'The name of the member changes',
      write: ({ mark }) => ({ kind: 'profile', body: { last_name: `Test ${mark}` } }),
    },
  ],
  raises: ['account.created', 'account.updated', 'account.deleted', 'member.updated'],
}

export const JOURNEYS = { delay, duplicate, regrouped, loyalty } as const
export type JourneyName = keyof typeof JOURNEYS

/** Events about a callback: examples, sent to each test callback at once. */
export const NOTICE_TYPES = EVENT_TYPES.filter((type) => type.startsWith('callback.'))

/** What the deletion of a test member raises. */
export const DELETION_TYPES: readonly EventType[] = MEMBER_NOTICES
