/** POST /v2/feeds/segments (contract.md 8): lines in, answers out, for as long as the sender has something. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { PassThrough, Readable, pipeline } from 'node:stream'
import { ApiError } from '../../schemas/base/errors.js'
import { FeedLine, FeedResult } from '../../schemas/segment/feed-line.js'
import { MAX_BODY_BYTES, MAX_SEGMENTS } from '../../schemas/segment/batch.js'
import { insufficientScope } from '../auth/challenge.js'
import { clientOf } from '../auth/guard.js'
import { mediaType } from '../http/body.js'
import type { ApiDeps } from '../ports/deps.js'
import { rawExamples } from '../document/examples/resources.js'
import type { Operation } from '../document/operation.js'
import type { AddEndpoint } from '../endpoint.js'
import { respondToFeed } from '../feeds/respond.js'
import { feedBody } from '../feeds/feed-body.js'
import type { FeedBody } from '../feeds/feed-body.js'
import { LAG_RETRY_AFTER_S, feedBackpressure } from '../feeds/flow/backpressure.js'
import { lineIngester } from '../feeds/ingest-lines.js'
import { fairQueue } from '../feeds/flow/fair-queue.js'
import { preferences } from '../http/prefer.js'

export const NDJSON = 'application/x-ndjson'

const operation: Operation = {
  id: 'feedSegments',
  tag: 'Feeds',
  summary: 'Send a feed',
  description: `For applications that the operator has given the feed role. The body is a stream of any length, a JSON object a line: "segments" (1 to ${MAX_SEGMENTS}, as in POST /v2/segments) for a member who has authorised the application, or for a loyalty account. The answer streams too, a line of JSON for every line, in order; read it while you send. A line answered with 202 is on disk; a bad line is answered with its errors and the feed goes on. When the service cannot take more for some time, the sender has to wait (TCP); when that lasts, the lines in hand are answered with 503 and the feed ends: send again from the first line without a 202. A "key" makes a repeat harmless. What one member is told keeps its order. Blank lines are left out; a line has at most ${MAX_BODY_BYTES} bytes.`,
  parameters: ['prefer'],
  body: {
    schema: FeedLine,
    types: [NDJSON],
    description: 'Lines of JSON, each ended by a line feed.',
    endless: true,
    example: {
      account: { source: 'airline_dl', account_id: '2039481123' },
      segments: [rawExamples['Air']],
      key: 'PNR-K7WZ2L-3',
    },
  },
  responses: {
    200: {
      description: 'A line for every line.',
      schema: FeedResult,
      type: NDJSON,
      example: {
        line: 1,
        key: 'PNR-K7WZ2L-3',
        status: 202,
        batch_id: '58241077248000',
        segments: [{ type: 'Air', status: 'Active', _id: 58241077248001 }],
      },
      headers: ['preference-applied'],
    },
  },
  errors: [
    [403, 'insufficient_scope', 'This endpoint needs the token of an application that may send feeds.'],
  ],
}

/** An application's feeds at once, on this node. */
const MAX_CONCURRENT_FEEDS = 4
/** Messages of feeds on their way into the stream at once, of a node and of an application: the door's own limit is eight times that. */
const PUBLISH_LIMITS = { all: 64, each: 32 }
/** What cannot be done now is tried again for so long. */
const RETRY_MS = 30_000
/** A sender may be silent for so long. */
const MAX_SILENCE_MS = 300_000
/** One who was silent for so long leaves its place to another feed of its application: its network may be gone. */
const IDLE_MS = 60_000
/** Answers that their reader does not take are kept up to this size, and the feed stands still for so long. */
const MAX_UNREAD_BYTES = 4 * 2 ** 20
const MAX_UNREAD_MS = 120_000
const UNREAD_CHECK_MS = 5_000
/** The rest of a body that nobody reads is listened to for so long, that its sender hears the answer. */
const DRAIN_MAX_MS = 10_000

