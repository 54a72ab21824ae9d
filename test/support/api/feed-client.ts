/** A feed as a supplier sends it: line by line, answers read while it is sent. */
import { request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { createInterface } from 'node:readline'
import type { Ingress } from './ingress.js'

export interface FeedAnswer {
  line: number
  key?: string
  status: number
  batch_id?: string
  replayed?: true
  segments?: Array<Record<string, unknown>>
  error?: string
  error_description?: string
  retry_after?: number
}

export interface OpenFeed {
  /** Sends data unchanged; false if the sender should wait. */
  send: (data: string | Uint8Array) => boolean
  /** Resolves when more may be sent. */
  drained: () => Promise<void>
  /** The next answer; null at the end. */
  next: () => Promise<FeedAnswer | null>
  /** Ends the request and reads the rest. */
  end: () => Promise<FeedAnswer[]>
  /** Cuts the connection. */
  cut: () => void
  response: Promise<IncomingMessage>
}

export interface FeedOptions {
  client?: string
  headers?: Record<string, string>
}

/** Sources that suppliers of tests speak for. */
const FEED_SOURCES = ['airline_dl', 'airline_ba', 'sabre', 'amadeus']

/** Gives the application the feed role. */
export async function makeFeedSupplier(ingress: Pick<Ingress, 'database'>, client = 'gds'): Promise<void> {
  await ingress.database.pool.query(
    `insert into app (client_id, name, feed, feed_sources) values ($1, $1, true, $2)
      on conflict (client_id) do update set feed = true, feed_sources = excluded.feed_sources`,
    [client, FEED_SOURCES],
  )
}

export async function authorise(
  ingress: Pick<Ingress, 'database'>,
  member: string,
  client = 'gds',
): Promise<void> {
  await ingress.database.pool.query('insert into oauth_grant (client_id, member_id) values ($1, $2)', [
    client,
    member,
  ])
}

export async function openFeed(
  ingress: Pick<Ingress, 'url' | 'appToken'>,
  { client = 'gds', headers = {} }: FeedOptions = {},
): Promise<OpenFeed> {
  const sent = request(`${ingress.url}/v2/feeds/segments`, {
    method: 'POST',
    headers: {
      'x-forwarded-proto': 'https',
      'content-type': 'application/x-ndjson',
      authorization: `Bearer ${await ingress.appToken(client)}`,
      ...headers,
    },
  })
  const response = new Promise<IncomingMessage>((resolve, reject) => {
    sent.once('response', resolve).once('error', reject)
  })
  response.catch(() => undefined)
  sent.on('error', () => undefined)
  let answers: AsyncIterator<string> | null = null
  const next = async (): Promise<FeedAnswer | null> => {
    answers ??= createInterface({ input: await response })[Symbol.asyncIterator]()
    const { done, value } = await answers.next()
    return done === true ? null : (JSON.parse(value) as FeedAnswer)
  }
  return {
    send: (data) => sent.write(data),
    drained: async () => {
      await new Promise((resolve) => {
        sent.once('drain', resolve)
      })
    },
    next,
    end: async () => {
      sent.end()
      const rest: FeedAnswer[] = []
      for (let answer = await next(); answer !== null; answer = await next()) rest.push(answer)
      return rest
    },
    cut: () => {
      sent.destroy()
    },
    response,
  }
}

/** Sends a whole feed: objects become lines, texts are sent unchanged. */
export async function sendFeed(
  ingress: Pick<Ingress, 'url' | 'appToken'>,
  lines: ReadonlyArray<object | string>,
  options: FeedOptions = {},
): Promise<FeedAnswer[]> {
  const open = await openFeed(ingress, options)
  open.send(lines.map((line) => (typeof line === 'string' ? line : `${JSON.stringify(line)}\n`)).join(''))
  return await open.end()
}

/** A raw segment of a supplier. */
export function feedFlight(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    type: 'Air',
    status: 'Active',
    source: 'sabre',
    airline: 'DL',
    flight_num: '42',
    origin: 'JFK',
    destination: 'SFO',
    departure_datetime: '2027-03-14T18:30',
    arrival_datetime: '2027-03-14T21:45',
    confirmation_no: 'QHZBT8',
    ...changes,
  }
}

/** Creates members who authorise the supplier. Returns their ids. */
export async function feedMembers(ingress: Ingress, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let i = 0; i < count; i++) {
    const id = await ingress.createMember()
    await authorise(ingress, id)
    ids.push(id)
  }
  return ids
}
