export interface BrokerProbe {
  /** Milliseconds of the clock since the broker last answered. */
  silenceMs: () => number
  stop: () => void
}

/** Pings the broker twice a second, one ping at a time. */
export function brokerProbe(
  ping: () => Promise<void>,
  clock: { now: () => number },
  everyMs = 500,
): BrokerProbe {
  let lastAnswerAt = clock.now()
  let probing = false
  const probe = async (): Promise<void> => {
    probing = true
    try {
      await ping()
      lastAnswerAt = clock.now()
    } finally {
      probing = false
    }
  }
  const timer = setInterval(() => {
    // A failed probe is the silence being measured; the connection reports the cause in its own status.
    if (!probing)
      probe().catch(() => {
        probing = false
      })
  }, everyMs)
  return {
    silenceMs: () => clock.now() - lastAnswerAt,
    stop: () => {
      clearInterval(timer)
    },
  }
}
