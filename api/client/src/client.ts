/** The client: one group of calls per resource. */
import { tokenSource } from './credentials.js'
import { feedSender } from './feed.js'
import type { CallOptions, ClientOptions } from './options.js'
import { Pages } from './pages.js'
import type {
  AcceptedBatch,
  AcceptedDocument,
  Account,
  Airport,
  Answered,
  Batch,
  Body,
  CalendarFeed,
  Callback,
  City,
  Delivery,
  DeliveryDetail,
  Document,
  Member,
  MemberChange,
  NewAccount,
  NewCalendarFeed,
  Query,
  RawSegment,
  Schemas,
  Segment,
  SegmentBatch,
  Source,
  Trip,
  Written,
} from './resources.js'
import { transport } from './transport.js'
import type { Answer, Call, Transport } from './transport.js'
import type { Event } from './webhooks.js'

const at = (path: string, id: string): string => `${path}/${encodeURIComponent(id)}`

async function write<T>(send: Transport, call: Call): Promise<Written<T>> {
  const { status, headers, body } = (await send<unknown>(call)) as Answer<unknown>
  return status === 202
    ? { pending: true, batch: body as Batch }
    : { pending: false, resource: body as T, etag: headers.get('etag') }
}

const read = async <T>(send: Transport, path: string, query?: object): Promise<T> =>
  (await send<T>({ path, query })).body

const tripCalls = (send: Transport) => ({
  list: (query?: Query<'listTrips'>) => new Pages<Trip>(send, '/v2/trips', query),
  upcoming: (query?: Query<'listUpcomingTrips'>) => new Pages<Trip>(send, '/v2/trips/upcoming', query),
  past: (query?: Query<'listPastTrips'>) => new Pages<Trip>(send, '/v2/trips/past', query),
  current: async (query?: Query<'getCurrentTrip'>) => await read<Trip>(send, '/v2/trips/current', query),
  get: async (id: string, query?: Query<'getTrip'>) => await read<Trip>(send, at('/v2/trips', id), query),
  create: async (body: Body<'createTrip'>, options?: CallOptions) =>
    await write<Trip>(send, { ...options, method: 'POST', path: '/v2/trips', body }),
  update: async (id: string, body: Body<'updateTrip'>, options?: CallOptions) =>
    await write<Trip>(send, { ...options, method: 'PUT', path: at('/v2/trips', id), body }),
  delete: async (id: string, options?: CallOptions) =>
    await write<object>(send, { ...options, method: 'DELETE', path: at('/v2/trips', id) }),
  merge: async (id: string, body: Body<'mergeTrips'>, options?: CallOptions) => {
    const path = `${at('/v2/trips', id)}/merge`
    return await write<Trip>(send, { ...options, method: 'POST', path, body })
  },
  split: async (id: string, body: Body<'splitTrip'>, options?: CallOptions) => {
    const path = `${at('/v2/trips', id)}/split`
    return await write<Trip>(send, { ...options, method: 'POST', path, body })
  },
})

const segmentCalls = (send: Transport) => ({
  /** Submits raw segments; the answer comes once they are on disk, before they are on the itinerary. */
  submit: async (batch: SegmentBatch | readonly RawSegment[], options?: CallOptions) => {
    const body = 'segments' in batch ? batch : { segments: batch }
    const call: Call = { ...options, method: 'POST', path: '/v2/segments', body }
    const { body: accepted, headers } = await send<AcceptedBatch>(call)
    return { accepted, batchId: headers.get('location')?.split('/').at(-1) ?? '' }
  },
  list: (query?: Query<'listSegments'>) => new Pages<Segment>(send, '/v2/segments', query),
  get: async (id: string, query?: Query<'getSegment'>) =>
    await read<Segment | Schemas['ProcessingSegment']>(send, at('/v2/segments', id), query),
  update: async (id: string, body: Body<'updateSegment'>, options?: CallOptions) =>
    await write<Segment>(send, { ...options, method: 'PUT', path: at('/v2/segments', id), body }),
  delete: async (id: string, options?: CallOptions) =>
    await write<object>(send, { ...options, method: 'DELETE', path: at('/v2/segments', id) }),
})

const accountCalls = (send: Transport) => ({
  list: (query?: Query<'listAccounts'>) => new Pages<Account>(send, '/v2/accounts', query),
  get: async (id: string) => await read<Account>(send, at('/v2/accounts', id)),
  create: async (body: NewAccount, options?: CallOptions) =>
    await write<Account>(send, { ...options, method: 'POST', path: '/v2/accounts', body }),
  delete: async (id: string, options?: CallOptions) =>
    await write<object>(send, { ...options, method: 'DELETE', path: at('/v2/accounts', id) }),
})

