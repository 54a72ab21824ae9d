/**
 * The feeds that run on this node, by application. A feed that is idle gives way to a new one (contract.md
 * 8.2).
 */
import type { FeedBody } from '../feed-body.js'

export interface RunningFeeds {
  /** Whether the application may start another feed, if need be in place of an idle one. */
  hasPlace: (client: string) => boolean
  /**
   * Adds a feed, and stops the most idle one if the application has no place left. Returns a function that
   * removes it.
   */
  enter: (client: string, feed: FeedBody) => () => void
  /** Whether feeds of several applications had something to send within the last seconds. */
  areShared: () => boolean
  stopAll: () => void
}

const ACTIVE_MS = 10_000

/**
 * @param max feeds of one application
 * @param idleMs silence after which a feed may be stopped
 */
export function runningFeeds(max: number, idleMs: number): RunningFeeds {
  const running = new Map<string, Set<FeedBody>>()
  const feedsOf = (client: string): Set<FeedBody> => running.get(client) ?? new Set()
  return {
    hasPlace: (client) => {
      const feeds = feedsOf(client)
      return feeds.size < max || mostIdle(feeds, idleMs) !== undefined
    },
    enter: (client, feed) => {
      const feeds = feedsOf(client)
      const idle = feeds.size < max ? undefined : mostIdle(feeds, idleMs)
      if (idle !== undefined) {
        idle.stop()
        feeds.delete(idle)
      }
      running.set(client, feeds.add(feed))
      return () => {
        feeds.delete(feed)
        if (feeds.size === 0 && running.get(client) === feeds) running.delete(client)
      }
    },
    areShared: () => {
      const isActive = (feeds: Set<FeedBody>): boolean => [...feeds].some((feed) => feed.idleMs() < ACTIVE_MS)
      return running.size > 1 && [...running.values()].filter(isActive).length > 1
    },
    stopAll: () => {
      for (const feeds of running.values()) for (const feed of feeds) feed.stop()
    },
  }
}

/** The feed that has been silent for longest, if for more than `minMs`. */
function mostIdle(feeds: Iterable<FeedBody>, minMs: number): FeedBody | undefined {
  let found: FeedBody | undefined
  let longest = minMs
  for (const feed of feeds) {
    const idle = feed.idleMs()
    if (idle > longest) {
      found = feed
      longest = idle
    }
  }
  return found
}
