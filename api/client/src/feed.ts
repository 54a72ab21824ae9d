/** A feed: lines go out as they come, answers come in while it is sent. */
import type { TokenSource } from './credentials.js'
import { errorOf, NoAnswerError } from './errors.js'
import type { FeedAnswer, FeedLine } from './generated/types.js'
import type { ClientOptions } from './options.js'

export interface FeedOptions {
  signal?: AbortSignal
  /** `handling=strict` (RFC 7240). */
  prefer?: string
  /** Number of the first line, of a file that is continued: answers and reports count from it. */
  firstLine?: number
}

/** Bytes are complete lines, each with its line feed, and sent unchanged. */
type Lines = Iterable<FeedLine | Uint8Array> | AsyncIterable<FeedLine | Uint8Array>

export type SendFeed = (lines: Lines, options?: FeedOptions) => AsyncGenerator<FeedAnswer, void, undefined>

/** A feed is never sent again by itself: continue with the first line that has no 202. */
export function feedSender(options: ClientOptions, credentials: TokenSource): SendFeed {
  const send = options.fetch ?? fetch
  const url = `${options.baseUrl.replace(/\/$/, '')}/v2/feeds/segments`
  return async function* sendFeed(lines, { signal, prefer, firstLine } = {}) {
    const ended = new AbortController()
    const token = await credentials.token()
    const init: RequestInit & { duplex: 'half' } = {
      method: 'POST',
      headers: {
        accept: 'application/x-ndjson, application/json;q=0.9',
        'content-type': 'application/x-ndjson',
        authorization: `Bearer ${token}`,
        ...(prefer === undefined ? {} : { prefer }),
      },
      redirect: 'error',
      signal: signal === undefined ? ended.signal : AbortSignal.any([ended.signal, signal]),
      duplex: 'half',
      body: linesOf(lines),
    }
    try {
      const answer = await send(firstLine === undefined ? url : `${url}?first_line=${firstLine}`, init)
      if (answer.status === 401) credentials.renew(token)
      if (!answer.ok) throw await errorOf(answer)
      yield* answersOf(answer)
    } catch (error) {
      if (signal?.aborted === true || !(error instanceof TypeError)) throw error
      throw new NoAnswerError('The feed ended early: continue with the first line that has no 202.', {
        cause: error,
      })
    } finally {
      ended.abort()
    }
  }
}

/** JSON lines, read only as fast as the service takes them. */
function linesOf(lines: Lines): ReadableStream<Uint8Array> {
  const iterator = Symbol.asyncIterator in lines ? lines[Symbol.asyncIterator]() : lines[Symbol.iterator]()
  const encoder = new TextEncoder()
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const { done, value } = await iterator.next()
      if (done === true) controller.close()
      else
        controller.enqueue(value instanceof Uint8Array ? value : encoder.encode(`${JSON.stringify(value)}\n`))
    },
    cancel: async () => {
      await iterator.return?.()
    },
  })
}

async function* answersOf({ body }: Response): AsyncGenerator<FeedAnswer, void, undefined> {
  if (body === null) return
  const decoder = new TextDecoder()
  const reader = body.getReader()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    const lines = (rest + (done ? '' : decoder.decode(value, { stream: true }))).split('\n')
    rest = done ? '' : lines.pop()!
    for (const line of lines) if (line !== '') yield JSON.parse(line) as FeedAnswer
    if (done) return
  }
}
