/** POST /v2/feeds/segments (contract.md 8): lines in, answers out, for as long as the sender has something. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { PassThrough, Readable, pipeline } from 'node:stream'
import { Fault } from '../../schemas/faults.js'
import { FeedLine, FeedResult } from '../../schemas/feed.js'
import { MOST_BODY_BYTES, MOST_SEGMENTS } from '../../schemas/segment/batch.js'
import { insufficient } from '../auth/challenge.js'
import { clientOf } from '../auth/guard.js'
import { mediaType } from '../body.js'
import type { ApiDeps } from '../deps.js'
import { rawExamples } from '../document/examples.js'
import type { Operation } from '../document/operation.js'
import type { Add } from '../endpoint.js'
import { feedAnswers } from '../feeds/answering.js'
import { feedBody } from '../feeds/body.js'
import type { FeedBody } from '../feeds/body.js'
import { AFTER_LAG_S, feedRoom } from '../feeds/room.js'
import { feedIntake } from '../feeds/take-in.js'
import { feedTurns } from '../feeds/turns.js'
import { preferences } from '../prefer.js'

export const NDJSON = 'application/x-ndjson'

const operation: Operation = {
  id: 'feedSegments',
  tag: 'Feeds',
  summary: 'Send a feed',
  description: `For applications that the operator has given the feed role. The body is a stream of any length, a JSON object a line: "segments" (1 to ${MOST_SEGMENTS}, as in POST /v2/segments) for a member who has authorised the application, or for a loyalty account. The answer streams too, a line of JSON for every line, in order; read it while you send. A line answered with 202 is on disk; a bad line is answered with its errors and the feed goes on. When the service cannot take more for some time, the sender has to wait (TCP); when that lasts, the lines in hand are answered with 503 and the feed ends: send again from the first line without a 202. A "key" makes a repeat harmless. What one member is told keeps its order. Blank lines are left out; a line has at most ${MOST_BODY_BYTES} bytes.`,
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
  answers: {
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
  faults: [
    [403, 'insufficient_scope', 'This endpoint needs the token of an application that may send feeds.'],
  ],
}

/** An application's feeds at once, on this node. */
const FEEDS_AT_ONCE = 4
/** Messages of feeds on their way into the stream at once, of a node and of an application: the door's own limit is eight times that. */
const TURNS = { all: 64, each: 32 }
/** What cannot be done now is tried again for so long. */
const PATIENCE_MS = 30_000
/** A sender may be silent for so long. */
const SILENCE_MS = 300_000
/** One who was silent for so long leaves its place to another feed of its application: its network may be gone. */
const QUIET_MS = 60_000
/** Answers that their reader does not take are kept up to this size, and the feed stands still for so long. */
const UNREAD_BYTES = 4 * 2 ** 20
const UNREAD_MS = 120_000
const LOOK_EVERY_MS = 5_000
/** The rest of a body that nobody reads is listened to for so long, that its sender hears the answer. */
const HEARD_OUT_MS = 10_000

/** The routes, in a context of their own: bodies here are not collected. */
export function feedRoutes(app: FastifyInstance, add: Add, deps: ApiDeps): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, payload, done) => {
    done(null, payload)
  })
  app.addHook('onSend', async (request, _reply, payload) => {
    if (!(payload instanceof Readable)) hearOut(request)
    return payload
  })
  const turns = feedTurns(TURNS)
  const running = new Map<string, Set<FeedBody>>()
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
    for (const feeds of running.values()) for (const body of feeds) body.stop()
  })
  const room = feedRoom(deps.reads.batches.lag, deps.now)

  add({
    method: 'POST',
    url: '/v2/feeds/segments',
    access: ['A'],
    operation,
    produces: NDJSON,
    streams: true,
    handle: async (request: FastifyRequest, reply: FastifyReply) => {
      const client = clientOf(request)
      const gone = new AbortController()
      reply.raw.once('close', () => {
        gone.abort()
      })
      if (mediaType(request) !== NDJSON)
        throw new Fault('unsupported_media_type', `The body must be ${NDJSON}: a JSON object a line.`)
      if (!(await deps.feeds.mayFeed(client)))
        throw insufficient(
          'This application may not send feeds; ask the operator of the service to give it the feed role.',
        )
      if (!(await room()))
        throw new Fault('rate_limited', 'Too much is still being processed; send the feed later.', {
          retryAfter: AFTER_LAG_S,
        })
      const mine = running.get(client) ?? new Set()
      const quiet = mine.size < FEEDS_AT_ONCE ? undefined : quietest(mine, deps.feedQuiet ?? QUIET_MS)
      if (mine.size >= FEEDS_AT_ONCE && quiet === undefined)
        throw new Fault(
          'rate_limited',
          `${FEEDS_AT_ONCE} feeds of this application are running; wait for one to end, or send its lines in them.`,
          { retryAfter: 10 },
        )
      if (gone.signal.aborted) throw new Fault('invalid_request', 'The sender is gone.')
      if (quiet !== undefined) {
        quiet.stop()
        mine.delete(quiet)
      }
      const body = feedBody(request.raw, SILENCE_MS)
      running.set(client, mine.add(body))
      deps.feedMeter?.began()
      gone.signal.addEventListener('abort', () => {
        body.stop()
        deps.feedMeter?.ended()
        mine.delete(body)
        if (mine.size === 0 && running.get(client) === mine) running.delete(client)
      })
      const { strict } = preferences(request)
      if (strict) void reply.header('preference-applied', 'handling=strict')
      const wait = { most: deps.feedPatience ?? PATIENCE_MS, over: () => closing || gone.signal.aborted }
      const take = feedIntake(deps, { turns, room }, wait, { client, request: request.id, strict })
      const answers = feedAnswers({
        body,
        take,
        longest: MOST_BODY_BYTES,
        answered: (status) => {
          deps.feedMeter?.answered(status)
        },
        signal: gone.signal,
      })
      const out = new PassThrough({ highWaterMark: UNREAD_BYTES })
      pipeline(Readable.from(answers, { highWaterMark: 1 }), out, (error) => {
        if (error != null && !gone.signal.aborted)
          deps.log.error({ err: error, request: request.id }, 'a feed broke off')
        hearOut(request)
      })
      closeUnread(reply, out)
      return await reply.type(NDJSON).send(out)
    },
  })
}

/** The feed that has been silent for longest, if for more than `least` milliseconds. */
function quietest(feeds: Iterable<FeedBody>, least: number): FeedBody | undefined {
  let found: FeedBody | undefined
  let most = least
  for (const feed of feeds) {
    const quiet = feed.quiet()
    if (quiet > most) {
      found = feed
      most = quiet
    }
  }
  return found
}

/** Lets a sender who is still sending hear the answer, and cuts it off after a while. */
function hearOut({ raw }: FastifyRequest): void {
  if (raw.complete) return
  raw.resume()
  setTimeout(() => {
    if (!raw.complete) raw.destroy()
  }, HEARD_OUT_MS).unref()
}

/** Ends a feed whose answers nobody reads. */
function closeUnread(reply: FastifyReply, out: PassThrough): void {
  let sent = -1
  let since = Date.now()
  const look = setInterval(() => {
    const now = reply.raw.socket?.bytesWritten ?? 0
    if (!out.writableNeedDrain || now !== sent) {
      sent = now
      since = Date.now()
    } else if (Date.now() - since > UNREAD_MS) reply.raw.destroy()
  }, LOOK_EVERY_MS)
  reply.raw.once('close', () => {
    clearInterval(look)
  })
}
