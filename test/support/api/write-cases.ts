/**
 * How each write of the API is done in the property "every write twice": what is there before, and the request.
 * An operation without an entry fails the test.
 */
import { rawExamples } from '../../../api/document/examples/raw-segments.js'
import { SEGMENT_TYPES } from '../../../schemas/segment/fields/segment-types.js'
import type { SegmentType } from '../../../schemas/segment/fields/segment-types.js'
import { until } from '../until.js'
import type { HttpAnswer, RequestOptions } from './request.js'

/** One member and one application, and what they may send to the server that works as usual. */
export interface WriteWorld {
  member: string
  asMember: (
    path: string,
    method?: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => Promise<HttpAnswer>
  asApp: (path: string, method?: string, body?: unknown) => Promise<HttpAnswer>
  /** Where webhooks of the application go. */
  receiver: string
}

export interface WriteRequest extends Pick<RequestOptions, 'body' | 'raw' | 'headers'> {
  path: string
  method: string
}

/** Prepares a world, and says what is sent twice. */
export type WriteCase = (world: WriteWorld) => Promise<WriteRequest>

type Json = Record<string, unknown>

const SOURCES = ['tmc_egencia', 'email_parser', 'manual']

/** What three sources report of one thing. Returns the raw ids, and the segment. */
async function reported(
  { asMember }: WriteWorld,
  type: SegmentType,
): Promise<{ raws: string[]; segment: string }> {
  const segments = SOURCES.map((source) => ({ ...rawExamples[type], type, source }))
  const accepted = (await asMember('/v2/segments', 'POST', { segments }, { prefer: 'wait=10' }))
    .json as Array<{
    _id: number
  }>
  const raws = accepted.map(({ _id }) => String(_id))
  return { raws, segment: ((await asMember(`/v2/segments/${raws[2]}`)).json as { id: string }).id }
}

async function cancelledBooking({ asMember }: WriteWorld): Promise<string> {
  const segment = rawExamples.Air
  const cancellation = {
    type: 'Air',
    source: segment['source'],
    status: 'Cancelled',
    confirmation_no: segment['confirmation_no'],
  }
  const segments = [segment, cancellation]
  const answer = await asMember('/v2/segments', 'POST', { segments }, { prefer: 'wait=10' })
  return String((answer.json as Array<{ _id: number }>)[1]!._id)
}

const changed = (type: SegmentType): Json => ({
  ...rawExamples[type],
  type,
  source: 'manual',
  notes: 'changed',
})

function segmentCases(): Record<string, WriteCase> {
  const cases: Record<string, WriteCase> = {}
  for (const type of SEGMENT_TYPES) {
    const path = `/v2/segments/${type.toLowerCase()}`
    cases[`create${type}Segment`] = async () => ({ path, method: 'POST', body: rawExamples[type] })
    cases[`update${type}Segment`] = async (world) => ({
      path: `${path}/${(await reported(world, type)).raws[2]}`,
      method: 'PUT',
      body: changed(type),
    })
    cases[`delete${type}Segment`] = async (world) => ({
      path: `${path}/${(await reported(world, type)).raws[2]}`,
      method: 'DELETE',
    })
  }
  return cases
}

/** A trip with two segments, which the member made. */
async function madeTrip({ asMember }: WriteWorld): Promise<{ trip: string; segments: string[] }> {
  const booked = (day: string, origin: string, destination: string): Json => ({
    ...rawExamples.Air,
    origin,
    destination,
    departure_datetime: `${day}T08:00`,
    arrival_datetime: `${day}T12:00`,
  })
  const ids: string[] = []
  for (const leg of [booked('2027-03-01', 'JFK', 'LHR'), booked('2027-03-05', 'LHR', 'JFK')])
    ids.push(((await asMember('/v2/segments/air', 'POST', leg)).json as { id: string }).id)
  const { trip_id: trip } = (await asMember(`/v2/segments/${ids[0]}`)).json as { trip_id: string }
  return { trip, segments: ids }
}

const newTrip = async ({ asMember }: WriteWorld): Promise<string> =>
  ((await asMember('/v2/trips', 'POST', { headline: 'Made by hand' })).json as { id: string }).id

const TRIPS: Record<string, WriteCase> = {
  createTrip: async (world) => ({
    path: '/v2/trips',
    method: 'POST',
    body: { headline: 'By hand', segment_ids: (await madeTrip(world)).segments.slice(1) },
  }),
  updateTrip: async (world) => ({
    path: `/v2/trips/${(await madeTrip(world)).trip}`,
    method: 'PUT',
    body: { headline: 'Changed', business: true },
  }),
  deleteTrip: async (world) => ({ path: `/v2/trips/${(await madeTrip(world)).trip}`, method: 'DELETE' }),
  mergeTrips: async (world) => {
    const { trip } = await madeTrip(world)
    return { path: `/v2/trips/${await newTrip(world)}/merge`, method: 'POST', body: { trip_ids: [trip] } }
  },
  splitTrip: async (world) => {
    const { trip, segments } = await madeTrip(world)
    return { path: `/v2/trips/${trip}/split`, method: 'POST', body: { segment_ids: segments.slice(1) } }
  },
}

const ACCOUNT = { source: 'airline_dl', account_id: '2039481123', program_name: 'SkyMiles' }

const MEMBERS: Record<string, WriteCase> = {
  updateMe: async () => ({
    path: '/v2/me',
    method: 'PUT',
    body: { home_city: 'Zürich', country: 'CH', home_airports: ['ZRH'], from: '2026-09-01', language: 'de' },
  }),
  createAccount: async () => ({ path: '/v2/accounts', method: 'POST', body: ACCOUNT }),
  deleteAccount: async ({ asMember }) => {
    const { id } = (await asMember('/v2/accounts', 'POST', ACCOUNT)).json as { id: string }
    return { path: `/v2/accounts/${id}`, method: 'DELETE' }
  },
  createCalendarFeed: async () => ({ path: '/v2/calendar-feeds', method: 'POST', body: { name: 'Phone' } }),
  deleteCalendarFeed: async ({ asMember }) => {
    const { id } = (await asMember('/v2/calendar-feeds', 'POST', { name: 'Phone' })).json as { id: string }
    return { path: `/v2/calendar-feeds/${id}`, method: 'DELETE' }
  },
}

const madeCallback = async ({ asApp, receiver }: WriteWorld): Promise<string> => {
  const body = { url: receiver, events: ['*'] }
  return `/v2/callbacks/${((await asApp('/v2/callbacks', 'POST', body)).json as { id: string }).id}`
}

/** An event of the member that is queued for a callback. Returns the paths of both. */
async function queuedEvent(world: WriteWorld): Promise<{ callback: string; event: string }> {
  const callback = await madeCallback(world)
  await newTrip(world)
  // The log shows an event once no older transaction runs.
  const event = await until('the event is in the log', async () => {
    const { json } = await world.asApp(`/v2/events?member_id=${world.member}`)
    return (json as Array<{ id: string }>)[0]
  })
  return { callback, event: `/v2/events/${event.id}` }
}

const APPLICATIONS: Record<string, WriteCase> = {
  createCallback: async ({ receiver: url }) => ({ path: '/v2/callbacks', method: 'POST', body: { url } }),
  updateCallback: async (world) => ({
    path: await madeCallback(world),
    method: 'PATCH',
    body: { events: ['trip.*'], status: 'Disabled' },
  }),
  deleteCallback: async (world) => ({ path: await madeCallback(world), method: 'DELETE' }),
  rotateCallbackSecret: async (world) => ({
    path: `${await madeCallback(world)}/rotate`,
    method: 'POST',
    body: { overlap_seconds: 3_600 },
  }),
  pingCallback: async (world) => ({ path: `${await madeCallback(world)}/ping`, method: 'POST' }),
  resumeCallback: async (world) => ({ path: `${await madeCallback(world)}/resume`, method: 'POST' }),
  replayCallback: async (world) => {
    const { callback } = await queuedEvent(world)
    return { path: `${callback}/replay`, method: 'POST' }
  },
  redeliverEvent: async (world) => {
    const { event } = await queuedEvent(world)
    return { path: `${event}/redeliver`, method: 'POST' }
  },
  submitDocument: async () => ({
    path: '/v2/documents?dry_run=1',
    method: 'POST',
    raw: 'BEGIN:VCALENDAR',
    headers: { 'content-type': 'text/calendar' },
  }),
  // Nobody reads it here.
  confirmDocument: async ({ asMember }) => {
    const { id } = (await asMember('/v2/documents?dry_run=1', 'POST', {})).json as { id: string }
    return { path: `/v2/documents/${id}/submit`, method: 'POST', body: {} }
  },
  feedSegments: async ({ member }) => ({
    path: '/v2/feeds/segments',
    method: 'POST',
    raw: `${JSON.stringify({ member_id: member, segments: [rawExamples.Air, rawExamples.Hotel] })}\n`,
    headers: { 'content-type': 'application/x-ndjson' },
  }),
}

/** By operation, what is done; some in several ways. */
export const WRITE_CASES: Readonly<Record<string, WriteCase | WriteCase[]>> = {
  ...segmentCases(),
  ...TRIPS,
  ...MEMBERS,
  ...APPLICATIONS,
  submitSegments: [
    async () => ({
      path: '/v2/segments',
      method: 'POST',
      body: { segments: [...SEGMENT_TYPES.map((type) => rawExamples[type]), rawExamples.Air] },
    }),
    async (world) => {
      await reported(world, 'Air')
      const { confirmation_no: locator } = rawExamples.Air
      const cancellation = {
        type: 'Air',
        source: 'email_parser',
        status: 'Cancelled',
        confirmation_no: locator,
      }
      return { path: '/v2/segments', method: 'POST', body: { segments: [cancellation] } }
    },
    async (world) => {
      await madeTrip(world)
      return { path: '/v2/segments', method: 'POST', body: { segments: [rawExamples.Air], mode: 'replace' } }
    },
  ],
  updateSegment: [
    async (world) => ({
      path: `/v2/segments/${(await reported(world, 'Air')).segment}`,
      method: 'PUT',
      body: changed('Air'),
    }),
    async (world) => ({
      path: `/v2/segments/${(await reported(world, 'Air')).raws[0]}`,
      method: 'PUT',
      body: { ...changed('Air'), source: 'tmc_egencia' },
    }),
    async (world) => ({
      path: `/v2/segments/${await cancelledBooking(world)}`,
      method: 'PUT',
      body: changed('Hotel'),
    }),
  ],
  deleteSegment: [
    async (world) => ({ path: `/v2/segments/${(await reported(world, 'Air')).segment}`, method: 'DELETE' }),
    async (world) => ({ path: `/v2/segments/${(await reported(world, 'Air')).raws[0]}`, method: 'DELETE' }),
    async (world) => ({ path: `/v2/segments/${await cancelledBooking(world)}`, method: 'DELETE' }),
    async (world) => {
      const { raws } = await reported(world, 'Air')
      await world.asMember(`/v2/segments/${raws[1]}`, 'PUT', { ...changed('Air'), source: 'email_parser' })
      return { path: `/v2/segments/${raws[1]}`, method: 'DELETE' }
    },
  ],
}
