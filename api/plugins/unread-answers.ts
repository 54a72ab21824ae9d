/**
 * A deadline for reading answers (contract.md 7.4): what a client does not read stays in memory. Streams have
 * a rule of their own (routes/feeds.ts).
 */
import { fastifyPlugin } from 'fastify-plugin'
import type { ServerResponse } from 'node:http'
import type { ConnectionMetrics } from './connections/connection-metrics.js'

export const DEFAULT_READ_MS = 60_000
const CHECKS_PER_DEADLINE = 12

export interface UnreadAnswersOptions {
  maxMs: number
  metrics: ConnectionMetrics | undefined
}

/** Closes the connection of a client that takes longer than `maxMs` to read an answer. */
export const unreadAnswers = fastifyPlugin<UnreadAnswersOptions>(
  async (app, { maxMs, metrics }) => {
    /** When each answer was handed over, oldest first. */
    const unread = new Map<ServerResponse, number>()
    const timer = setInterval(() => {
      const tooOld = performance.now() - maxMs
      for (const [answer, since] of unread) {
        if (since > tooOld) return
        unread.delete(answer)
        metrics?.closed('slow_reader')
        answer.destroy()
      }
    }, maxMs / CHECKS_PER_DEADLINE)
    timer.unref()
    app.addHook('onSend', (_request, { raw }, payload, done) => {
      if (typeof payload === 'string' || Buffer.isBuffer(payload)) {
        unread.set(raw, performance.now())
        raw.once('close', () => unread.delete(raw))
      }
      done(null, payload)
    })
    app.addHook('onClose', async () => {
      clearInterval(timer)
    })
  },
  { name: 'unread-answers', dependencies: ['compression'] },
)
