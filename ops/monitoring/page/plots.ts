/** The plots of the operations page: those whose numbers its process has, and where the others are. */
import type { Snapshot } from '../../metrics/registry.js'
import { duration, perSecond, short } from './format-number.js'
import type { History, Point } from './history.js'
import { plot } from './plot.js'
import type { Buckets, Sample } from './sample.js'

interface Numbers {
  name: string
  /** Of which they are made; a role that does not count them has no such metric. */
  metric: string
  role: 'api' | 'fold' | 'deliver'
  points: (history: History) => Point[]
}

interface Plot {
  title: string
  lines: Numbers[]
  format: (value: number) => string
}

function rate(
  name: string,
  role: Numbers['role'],
  metric: string,
  read: (sample: Sample) => number,
): Numbers {
  return { name, role, metric, points: (history) => history.rates(read) }
}

function level(metric: string, read: (sample: Sample) => number): Numbers {
  return { name: 'now', role: 'api', metric, points: (history) => history.levels(read) }
}

function medianAndTail(role: Numbers['role'], metric: string, read: (sample: Sample) => Buckets): Numbers[] {
  const of = (name: string, quantile: number): Numbers => ({
    name,
    role,
    metric,
    points: (history) => history.quantiles(read, quantile),
  })
  return [of('median', 0.5), of('99 %', 0.99)]
}

const PLOTS: Plot[] = [
  {
    title: 'Messages',
    lines: [
      rate('accepted', 'api', 'tripfold_accepted_messages_total', (one) => one.accepted),
      rate('folded', 'fold', 'tripfold_folded_messages_total', (one) => one.folded),
    ],
    format: perSecond,
  },
  {
    title: 'Accepted to readable',
    lines: medianAndTail('fold', 'tripfold_accepted_to_readable_seconds', (one) => one.readable),
    format: duration,
  },
  {
    title: 'Messages waiting',
    lines: [level('tripfold_service_partition_lag', (one) => one.waiting)],
    format: short,
  },
  {
    title: 'Requests',
    lines: [
      rate('all', 'api', 'tripfold_http_requests_total', (one) => one.requests),
      rate('5xx', 'api', 'tripfold_http_requests_total', (one) => one.failed),
    ],
    format: perSecond,
  },
  {
    title: 'Time of a request',
    lines: medianAndTail('api', 'tripfold_http_request_seconds', (one) => one.answered),
    format: duration,
  },
  {
    title: 'Webhook attempts',
    lines: [rate('now', 'deliver', 'tripfold_webhook_attempts_total', (one) => one.attempts)],
    format: perSecond,
  },
  {
    title: 'Event to receiver',
    lines: medianAndTail('deliver', 'tripfold_webhook_event_age_seconds', (one) => one.delivered),
    format: duration,
  },
  {
    title: 'Deliveries due',
    lines: [level('tripfold_service_webhook_deliveries', (one) => one.due)],
    format: short,
  },
]

/** The plots as HTML, and a sentence on what the pages of other roles have, if any. */
export function plots(metrics: Snapshot, history: History): string {
  const names = new Set(metrics.map(({ name }) => name))
  const drawn: string[] = []
  const elsewhere = new Map<string, Set<string>>()
  for (const { title, lines, format } of PLOTS) {
    const own = lines.filter(({ metric }) => names.has(metric))
    if (own.length > 0)
      drawn.push(
        plot(
          title,
          own.map(({ name, points }) => ({ name, points: points(history) })),
          format,
        ),
      )
    for (const { role, metric, name } of lines) {
      const missing = own.length === 0 ? title : `${title} (${name})`
      if (!names.has(metric)) elsewhere.set(role, (elsewhere.get(role) ?? new Set()).add(missing))
    }
  }
  const others = [...elsewhere].map(
    ([role, titles]) =>
      `<p class="elsewhere">On the page of a process of role ${role}: ${[...titles].join(', ')}.</p>`,
  )
  return `<section aria-label="Last hour" class="plots">${drawn.join('\n')}</section>${others.join('')}`
}
