import { percentiles } from '../dashboard.js'
import type { Dashboard } from '../dashboard.js'

/** The deliver workers: what waits, what is attempted, which receivers fail. */
export const DELIVERY: Dashboard = {
  id: 'tripfold-delivery',
  title: 'Tripfold: delivery',
  rows: [
    {
      title: 'Waiting',
      panels: [
        {
          title: 'Deliveries by state',
          description: 'due grows with too few workers; breaker_open belongs to receivers that fail.',
          unit: 'short',
          series: [['max by (state) (tripfold_service_webhook_deliveries)', '{{state}}']],
        },
        {
          title: 'Oldest delivery',
          description: 'Time since the oldest pending delivery became due.',
          unit: 's',
          series: [['max by (state) (tripfold_service_webhook_oldest_due_seconds)', '{{state}}']],
        },
        {
          title: 'Events without deliveries',
          description: 'Some are normal under load; an age above a minute is not.',
          unit: 'short',
          series: [['max(tripfold_service_fan_out_waiting)', 'waiting']],
        },
        {
          title: 'Callbacks by circuit breaker',
          description: 'Many open at once: is it our network?',
          unit: 'short',
          series: [['max by (state) (tripfold_service_webhook_callbacks)', '{{state}}']],
        },
      ],
    },
    {
      title: 'Attempts',
      panels: [
        {
          title: 'Attempts by result',
          description: 'By resulting state of the delivery.',
          unit: 'short',
          series: [['sum by (state) (rate(tripfold_webhook_attempts_total[1m]))', '{{state}}']],
        },
        {
          title: 'Time until a receiver answered',
          description: 'Or the attempt failed.',
          unit: 's',
          series: percentiles('tripfold_webhook_answer_seconds'),
        },
        {
          title: 'Event to receiver',
          description: 'Age of an event when it was delivered.',
          unit: 's',
          series: percentiles('tripfold_webhook_event_age_seconds'),
        },
      ],
    },
  ],
}
