/** POST /v2/feeds/segments (contract.md 8): lines in, answers out, for as long as the sender has lines. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { PassThrough, Readable, pipeline } from 'node:stream'
import { ApiError } from '../../schemas/base/errors.js'
import { MAX_BODY_BYTES, MAX_BATCH_SEGMENTS } from '../../schemas/segment/batch.js'
import { FeedLine, FeedResult } from '../../schemas/feeds/feed-line.js'
import { insufficientScope } from '../auth/challenge.js'
import { rawExamples } from '../document/examples/raw-segments.js'
import { feedBody } from '../feeds/feed-body.js'
import { LAG_RETRY_AFTER_S, feedBackpressure } from '../feeds/flow/backpressure.js'
import { budget, holder } from '../limits/budget.js'
import { fairQueue } from '../limits/fair-queue.js'
import { runningFeeds } from '../feeds/flow/running-feeds.js'
import type { RunningFeeds } from '../feeds/flow/running-feeds.js'
import type { SharedFeedLimits } from '../feeds/ingest-context.js'
import { lineIngester } from '../feeds/ingest-lines.js'
import { respondToFeed } from '../feeds/respond.js'
import type { Feed } from '../feeds/respond.js'
import { mediaType } from '../http/body.js'
import { applicationToken } from '../operation/access.js'
import { stream } from '../operation/answer.js'
import { operation } from '../operation/declaration.js'
import { problem } from '../operation/problem.js'
import type { ApiDeps } from '../ports/deps.js'

export const NDJSON = 'application/x-ndjson'

/** Feeds of one application at the same time, on this node. */
const MAX_CONCURRENT_FEEDS = 4
/** Feed messages being published at once. The server's own limit is eight times that. */
const MAX_PUBLISHES = 64
/**
 * Of one application: messages being published, and lines ingested together (the more, the more lines of one member share a
 * message). While other applications send feeds too, no line of theirs waits for more than the smaller numbers.
 */
const ALONE = { publishes: 32, lines: 5_000 }
const SHARED = { publishes: 2, lines: 250 }
/**
 * Lines of an application that are blank or not accepted: more of them slow its feeds down. In one piece no more count
 * than it may send at once.
 */
const WASTED_LINES = { perSecond: 1_000, burst: 20_000 }
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
export interface FeedsOfNode {
  running: RunningFeeds
  limits: SharedFeedLimits
  /** Lines of a feed that are ingested together at most, at the moment. */
  linesAtOnce: () => number
  /** The lag of folding when it was last asked for, milliseconds; null: not known. */
  lag: () => number | null
  isClosing: () => boolean
}

const MAY_NOT_FEED = problem(
  403,
  'insufficient_scope',
  'This application may not send feeds; ask the operator of the service to give it the feed role.',
)

interface FeedDeps extends ApiDeps {
  nodeFeeds: FeedsOfNode
}

/** Prepares a plugin context for feeds: their bodies are not collected. */
export function feedContext(app: FastifyInstance, deps: ApiDeps): FeedsOfNode {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, payload, done) => {
    done(null, payload)
  })
  app.addHook('onSend', async (request, _reply, payload) => {
    if (!(payload instanceof Readable)) drainRequest(request)
    return payload
  })
  const running = runningFeeds(MAX_CONCURRENT_FEEDS, deps.feedIdleMs ?? IDLE_MS)
  const share = (): typeof ALONE => (running.areShared() ? SHARED : ALONE)
  const { acceptsMore, lag } = feedBackpressure(deps.reads.batches.lag, deps.now)
  const wasted = budget({ ...WASTED_LINES, now: () => performance.now() })
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
    running.stopAll()
  })
  return {
    running,
    limits: {
      publishQueue: fairQueue({ all: MAX_PUBLISHES, each: () => share().publishes }),
      waste: (client, lines) => wasted.spend([holder(client)], Math.min(lines, WASTED_LINES.burst)),
      acceptsMore,
    },
    linesAtOnce: () => share().lines,
    lag,
    isClosing: () => closing,
  }
}

