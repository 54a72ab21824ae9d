/**
 * A client of the running service, as a partner application would write it: HTTPS, bearer tokens,
 * Retry-After.
 */
import { Agent, request } from 'undici'

export interface ServiceClient {
  get: <T>(path: string, token: string) => Promise<{ body: T; total: number }>
  /** Submits a batch and returns its id and those of the accepted segments. */
  submit: (segments: unknown[], token: string) => Promise<{ batch: string; accepted: string[] }>
  /** How often a request was retried. */
  readonly waits: number
  close: () => Promise<void>
}

/** An answer that a retry would not change. */
export class RequestRefused extends Error {
  constructor(
    readonly status: number,
    readonly path: string,
    readonly body: string,
  ) {
    super(`${path} was answered with ${status}: ${body.slice(0, 600)}`)
  }
}

interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

const MAX_ATTEMPTS = 60
const MAX_WAIT_S = 30
const REQUEST_TIMEOUT_MS = 30_000

/**
 * Trusts the authority `ca` (PEM; null: those of the system) and uses at most `connections` connections.
 * Retries 429, 503 and broken connections after Retry-After, or after up to 2.5 s. Submitting a batch twice
 * because its answer was lost does no harm: a repeated statement counts once.
 */
export function serviceClient(baseUrl: string, ca: string | null, connections: number): ServiceClient {
  const agent = new Agent({
    connections,
    connect: ca === null ? {} : { ca },
    headersTimeout: REQUEST_TIMEOUT_MS,
    bodyTimeout: REQUEST_TIMEOUT_MS,
  })
  let waits = 0
  const send = async (
    method: 'GET' | 'POST',
    path: string,
    token: string,
    body: string | null,
  ): Promise<Answer> => {
    const {
      statusCode,
      headers,
      body: answer,
    } = await request(baseUrl + path, {
      method,
      body,
      dispatcher: agent,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === null ? {} : { 'content-type': 'application/json' }),
      },
    })
    return { status: statusCode, headers, text: await answer.text() }
  }
  const sendWithRetries = async (...args: Parameters<typeof send>): Promise<Answer> => {
    for (let attempt = 1; ; attempt++) {
      const isLast = attempt >= MAX_ATTEMPTS
      const answer = await send(...args).catch((error: unknown) => {
        if (isLast) throw error
        return null
      })
      if (answer !== null && answer.status < 400) return answer
      if (answer !== null && (isLast || !isRetryable(answer.status)))
        throw new RequestRefused(answer.status, args[1], answer.text)
      waits++
      await new Promise((resolve) => setTimeout(resolve, waitMs(answer, attempt)))
    }
  }
  return {
    get: async <T>(path: string, token: string) => {
      const { text, headers } = await sendWithRetries('GET', path, token, null)
      return { body: JSON.parse(text) as T, total: Number(headers['x-total-count'] ?? NaN) }
    },
    submit: async (segments, token) => {
      const body = JSON.stringify({ segments })
      const { text, headers } = await sendWithRetries('POST', '/v2/segments', token, body)
      const location = String(headers['location'] ?? '')
      return {
        batch: location.slice(location.lastIndexOf('/') + 1),
        accepted: (JSON.parse(text) as Array<{ _id: number }>).map((entry) => String(entry._id)),
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

function isRetryable(status: number): boolean {
  return status === 429 || status === 503
}

function waitMs(answer: Answer | null, attempt: number): number {
  const retryAfter = Number(answer?.headers['retry-after'])
  const seconds = retryAfter > 0 ? retryAfter : Math.min(attempt, 5) / 2
  return Math.min(seconds, MAX_WAIT_S) * 1_000
}
