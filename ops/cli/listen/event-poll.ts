/** Reads an application's event log over the API, as a partner would (webhooks.md 1.1). */
import { Agent, request } from 'undici'
import type { Dispatcher } from 'undici'
import type { Application, Service } from '../service.js'

export interface LoggedEvent {
  id: string
  type: string
}

export interface EventSource extends Service, Application {
  /** Only these types; null: all. */
  types: string[] | null
  /** Instant in ISO 8601 from which events are read. */
  since: string
}

/** The service refused the application or the query: trying again would not help. */
export class ListenRefused extends Error {}

const PAGE = 100
const UNAUTHORIZED = 401

/**
 * Returns a function that reads the events since its last call, oldest first.
 * @throws {ListenRefused} if the service refuses; other errors are of the network
 */
export function eventPoll(source: EventSource): {
  next: () => Promise<LoggedEvent[]>
  close: () => Promise<void>
} {
  const agent = new Agent(source.ca === null ? {} : { connect: { ca: source.ca } })
  let token: string | null = null
  let cursor: string | null = null
  const next = async (): Promise<LoggedEvent[]> => {
    token ??= await appToken(source, agent)
    const query = new URLSearchParams({ limit: String(PAGE) })
    if (source.types !== null) query.set('type', source.types.join(','))
    if (cursor === null) query.set('since', source.since)
    else query.set('cursor', cursor)
    const answer = await request(`${source.baseUrl}/v2/events?${query.toString()}`, {
      dispatcher: agent,
      headers: { authorization: `Bearer ${token}` },
    })
    if (answer.statusCode === UNAUTHORIZED) token = null
    const events = (await readJson(answer)) as LoggedEvent[]
    cursor = String(answer.headers['x-cursor'] ?? cursor ?? '') || null
    return events
  }
  return {
    next,
    close: async () => {
      await agent.close()
    },
  }
}

/** A token of the application itself (oauth.md 5.2). */
async function appToken(source: EventSource, agent: Agent): Promise<string> {
  const { clientId, clientSecret, authUrl } = source
  const answer = await request(`${authUrl}/oauth/token`, {
    dispatcher: agent,
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
    }).toString(),
  })
  return String(((await readJson(answer)) as { access_token?: unknown }).access_token)
}

async function readJson({ statusCode, body }: Dispatcher.ResponseData): Promise<unknown> {
  const text = await body.text()
  if (statusCode < 400) return JSON.parse(text) as unknown
  if (statusCode < 500 && statusCode !== 429) throw new ListenRefused(`${statusCode} ${text}`)
  throw new Error(`${statusCode} ${text}`)
}