/** Checks whether the feed may start, starts it, and answers with the stream of its answers. */
export const feedSegments = operation(
  {
    route: 'POST /v2/feeds/segments',
    id: 'feedSegments',
    tag: 'Feeds',
    access: applicationToken,
    produces: NDJSON,
    streamsBody: true,
    summary: 'Send a feed',
    description: [
      'For applications to which the operator has given the feed role.',
      'The body is a stream of any length with one JSON object per line:',
      `"segments" (1 to ${MAX_BATCH_SEGMENTS}, as in POST /v2/segments) for a member who has authorised the`,
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
    parameters: ['first_line', 'prefer'],
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
    problems: [MAY_NOT_FEED],
  },
  async ({ request, query, caller: { client }, strict, header, onClose }, deps: FeedDeps) => {
    const { running, limits, lag, isClosing } = deps.nodeFeeds
    const gone = new AbortController()
    onClose(() => {
      gone.abort()
    })
    await checkFeed(deps, request, client)
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
    const report = deps.feedReports?.start(client, request.id)
    gone.signal.addEventListener('abort', () => {
      body.stop()
      deps.feedMetrics?.feedEnded()
      report?.ended()
      leave()
    })
    if (strict) header('preference-applied', 'handling=strict')
    const retry = {
      maxMs: deps.feedRetryMs ?? RETRY_MS,
      isCancelled: () => isClosing() || gone.signal.aborted,
    }
    const ingest = lineIngester(deps, limits, retry, { client, request: request.id, strict, report })
    const out = answerStream(deps, request, {
      body,
      ingest,
      firstLine: query.first_line,
      waste: (lines) => limits.waste(client, lines),
      linesAtOnce: deps.nodeFeeds.linesAtOnce,
      onRead: (bytes) => {
        report?.read(bytes)
        deps.feedMetrics?.bytesRead(bytes)
      },
      onAnswers: (answers) => {
        report?.answered(answers, lag())
        deps.feedMetrics?.linesAnswered(answers)
      },
      isCancelled: retry.isCancelled,
    })
    onClose(closeWhenUnread(request, out))
    return stream(out)
  },
)

/** Throws if the request is not a feed, the application may not send feeds, or folding is behind. */
async function checkFeed(
  { feeds, nodeFeeds: { limits } }: FeedDeps,
  request: FastifyRequest,
  client: string,
): Promise<void> {
  if (mediaType(request) !== NDJSON)
    throw new ApiError(
      'unsupported_media_type',
      `The Content-Type of the body must be ${NDJSON}: one JSON object per line.`,
    )
  if ((await feeds.feedSources(client)) === null) throw insufficientScope(MAY_NOT_FEED.says)
  if (!(await limits.acceptsMore()))
    throw new ApiError(
      'rate_limited',
      `Too many pending updates; send the feed later. Retry after ${LAG_RETRY_AFTER_S} s.`,
      { retryAfter: LAG_RETRY_AFTER_S },
    )
}

/** The answers of a feed as a stream. */
function answerStream(deps: ApiDeps, request: FastifyRequest, feed: Omit<Feed, 'maxLineBytes'>): PassThrough {
  const answers = respondToFeed({ ...feed, maxLineBytes: MAX_BODY_BYTES })
  const out = new PassThrough({ highWaterMark: MAX_UNREAD_BYTES })
  pipeline(Readable.from(answers, { highWaterMark: 1 }), out, (error) => {
    if (error != null && !feed.isCancelled())
      deps.log.error({ err: error, request: request.id }, 'feed failed; closing its response')
    drainRequest(request)
  })
  return out
}

/**
 * Receives what the sender is still sending, so that it reads the answer, and cuts it off after a while. It is not
 * decompressed any more.
 */
function drainRequest({ raw, body }: FastifyRequest): void {
  if (body instanceof Readable && body !== raw) body.destroy()
  if (raw.complete) return
  raw.unpipe().resume()
  setTimeout(() => {
    if (!raw.complete) raw.destroy()
  }, DRAIN_MAX_MS).unref()
}

/** Ends a feed whose answers nobody reads. Returns the function that ends the watch. */
function closeWhenUnread({ raw: { socket } }: FastifyRequest, out: PassThrough): () => void {
  let sent = -1
  let since = Date.now()
  const timer = setInterval(() => {
    const now = socket.bytesWritten
    if (!out.writableNeedDrain || now !== sent) {
      sent = now
      since = Date.now()
    } else if (Date.now() - since > MAX_UNREAD_MS) socket.destroy()
  }, UNREAD_CHECK_MS)
  return () => {
    clearInterval(timer)
  }
}
