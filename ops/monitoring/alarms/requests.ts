import type { Alarm } from '../alarm.js'

/** What clients of the API meet. */
export const REQUEST_ALARMS: Alarm[] = [
  {
    name: 'BatchesRefused',
    expression:
      'sum by (cause) (rate(tripfold_refused_messages_total{cause!~"member_backlog|busy|too_large"}[5m])) > 0',
    lasts: '5m',
    severity: 'page',
    meaning: 'Batches are answered with 503; the label gives the cause.',
  },
  {
    name: 'RequestsFailing',
    expression:
      'sum(rate(tripfold_http_requests_total{status="5xx"}[5m])) > 0.01 * sum(rate(tripfold_http_requests_total[5m]))',
    lasts: '5m',
    severity: 'page',
    meaning: 'More than one request in a hundred fails or is refused with 503.',
  },
  {
    name: 'ConnectionsAbused',
    expression:
      'sum(rate(tripfold_http_connections_closed_total{cause=~"unfinished|full|slow_body"}[5m])) > 1',
    lasts: '5m',
    severity: 'ticket',
    meaning:
      'Somebody opens connections and does not finish requests. The others are served; look at the addresses.',
  },
  {
    name: 'ReadsSlow',
    expression:
      'histogram_quantile(0.99, sum by (le) (rate(tripfold_http_request_seconds_bucket{method="GET"}[5m]))) > 1',
    lasts: '10m',
    severity: 'ticket',
    meaning: 'Reads are slow: is Postgres short of memory or processors?',
  },
]
