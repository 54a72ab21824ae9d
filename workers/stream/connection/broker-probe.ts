import type { NatsConnection } from 'nats'

export interface BrokerProbe {
  /** Milliseconds of the clock since the broker last answered. */
  silenceMs: () => number
  stop: () => void
}

/** Asks the broker for a sign of life twice a second, one question at a time. */
export function brokerProbe(nc: NatsConnection, clock: { now: () => number }, every = 500): BrokerProbe {
  let heard = clock.now()
  let asking = false
  const ask = async (): Promise<void> => {
    asking = true
    try {
      await nc.flush()
      heard = clock.now()
    } finally {
      asking = false
    }
  }
  const timer = setInterval(() => {
    // A question that fails is the silence that is measured; the connection itself says why in its own status.
    if (!asking && !nc.isClosed())
      ask().catch(() => {
        asking = false
      })
  }, every)
  return {
    silenceMs: () => clock.now() - heard,
    stop: () => {
      clearInterval(timer)
    },
  }
}
