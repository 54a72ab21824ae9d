const FIRST_MS = 100
const MOST_MS = 5_000

/** Milliseconds to wait after so many failures in a row: doubling from 100 ms to 5 s. */
export function backoff(failures: number): number {
  return Math.min(MOST_MS, FIRST_MS * 2 ** Math.min(failures - 1, 10))
}

/** Waits, or until the signal comes; it never throws. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  await new Promise<void>((resolve) => {
    const over = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', over)
      resolve()
    }
    const timer = setTimeout(over, ms)
    signal.addEventListener('abort', over)
  })
}
