/**
 * Bounds requests without a credential by network (contract.md 7.4): pages, tokens and credentials that this node does
 * not know cost more than to refuse them. Each counts until it has shown who sends it: what has limits of its own then
 * costs the network nothing, and a page of somebody who is signed in counts for the account instead.
 */
import type { FastifyRequest } from 'fastify'
import { fastifyPlugin } from 'fastify-plugin'
import { ApiError } from '../../../schemas/base/errors.js'
import { budget, holder, networkHolders } from '../../limits/budget.js'

declare module 'fastify' {
  interface FastifyRequest {
    /** What this request has taken from the budget of its network. */
    anonymousCost: number
    /** Counts the request for its network, up to that cost. Throws `rate_limited`. */
    countAnonymous: (cost?: number) => void
    /** The request has a valid credential; with the key of an account it counts for that. Throws `rate_limited`. */
    isProven: (account?: string) => void
  }
}

export interface AnonymousOptions {
  /** Requests per network and minute, a quarter of them at once; the same for an account. 0: no limit. */
  perMinute: number
  /** Milliseconds. */
  now: () => number
}

const MINUTE_S = 60
const AT_ONCE = 0.25

/** Counts what has no guard of its own, and lets guards and pages count. */
export const anonymousRequests = fastifyPlugin<AnonymousOptions>(
  async (app, { perMinute, now }) => {
    const requests = budget({ perSecond: perMinute / MINUTE_S, burst: perMinute * AT_ONCE, now })
    app.decorateRequest('anonymousCost', 0)
    app.decorateRequest('countAnonymous', function (this: FastifyRequest, cost = 1) {
      const more = cost - this.anonymousCost
      if (more <= 0) return
      refuseBeyond(requests.take(networkHolders(this.ip), more), 'without a credential from this network')
      this.anonymousCost = cost
    })
    app.decorateRequest('isProven', function (this: FastifyRequest, account?: string) {
      if (account !== undefined)
        refuseBeyond(requests.take([holder(account)], 1), 'for pages of this account')
      if (this.anonymousCost > 0) requests.giveBack(networkHolders(this.ip), this.anonymousCost)
      this.anonymousCost = 0
    })
    app.addHook('onRequest', async (request) => {
      const { url, config } = request.routeOptions
      if (url !== undefined && (config.access ?? []).length === 0) request.countAnonymous()
    })
  },
  { name: 'anonymous-requests', dependencies: ['standard-headers', 'load-shedding', 'unknown-paths'] },
)

function refuseBeyond(retryAfter: number | null, which: string): void {
  if (retryAfter === null) return
  throw new ApiError('rate_limited', `Too many requests ${which}. Retry after ${retryAfter} s.`, {
    retryAfter,
  })
}
