/** POST /v2/feeds/segments (contract.md 8): lines in, answers out, for as long as the sender has lines. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { PassThrough, Readable, pipeline } from 'node:stream'
import { ApiError } from '../../schemas/base/errors.js'
import { MAX_BODY_BYTES, MAX_SEGMENTS } from '../../schemas/segment/batch.js'
import { FeedLine, FeedResult } from '../../schemas/feeds/feed-line.js'
import { insufficientScope } from '../auth/challenge.js'
import { clientOf } from '../auth/guard.js'
import { rawExamples } from '../document/examples/raw-segments.js'
import type { Operation } from '../document/operation.js'
import type { AddEndpoint } from '../endpoint.js'
import { feedBody } from '../feeds/feed-body.js'
import type { FeedBody } from '../feeds/feed-body.js'
import { LAG_RETRY_AFTER_S, feedBackpressure } from '../feeds/flow/backpressure.js'
import { fairQueue } from '../feeds/flow/fair-queue.js'
import { runningFeeds } from '../feeds/flow/running-feeds.js'
import type { RunningFeeds } from '../feeds/flow/running-feeds.js'
import { lineIngester } from '../feeds/ingest-lines.js'
import type { SharedFeedLimits } from '../feeds/ingest-context.js'
import { respondToFeed } from '../feeds/respond.js'
import { mediaType } from '../http/body.js'
import { preferences } from '../http/prefer.js'
import type { ApiDeps } from '../ports/deps.js'

export const NDJSON = 'application/x-ndjson'

const operation: Operation = {
  id: 'feedSegments',
  tag: 'Feeds',
  summary: 'Send a feed',
  description: [
    'For applications to which the operator has given the feed role.',
    'The body is a stream of any length with one JSON object per line:',
    `"segments" (1 to ${MAX_SEGMENTS}, as in POST /v2/segments) for a member who has authorised the`,
    'application,',
    'or for a loyalty account. The answer is a stream too, with one JSON line per line, in order;',
    'read it while you send. A line answered with 202 is on disk;',
    'an invalid line is answered with its errors, and the feed continues.',
    'When the service cannot accept more, the sender has to wait (TCP). If that lasts, the lines in hand are',
    'answered with 503 and the feed ends: continue with the first line that has no 202.',
    'A "key" makes it safe to repeat a line. Lines of one member keep their order.',
    `Blank lines are skipped. A line has at most ${MAX_BODY_BYTES} bytes.`,
    'The body may be compressed with gzip or br.',
  ].join(' '),
  parameters: ['prefer'],
  body: {
    schema: FeedLine,
    types: [NDJSON],
    description: 'JSON lines, each ended by a line feed.',
    endless: true,
    example: {
      account: { source: 'airline_dl', account_id: '2039481123' },
      segments: [rawExamples['Air']],
      key: 'PNR-K7WZ2L-3',
    },
  },
  responses: {
    200: {
      description: 'One line for each line of the feed, in order.',
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

/** Feeds of one application at the same time, on this node. */
const MAX_CONCURRENT_FEEDS = 4
/**
 * Feed messages being published at once, in all and per application. The server's own limit is eight times
 * that.
 */
const PUBLISH_LIMITS = { all: 64, each: 32 }
/** How long transient failures are retried. */
const RETRY_MS = 30_000
/** A feed whose sender is silent for this long is ended. */
const MAX_SILENCE_MS = 300_000
/** A feed that is silent for this long gives way to a new one of its application: its network may be gone. */
const IDLE_MS = 60_000
/** Answers that nobody reads are kept up to this size; then the feed stands still for at most this long. */
const MAX_UNREAD_BYTES = 4 * 2 ** 20
const MAX_UNREAD_MS = 120_000
const UNREAD_CHECK_MS = 5_000
/**
 * After an early answer, the rest of the body is received for this long, so that its sender reads the answer.
 */
const DRAIN_MAX_MS = 10_000

/** What the feeds of this node share. */
interface FeedsOfNode {
  deps: ApiDeps
  running: RunningFeeds
  limits: SharedFeedLimits
  isClosing: () => boolean
}

/** Adds the route. It needs a plugin context of its own, because bodies are not collected here. */
export function feedRoutes(app: FastifyInstance, add: AddEndpoint, deps: ApiDeps): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, payload, done) => {
    done(null, payload)
  })
  app.addHook('onSend', async (request, _reply, payload) => {
    if (!(payload instanceof Readable)) drainRequest(request)
    return payload
  })
  const running = runningFeeds(MAX_CONCURRENT_FEEDS, deps.feedIdleMs ?? IDLE_MS)
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
    running.stopAll()
  })
  const feeds: FeedsOfNode = {
    deps,
    running,
    limits: {
      publishQueue: fairQueue(PUBLISH_LIMITS),
      acceptsMore: feedBackpressure(deps.reads.batches.lag, deps.now),
    },
    isClosing: () => closing,
  }
  add({
    method: 'POST',
    url: '/v2/feeds/segments',
    access: ['A'],
    operation,
    produces: NDJSON,
    streamsBody: true,
    handle: async (request: FastifyRequest, reply: FastifyReply) => await startFeed(feeds, request, reply),
  })
}

