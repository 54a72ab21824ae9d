/**
 * What webhook delivery still has to do, and the size of the database. Like every metric of the service it is
 * the same on every api process; every state has a value, so that an alarm can rely on it.
 */
import type { Registry } from 'prom-client'
import { CALLBACK_STATES, DELIVERY_STATES, DUE_STATES } from '../../db/operator/delivery-status.js'
import type { DeliveryStatus } from '../../db/operator/delivery-status.js'
import type { Log } from '../../schemas/base/log.js'
import { gaugeFrom } from './registry.js'
import { labelledGauge, oncePerScrape } from './scrape.js'

/** Values are left out while `readStatus` fails or takes too long. */
export function deliveryBacklogMetrics(
  registry: Registry,
  readStatus: () => Promise<DeliveryStatus>,
  log: Log,
): void {
  const status = oncePerScrape(readStatus, log)
  const perState = <S extends string>(
    name: string,
    help: string,
    states: readonly S[],
    pick: (status: DeliveryStatus, state: S) => number | null | undefined,
  ): void => {
    labelledGauge(registry, { name, help, labels: ['state'] }, async () => {
      const current = await status()
      return current === null ? [] : states.map((state) => [[state], pick(current, state) ?? 0])
    })
  }
  perState(
    'webhook_deliveries',
    'Pending deliveries by state: due, breaker_open (due, but the circuit breaker is open), ' +
      'scheduled (for a retry), waiting (for an earlier event of the member).',
    DELIVERY_STATES,
    ({ deliveries }, state) => deliveries.find((one) => one.state === state)?.count,
  )
  perState(
    'webhook_oldest_due_seconds',
    'Time since the oldest pending delivery became due, by state (due, breaker_open); 0 if there is none.',
    DUE_STATES,
    ({ deliveries }, state) => deliveries.find((one) => one.state === state)?.oldest,
  )
  perState(
    'webhook_callbacks',
    'Callbacks by state of their circuit breaker (closed, open, probing), or disabled.',
    CALLBACK_STATES,
    ({ callbacks }, state) => callbacks.find((one) => one.state === state)?.count,
  )
  gaugeFrom(
    registry,
    'tripfold_service_database_bytes',
    'Size of the database in bytes.',
    async () => (await status())?.databaseBytes ?? null,
  )
}