/** The routes, in a context of their own: bodies here are not collected. */
export function feedRoutes(app: FastifyInstance, add: AddEndpoint, deps: ApiDeps): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, payload, done) => {
    done(null, payload)
  })
  app.addHook('onSend', async (request, _reply, payload) => {
    if (!(payload instanceof Readable)) drainRequest(request)
    return payload
  })
  const turns = fairQueue(PUBLISH_LIMITS)
  const running = new Map<string, Set<FeedBody>>()
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
    for (const feeds of running.values()) for (const body of feeds) body.stop()
  })
  const room = feedBackpressure(deps.reads.batches.lag, deps.now)

  add({
    method: 'POST',
    url: '/v2/feeds/segments',
    access: ['A'],
    operation,
    produces: NDJSON,
    streamsBody: true,
    handle: async (request: FastifyRequest, reply: FastifyReply) => {
      const client = clientOf(request)
      const gone = new AbortController()
      reply.raw.once('close', () => {
        gone.abort()
      })
      if (mediaType(request) !== NDJSON)
        throw new ApiError('unsupported_media_type', `The body must be ${NDJSON}: a JSON object a line.`)
      if (!(await deps.feeds.mayFeed(client)))
        throw insufficientScope(
          'This application may not send feeds; ask the operator of the service to give it the feed role.',
        )
      if (!(await room()))
        throw new ApiError('rate_limited', 'Too much is still being processed; send the feed later.', {
          retryAfter: LAG_RETRY_AFTER_S,
        })
      const mine = running.get(client) ?? new Set()
      const quiet = mine.size < MAX_CONCURRENT_FEEDS ? undefined : mostIdle(mine, deps.feedIdleMs ?? IDLE_MS)
      if (mine.size >= MAX_CONCURRENT_FEEDS && quiet === undefined)
        throw new ApiError(
          'rate_limited',
          `${MAX_CONCURRENT_FEEDS} feeds of this application are running; wait for one to end, or send its lines in them.`,
          { retryAfter: 10 },
        )
      if (gone.signal.aborted) throw new ApiError('invalid_request', 'The sender is gone.')
      if (quiet !== undefined) {
        quiet.stop()
        mine.delete(quiet)
      }
      const body = feedBody(request.raw, MAX_SILENCE_MS)
      running.set(client, mine.add(body))
      deps.feedMetrics?.feedStarted()
      gone.signal.addEventListener('abort', () => {
        body.stop()
        deps.feedMetrics?.feedEnded()
        mine.delete(body)
        if (mine.size === 0 && running.get(client) === mine) running.delete(client)
      })
      const { strict } = preferences(request)
      if (strict) void reply.header('preference-applied', 'handling=strict')
      const wait = { maxMs: deps.feedRetryMs ?? RETRY_MS, isCancelled: () => closing || gone.signal.aborted }
      const take = lineIngester(deps, { publishQueue: turns, acceptsMore: room }, wait, {
        client,
        request: request.id,
        strict,
      })
      const answers = respondToFeed({
        body,
        ingest: take,
        maxLineBytes: MAX_BODY_BYTES,
        onAnswer: (status) => {
          deps.feedMetrics?.lineAnswered(status)
        },
        signal: gone.signal,
      })
      const out = new PassThrough({ highWaterMark: MAX_UNREAD_BYTES })
      pipeline(Readable.from(answers, { highWaterMark: 1 }), out, (error) => {
        if (error != null && !gone.signal.aborted)
          deps.log.error({ err: error, request: request.id }, 'a feed broke off')
        drainRequest(request)
      })
      closeWhenUnread(reply, out)
      return await reply.type(NDJSON).send(out)
    },
  })
}

/** The feed that has been silent for longest, if for more than `least` milliseconds. */
function mostIdle(feeds: Iterable<FeedBody>, least: number): FeedBody | undefined {
  let found: FeedBody | undefined
  let most = least
  for (const feed of feeds) {
    const quiet = feed.idleMs()
    if (quiet > most) {
      found = feed
      most = quiet
    }
  }
  return found
}

/** Lets a sender who is still sending hear the answer, and cuts it off after a while. */
function drainRequest({ raw }: FastifyRequest): void {
  if (raw.complete) return
  raw.resume()
  setTimeout(() => {
    if (!raw.complete) raw.destroy()
  }, DRAIN_MAX_MS).unref()
}

/** Ends a feed whose answers nobody reads. */
function closeWhenUnread(reply: FastifyReply, out: PassThrough): void {
  let sent = -1
  let since = Date.now()
  const look = setInterval(() => {
    const now = reply.raw.socket?.bytesWritten ?? 0
    if (!out.writableNeedDrain || now !== sent) {
      sent = now
      since = Date.now()
    } else if (Date.now() - since > MAX_UNREAD_MS) reply.raw.destroy()
  }, UNREAD_CHECK_MS)
  reply.raw.once('close', () => {
    clearInterval(look)
  })
}
