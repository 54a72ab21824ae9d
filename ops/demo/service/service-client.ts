/** The running service as a partner application meets it: HTTPS, bearer tokens, Retry-After. */
import { Agent, request } from 'undici'

export interface ServiceClient {
  get: <T>(path: string, token: string) => Promise<{ body: T; total: number }>
  /** Hands a batch in and answers its id and those of the accepted segments. */
  submit: (segments: unknown[], token: string) => Promise<{ batch: string; accepted: string[] }>
  /** How often it was told to come back later. */
  readonly waits: number
  close: () => Promise<void>
}

/** An answer that neither waiting nor asking again will mend. */
export class RequestRefused extends Error {
  constructor(
    readonly status: number,
    readonly path: string,
    readonly body: string,
  ) {
    super(`${path} was answered ${status}: ${body.slice(0, 600)}`)
  }
}

const TRIES = 60
const LONGEST_WAIT_S = 30
const REQUEST_TIMEOUT_MS = 30_000

/**
 * Talks to the service at `baseUrl`, trusting the authority `ca` (PEM; null: those the system trusts), over at most
 * `connections` connections. 429, 503 and broken connections are tried again after Retry-After, or a growing second; a batch
 * that is sent twice because its answer was lost does no harm, the same statement twice is one.
 */
export function serviceClient(baseUrl: string, ca: string | null, connections: number): ServiceClient {
  const agent = new Agent({
    connections,
    connect: ca === null ? {} : { ca },
    headersTimeout: REQUEST_TIMEOUT_MS,
    bodyTimeout: REQUEST_TIMEOUT_MS,
  })
  let waits = 0
  const ask = async (
    method: 'GET' | 'POST',
    path: string,
    token: string,
    body: string | null,
  ): Promise<{ status: number; headers: Record<string, string | string[] | undefined>; text: string }> => {
    for (let attempt = 1; ; attempt++) {
      const answer = await request(baseUrl + path, {
        method,
        body,
        dispatcher: agent,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body === null ? {} : { 'content-type': 'application/json' }),
        },
      }).then(
        async (got) => ({ status: got.statusCode, headers: got.headers, text: await got.body.text() }),
        (error: unknown) => {
          if (attempt >= TRIES) throw error
          return null
        },
      )
      if (answer !== null && answer.status < 400) return answer
      if (answer !== null && ((answer.status !== 429 && answer.status !== 503) || attempt >= TRIES))
        throw new RequestRefused(answer.status, path, answer.text)
      waits++
      const named = Number(answer?.headers['retry-after'])
      const seconds = named > 0 ? named : Math.min(attempt, 5) / 2
      await new Promise((resolve) => setTimeout(resolve, Math.min(seconds, LONGEST_WAIT_S) * 1000))
    }
  }
  return {
    get: async <T>(path: string, token: string) => {
      const answer = await ask('GET', path, token, null)
      return { body: JSON.parse(answer.text) as T, total: Number(answer.headers['x-total-count'] ?? NaN) }
    },
    submit: async (segments, token) => {
      const answer = await ask('POST', '/v2/segments', token, JSON.stringify({ segments }))
      const location = String(answer.headers['location'] ?? '')
      return {
        batch: location.slice(location.lastIndexOf('/') + 1),
        accepted: (JSON.parse(answer.text) as Array<{ _id: number }>).map((entry) => String(entry._id)),
      }
    },
    get waits() {
      return waits
    },
    close: async () => {
      await agent.close()
    },
  }
}
