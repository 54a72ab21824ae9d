/**
 * Makes calendars in a thread of their own: 2,000 events take some hundred milliseconds, for which no other
 * request of the process would be answered (decision 55).
 */
import { Piscina } from 'piscina'
import { ApiError } from '../../schemas/base/errors.js'
import type { CalendarInput } from './render-thread.js'

export interface CalendarRenderer {
  /** The calendar, compressed with gzip. Throws `temporarily_unavailable` if it takes too long. */
  render: (input: CalendarInput) => Promise<Buffer>
  close: () => Promise<void>
}

/** The thread ends after this long without work. */
const IDLE_MS = 600_000
/** A calendar that takes longer, its thread's start included, is given up, and the thread ends. */
const MAX_RENDER_MS = 120_000
const RETRY_AFTER_S = 30
const MAX_HEAP_MB = 256

/**
 * Starts no thread before the first calendar.
 * @param file the thread's program; by default its source, which takes three times as long to start as a bundle
 */
export function calendarRenderer(
  file = new URL('./render-entry.mjs', import.meta.url).href,
): CalendarRenderer {
  const threads = new Piscina<CalendarInput, Uint8Array>({
    filename: file,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_MS,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  })
  return {
    render: async (input) => {
      const signal = AbortSignal.timeout(MAX_RENDER_MS)
      try {
        return Buffer.from(await threads.run(input, { signal }))
      } catch (cause) {
        if (!signal.aborted) throw cause
        throw new ApiError('temporarily_unavailable', 'The calendar could not be prepared in time.', {
          retryAfter: RETRY_AFTER_S,
          cause,
        })
      }
    },
    close: async () => {
      await threads.destroy()
    },
  }
}
