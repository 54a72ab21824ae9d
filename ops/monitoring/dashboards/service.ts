import { percentiles } from '../dashboard.js'
import type { Dashboard } from '../dashboard.js'

/** What an operator looks at first: is it up, is it keeping up, is anything stuck. */
export const SERVICE: Dashboard = {
  id: 'tripfold-service',
  title: 'Tripfold: service',
  rows: [
    {
      title: 'Now',
      panels: [
        {
          title: 'Segments waiting',
          description: 'Messages stored and not yet folded.',
          unit: 'short',
          kind: 'number',
          series: [['sum(max by (partition) (tripfold_service_partition_lag))', 'waiting']],
          alarm: 5000,
        },
        {
          title: 'Oldest lag report',
          description: 'Grows while a partition has no working owner.',
          unit: 's',
          kind: 'number',
          series: [['max(tripfold_service_partition_lag_age_seconds)', 'age']],
          alarm: 60,
        },
        {
          title: 'Halted partitions',
          description: 'Each needs an operator.',
          unit: 'short',
          kind: 'number',
          series: [['max(tripfold_service_partitions_halted) or vector(0)', 'halted']],
          alarm: 1,
        },
        {
          title: 'Parked members',
          description: 'Dead letters wait for an operator.',
          unit: 'short',
          kind: 'number',
          series: [['max(tripfold_service_dead_letter_members)', 'parked']],
          alarm: 1,
        },
        {
          title: 'Oldest webhook due',
          description: 'Whose receiver answers; others are behind their circuit breaker.',
          unit: 's',
          kind: 'number',
          series: [['max(tripfold_service_webhook_oldest_due_seconds{state="due"})', 'due']],
          alarm: 300,
        },
        {
          title: 'Processes',
          description: 'By role, as Prometheus reaches them.',
          unit: 'short',
          kind: 'number',
          series: [['count by (role) (tripfold_build_info)', '{{role}}']],
        },
      ],
    },
    {
      title: 'Through the service',
      panels: [
        {
          title: 'Messages in and folded',
          description: 'The two lines follow each other; a gap is lag.',
          unit: 'short',
          series: [
            ['sum(rate(tripfold_accepted_messages_total[1m]))', 'accepted a second'],
            ['sum(rate(tripfold_folded_messages_total[1m]))', 'folded a second'],
          ],
        },
        {
          title: 'Accepted to readable',
          description: 'From the acknowledgement of a batch to the commit that makes it readable.',
          unit: 's',
          series: percentiles('tripfold_accepted_to_readable_seconds'),
        },
        {
          title: 'Event to receiver',
          description: 'Age of an event when its webhook was delivered.',
          unit: 's',
          series: percentiles('tripfold_webhook_event_age_seconds'),
        },
        {
          title: 'Requests by status',
          description: '5xx: see the dashboard of requests.',
          unit: 'reqps',
          series: [['sum by (status) (rate(tripfold_http_requests_total[1m]))', '{{status}}']],
        },
      ],
    },
    {
      title: 'Servers',
      panels: [
        {
          title: 'Time of an answer',
          description: 'How long Postgres and NATS took to answer at a scrape; a gap: it did not answer.',
          unit: 's',
          series: [
            ['max(tripfold_database_answer_seconds)', 'Postgres'],
            ['max(tripfold_stream_answer_seconds)', 'NATS'],
          ],
        },
        {
          title: 'Size of the database',
          description: 'Events and attempts end after 30 days.',
          unit: 'bytes',
          series: [['max(tripfold_service_database_bytes)', 'database']],
        },
        {
          title: 'Streams, share of their maximum',
          description: 'Folded messages are removed from four fifths on.',
          unit: 'percentunit',
          series: [
            [
              'max by (stream) (tripfold_service_stream_bytes / tripfold_service_stream_max_bytes)',
              '{{stream}}',
            ],
          ],
          alarm: 0.9,
        },
        {
          title: 'Queries waiting for a connection',
          description: 'More than a few for long: the pool is too small, or Postgres is slow.',
          unit: 'short',
          series: [['sum by (job) (tripfold_pool_connections{state="waiting"})', 'waiting']],
        },
      ],
    },
  ],
}
