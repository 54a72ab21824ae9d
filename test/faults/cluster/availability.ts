/** How long no request was answered with a 2xx, and how long single batches took, by kind of fault. */

export interface Availability {
  /** From now on, what happens is due to this kind of fault. */
  during: (kind: string) => void
  /** A request that began at `since` (performance.now()) was answered with a 2xx now. */
  success: (since: number) => void
  failure: (what: string) => void
  /** While clients pause on purpose, nothing is counted. */
  pause: () => void
  resume: () => void
  byKind: () => Map<string, Figures>
  /** Failed requests by what the client saw. */
  failures: () => Map<string, number>
}

/** Milliseconds. */
export interface Figures {
  /** Longest time without any 2xx. */
  longestGap: number
  /** Longest time from the first attempt of a batch to its 2xx. */
  longestBatch: number
  /** Failed requests. */
  failed: number
}

export function availability(first: string): Availability {
  const kinds: Array<{ kind: string; at: number }> = [{ kind: first, at: performance.now() }]
  const figures = new Map<string, Figures>()
  const failures = new Map<string, number>()
  let lastSuccess: number | null = null

  const figuresOf = (kind: string): Figures => {
    const found = figures.get(kind) ?? { longestGap: 0, longestBatch: 0, failed: 0 }
    figures.set(kind, found)
    return found
  }
  /** A time without a 2xx belongs to the fault in whose time most of it lies. */
  const kindBetween = (from: number, to: number): Figures =>
    figuresOf(kinds.findLast(({ at }) => at <= (from + to) / 2)?.kind ?? first)

  return {
    during: (kind) => {
      kinds.push({ kind, at: performance.now() })
    },
    success: (since) => {
      const now = performance.now()
      if (lastSuccess !== null) {
        const found = kindBetween(lastSuccess, now)
        found.longestGap = Math.max(found.longestGap, now - lastSuccess)
      }
      lastSuccess = now
      const found = kindBetween(since, now)
      found.longestBatch = Math.max(found.longestBatch, now - since)
    },
    failure: (what) => {
      failures.set(what, (failures.get(what) ?? 0) + 1)
      figuresOf(kinds.at(-1)?.kind ?? first).failed += 1
    },
    pause: () => {
      lastSuccess = null
    },
    resume: () => {
      lastSuccess = performance.now()
    },
    byKind: () => figures,
    failures: () => failures,
  }
}