/** Checks whether the feed may start, starts it, and answers with the stream of its answers. */
async function startFeed(
  feeds: FeedsOfNode,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { deps, running, limits } = feeds
  const client = clientOf(request)
  const gone = new AbortController()
  reply.raw.once('close', () => {
    gone.abort()
  })
  await checkFeed(feeds, request, client)
  if (!running.hasPlace(client))
    throw new ApiError(
      'rate_limited',
      `${MAX_CONCURRENT_FEEDS} feeds of this application are running; wait for one to end, or send the ` +
        'lines in them. Retry after 10 s.',
      { retryAfter: 10 },
    )
  if (gone.signal.aborted) throw new ApiError('invalid_request', 'The sender closed the connection.')
  const body = feedBody((request.body ?? request.raw) as Readable, MAX_SILENCE_MS)
  const leave = running.enter(client, body)
  deps.feedMetrics?.feedStarted()
  gone.signal.addEventListener('abort', () => {
    body.stop()
    deps.feedMetrics?.feedEnded()
    leave()
  })
  const { strict } = preferences(request)
  if (strict) void reply.header('preference-applied', 'handling=strict')
  const retry = {
    maxMs: deps.feedRetryMs ?? RETRY_MS,
    isCancelled: () => feeds.isClosing() || gone.signal.aborted,
  }
  const ingest = lineIngester(deps, limits, retry, { client, request: request.id, strict })
  const out = answerStream(deps, request, body, { ingest, signal: gone.signal })
  closeWhenUnread(reply, out)
  return await reply.type(NDJSON).send(out)
}

/** Throws if the request is not a feed, the application may not send feeds, or folding is behind. */
async function checkFeed(
  { deps, limits }: FeedsOfNode,
  request: FastifyRequest,
  client: string,
): Promise<void> {
  if (mediaType(request) !== NDJSON)
    throw new ApiError(
      'unsupported_media_type',
      `The Content-Type of the body must be ${NDJSON}: one JSON object per line.`,
    )
  if (!(await deps.feeds.mayFeed(client)))
    throw insufficientScope(
      'This application may not send feeds; ask the operator of the service to give it the feed role.',
    )
  if (!(await limits.acceptsMore()))
    throw new ApiError(
      'rate_limited',
      `Too many pending updates; send the feed later. Retry after ${LAG_RETRY_AFTER_S} s.`,
      { retryAfter: LAG_RETRY_AFTER_S },
    )
}

/** The answers of a feed as a stream. */
function answerStream(
  deps: ApiDeps,
  request: FastifyRequest,
  body: FeedBody,
  { ingest, signal }: { ingest: ReturnType<typeof lineIngester>; signal: AbortSignal },
): PassThrough {
  const answers = respondToFeed({
    body,
    ingest,
    maxLineBytes: MAX_BODY_BYTES,
    onAnswer: (status) => {
      deps.feedMetrics?.lineAnswered(status)
    },
    signal,
  })
  const out = new PassThrough({ highWaterMark: MAX_UNREAD_BYTES })
  pipeline(Readable.from(answers, { highWaterMark: 1 }), out, (error) => {
    if (error != null && !signal.aborted)
      deps.log.error({ err: error, request: request.id }, 'feed failed; closing its response')
    drainRequest(request)
  })
  return out
}

/** Receives what the sender is still sending, so that it reads the answer, and cuts it off after a while. */
function drainRequest({ raw }: FastifyRequest): void {
  if (raw.complete) return
  raw.unpipe().resume()
  setTimeout(() => {
    if (!raw.complete) raw.destroy()
  }, DRAIN_MAX_MS).unref()
}

/** Ends a feed whose answers nobody reads. */
function closeWhenUnread(reply: FastifyReply, out: PassThrough): void {
  let sent = -1
  let since = Date.now()
  const timer = setInterval(() => {
    const now = reply.raw.socket?.bytesWritten ?? 0
    if (!out.writableNeedDrain || now !== sent) {
      sent = now
      since = Date.now()
    } else if (Date.now() - since > MAX_UNREAD_MS) reply.raw.destroy()
  }, UNREAD_CHECK_MS)
  reply.raw.once('close', () => {
    clearInterval(timer)
  })
}
