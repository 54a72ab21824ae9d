import type { Alarm } from '../alarm.js'

/** From saved events to the receivers of webhooks. */
export const DELIVERY_ALARMS: Alarm[] = [
  {
    name: 'EventsWithoutDeliveries',
    expression: 'max(tripfold_service_fan_out_waiting_age_seconds) > 60',
    lasts: '1m',
    severity: 'page',
    meaning: 'Events are saved and get no webhook deliveries: no deliver worker runs, or it cannot write.',
  },
  {
    name: 'EventQuarantined',
    expression: 'max by (event, callback) (tripfold_service_quarantined_event_age_seconds) > 0',
    lasts: '0s',
    severity: 'ticket',
    meaning:
      'An event cannot be turned into webhook deliveries and is set aside, or a callback is suspended because it cannot get this event; the labels name them.',
  },
  {
    name: 'WebhooksLate',
    expression: 'max(tripfold_service_webhook_oldest_due_seconds{state="due"}) > 300',
    lasts: '5m',
    severity: 'page',
    meaning:
      'Webhooks are late: no deliver worker is alive, there are too few, or a callback has more events than its own `rate_per_second` allows.',
  },
  {
    name: 'DeliveriesPilingUp',
    expression: 'max(tripfold_service_webhook_deliveries{state="due"}) > 100000',
    lasts: '10m',
    severity: 'page',
    meaning: 'Deliveries pile up: add deliver workers, or look for a callback whose receiver is slow.',
  },
  {
    name: 'ManyReceiversFailing',
    expression:
      'max(tripfold_service_webhook_callbacks{state="open"}) > 0.2 * sum(max by (state) (tripfold_service_webhook_callbacks{state!="disabled"}))',
    lasts: '15m',
    severity: 'ticket',
    meaning:
      'The circuit breakers of many callbacks are open. If their receivers are unrelated, the network of the deliver workers is at fault.',
  },
]
