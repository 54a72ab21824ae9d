/** Metrics of requests: how many by route and status class, and how long they took. */
import { Counter } from 'prom-client'
import type { Registry } from 'prom-client'
import type { LostCause } from '../../api/request-log/request-log.js'
import type { RequestObserver } from '../../api/plugins/request-observer.js'
import { FastHistogram } from './fast-histogram.js'

const SECOND = 1_000
const BUCKETS = [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10]
const UNKNOWN_ROUTE = 'none'

/** The requests of one method and route. */
interface RouteRequests {
  labels: { method: string; route: string }
  seconds: { add: (value: number) => void }
  /** Requests since the last scrape, by first digit of their status. */
  byClass: Map<number, number>
}

/** Returns a function that records a request. It only counts: labels are made once for each route. */
export function requestMetrics(registry: Registry): RequestObserver {
  const seconds = new FastHistogram(
    registry,
    'tripfold_http_request_seconds',
    'Time from the headers of a request to the end of its answer.',
    BUCKETS,
    ['method', 'route'],
  )
  const methods = new Map<string, Map<string, RouteRequests>>()
  const total = new Counter({
    name: 'tripfold_http_requests_total',
    help: 'Requests by route and class of the status: 2xx, 3xx, 4xx, 5xx.',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
    collect: () => {
      for (const routes of methods.values())
        for (const { labels, byClass } of routes.values()) {
          for (const [digit, count] of byClass) total.inc({ ...labels, status: `${digit}xx` }, count)
          byClass.clear()
        }
    },
  })
  const requestsOf = (method: string, route: string): RouteRequests => {
    const routes = methods.get(method) ?? new Map<string, RouteRequests>()
    methods.set(method, routes)
    const known = routes.get(route)
    if (known !== undefined) return known
    const labels = { method, route }
    const requests = { labels, seconds: seconds.series(labels), byClass: new Map<number, number>() }
    routes.set(route, requests)
    return requests
  }
  return ({ method, route, status, ms }) => {
    const requests = requestsOf(method, route ?? UNKNOWN_ROUTE)
    const digit = Math.floor(status / 100)
    requests.byClass.set(digit, (requests.byClass.get(digit) ?? 0) + 1)
    requests.seconds.add(ms / SECOND)
  }
}

/** Returns a function that counts a request that is not in the request log. */
export function requestLogMetrics(registry: Registry): (cause: LostCause) => void {
  const lost = new Counter({
    name: 'tripfold_request_log_unlisted_total',
    help: 'Requests that are not in the request log of their application, by cause.',
    labelNames: ['cause'],
    registers: [registry],
  })
  const counted = (['buffer', 'day', 'database'] as const).map((cause) => {
    lost.inc({ cause }, 0)
    return [cause, lost.labels({ cause })] as const
  })
  const byCause = new Map<LostCause, Counter.Internal>(counted)
  return (cause) => byCause.get(cause)?.inc()
}