const callbackCalls = (send: Transport) => ({
  list: async () => await read<Callback[]>(send, '/v2/callbacks'),
  get: async (id: string) => await read<Callback>(send, at('/v2/callbacks', id)),
  /** The answer has `signing_secret`, which is not shown again. */
  create: async (body: Body<'createCallback'>) =>
    (await send<Callback>({ method: 'POST', path: '/v2/callbacks', body })).body,
  update: async (id: string, body: Body<'updateCallback'>, options?: CallOptions) =>
    (await send<Callback>({ ...options, method: 'PATCH', path: at('/v2/callbacks', id), body })).body,
  delete: async (id: string, options?: CallOptions) => {
    await send({ ...options, method: 'DELETE', path: at('/v2/callbacks', id) })
  },
  /** A new secret; the old one signs as well for a day, or for `overlap_seconds`. */
  rotate: async (id: string, body: Body<'rotateCallbackSecret'> = {}, options?: CallOptions) => {
    const path = `${at('/v2/callbacks', id)}/rotate`
    return (await send<Callback>({ ...options, method: 'POST', path, body })).body
  },
  deliveries: (id: string, query?: Query<'listDeliveries'>) =>
    new Pages<Delivery>(send, `${at('/v2/callbacks', id)}/deliveries`, query),
  delivery: async (id: string, event: string) =>
    await read<DeliveryDetail>(send, at(`${at('/v2/callbacks', id)}/deliveries`, event)),
  /** Sends a test event now and returns its one attempt: a `callback.ping`, or one of `type`. */
  ping: async (id: string, body: Body<'pingCallback'> = {}, options?: CallOptions) => {
    const path = `${at('/v2/callbacks', id)}/ping`
    return (await send<DeliveryDetail>({ ...options, method: 'POST', path, body })).body
  },
  /** Queues logged events again, each under its id; with `dry_run` it counts them. */
  replay: async (id: string, body: Body<'replayCallback'> = {}, options?: CallOptions) => {
    const path = `${at('/v2/callbacks', id)}/replay`
    return (await send<Answered<'replayCallback'>>({ ...options, method: 'POST', path, body })).body
  },
})

const eventCalls = (send: Transport) => ({
  /** Keep the `cursor` of the last page to continue where you stopped. */
  list: (query?: Query<'listEvents'>) => new Pages<Event>(send, '/v2/events', query),
  /** Queues one event again, for every callback that subscribes to it or for the given one. */
  redeliver: async (id: string, body: Body<'redeliverEvent'> = {}, options?: CallOptions) => {
    const path = `${at('/v2/events', id)}/redeliver`
    return (await send<Answered<'redeliverEvent'>>({ ...options, method: 'POST', path, body })).body
  },
})

/** Documents that are read in place of segments. */
const documentCalls = (send: Transport) => ({
  /** Bytes or text with their media type; null: recognised by content. */
  submit: async (
    document: Uint8Array | string,
    type: string | null,
    query?: Query<'submitDocument'>,
    options?: CallOptions,
  ) => {
    const call = { path: '/v2/documents', query, body: document, type: type ?? 'application/octet-stream' }
    return (await send<AcceptedDocument>({ ...options, method: 'POST', ...call })).body
  },
  list: (query?: Query<'listDocuments'>) =>
    new Pages<Answered<'listDocuments'>[number]>(send, '/v2/documents', query),
  /** The result of reading it so far. */
  reading: async (id: string) => await read<Document>(send, at('/v2/documents', id)),
  /** Submits a dry run: the segments that were read, or the given ones. */
  confirm: async (id: string, body: Body<'confirmDocument'> = {}, options?: CallOptions) => {
    const path = `${at('/v2/documents', id)}/submit`
    return (await send<AcceptedDocument>({ ...options, method: 'POST', path, body })).body
  },
})

/** Secret addresses at which calendar programs read the itinerary. */
const calendarFeedCalls = (send: Transport) => ({
  list: async () => await read<CalendarFeed[]>(send, '/v2/calendar-feeds'),
  /** The answer has `url`, which is not shown again. */
  create: async (body: Body<'createCalendarFeed'> = {}, options?: CallOptions) =>
    (await send<NewCalendarFeed>({ ...options, method: 'POST', path: '/v2/calendar-feeds', body })).body,
  delete: async (id: string, options?: CallOptions) => {
    await send({ ...options, method: 'DELETE', path: at('/v2/calendar-feeds', id) })
  },
})

/** Makes a client. It holds no connection, and may be kept for as long as the process runs. */
export function createClient(options: ClientOptions) {
  const credentials = tokenSource(options)
  const send = transport(options, credentials)
  return {
    me: {
      get: async () => await read<Member>(send, '/v2/me'),
      update: async (body: MemberChange, call?: CallOptions) =>
        await write<Member>(send, { ...call, method: 'PUT', path: '/v2/me', body }),
    },
    trips: tripCalls(send),
    segments: segmentCalls(send),
    batches: { get: async (id: string) => await read<Batch>(send, at('/v2/batches', id)) },
    documents: documentCalls(send),
    accounts: accountCalls(send),
    sources: {
      list: (query?: Query<'listSources'>) => new Pages<Source>(send, '/v2/sources', query),
      get: async (id: string) => await read<Source>(send, at('/v2/sources', id)),
    },
    locations: {
      cities: (q: string) => new Pages<City>(send, '/v2/locations/cities', { q }),
      airports: (q: string) => new Pages<Airport>(send, '/v2/locations/airports', { q }),
    },
    events: eventCalls(send),
    callbacks: callbackCalls(send),
    calendarFeeds: calendarFeedCalls(send),
    /** For applications with the feed role: lines go out as they come, and answers come in the same order. */
    feed: feedSender(options, credentials),
    /** Any other call of the API, with the same credentials and retries. */
    send,
  }
}

export type Client = ReturnType<typeof createClient>
