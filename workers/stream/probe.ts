import type { NatsConnection } from 'nats'

export interface Probe {
  /** Milliseconds since the broker last answered. */
  silence: () => number
  stop: () => void
}

/** Asks the broker for a sign of life twice a second, one question at a time. */
export function probe (nc: NatsConnection, every = 500): Probe {
  let heard = performance.now()
  let asking = false
  const ask = async (): Promise<void> => {
    asking = true
    try {
      await nc.flush()
      heard = performance.now()
    } finally {
      asking = false
    }
  }
  const timer = setInterval(() => {
    // A question that fails is the silence that is measured; the connection itself says why in its own status.
    if (!asking && !nc.isClosed()) ask().catch(() => { asking = false })
  }, every)
  return { silence: () => performance.now() - heard, stop: () => { clearInterval(timer) } }
}
