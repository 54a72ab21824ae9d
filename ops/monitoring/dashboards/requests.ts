import { percentiles } from '../dashboard.js'
import type { Dashboard } from '../dashboard.js'

/** The api processes: requests, what is refused, connections, feeds. */
export const REQUESTS: Dashboard = {
  id: 'tripfold-requests',
  title: 'Tripfold: requests',
  rows: [
    {
      title: 'Requests',
      panels: [
        {
          title: 'Busiest routes',
          description: 'By route pattern.',
          unit: 'reqps',
          series: [
            [
              'topk(10, sum by (method, route) (rate(tripfold_http_requests_total[1m])))',
              '{{method}} {{route}}',
            ],
          ],
        },
        {
          title: 'Time of reads',
          description: 'From the headers of a request to the end of its answer.',
          unit: 's',
          series: percentiles('tripfold_http_request_seconds', '{method="GET"}'),
        },
        {
          title: 'Time until a batch is durable',
          description: 'From publishing to the acknowledgement of the stream.',
          unit: 's',
          series: percentiles('tripfold_accept_seconds'),
        },
        {
          title: 'Failures',
          description: 'Answers of the class 5xx by route.',
          unit: 'reqps',
          series: [['sum by (route) (rate(tripfold_http_requests_total{status="5xx"}[5m]))', '{{route}}']],
        },
      ],
    },
    {
      title: 'Limits',
      panels: [
        {
          title: 'Refused messages',
          description: 'busy and member_backlog are ordinary limits; others are answered with 503.',
          unit: 'short',
          series: [['sum by (cause) (rate(tripfold_refused_messages_total[5m]))', '{{cause}}']],
        },
        {
          title: 'Publishes in flight',
          description: 'Those that wait have no room in what may be sent at once.',
          unit: 'short',
          series: [
            ['sum(tripfold_publishes_in_flight)', 'in flight'],
            ['sum(tripfold_publishes_waiting)', 'waiting'],
          ],
        },
        {
          title: 'Connections',
          description: 'Unfinished: without a complete request.',
          unit: 'short',
          series: [
            ['sum(tripfold_http_connections)', 'open'],
            ['sum(tripfold_http_unfinished)', 'unfinished'],
            ['sum(tripfold_http_requests_in_flight)', 'requests in flight'],
          ],
        },
        {
          title: 'Connections closed by a limit',
          description: 'By cause.',
          unit: 'short',
          series: [['sum by (cause) (rate(tripfold_http_connections_closed_total[5m]))', '{{cause}}']],
        },
      ],
    },
    {
      title: 'Feeds',
      panels: [
        {
          title: 'Lines',
          description: 'Answered lines by status.',
          unit: 'short',
          series: [['sum by (status) (rate(tripfold_feed_lines_total[1m]))', '{{status}}']],
        },
        {
          title: 'Lines held and released',
          description: 'Lines for loyalty accounts that no member may receive yet.',
          unit: 'short',
          series: [
            ['sum by (reason) (rate(tripfold_feed_lines_held_total[5m]))', 'held: {{reason}}'],
            ['sum(rate(tripfold_feed_lines_released_total[5m]))', 'released'],
          ],
        },
        {
          title: 'Open feeds',
          description: 'Requests whose body is still arriving.',
          unit: 'short',
          series: [['sum(tripfold_feeds_running)', 'open']],
        },
      ],
    },
  ],
}
