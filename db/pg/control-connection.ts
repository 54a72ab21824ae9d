/**
 * The control connection: one session straight to Postgres (never through a pooler), whose life stands for the life of its
 * worker (workers/README.md 3.1) and which hears notifications. It is opened by the first query and opened again by the next one
 * after it broke; what it listens to is listened to again.
 */
import pg from 'pg'
import type { Log } from '../../schemas/base/log.js'
import { connection } from './connect.js'

export interface ControlConnection {
  query: <R extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<R[]>
  /** Calls back on every notification of the channel, and once after a reconnect, for what may have been missed. */
  listen: (channel: string, heard: (payload: string) => void) => () => void
  close: () => Promise<void>
}

const PATIENCE_MS = 4_000

/** `channel` names are ours, never a user's. */
export function controlConnection(options: { url: string; name: string; log: Log }): ControlConnection {
  const listeners = new Map<string, Set<(payload: string) => void>>()
  let current: Promise<pg.Client> | null = null
  let before = false
  let last: Promise<unknown> = Promise.resolve()

  /** One statement at a time: a session answers in order anyway, and the next major of pg refuses a second one meanwhile. */
  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    const mine = last.then(work, work)
    last = mine
    return await mine
  }

  const open = async (): Promise<pg.Client> => {
    const client = new pg.Client({
      ...connection(options.url, options.name),
      connectionTimeoutMillis: PATIENCE_MS,
      query_timeout: PATIENCE_MS,
    })
    client.on('error', (error) => {
      options.log.warn({ error }, 'the control connection broke')
      drop(client)
    })
    client.on('end', () => {
      drop(client)
    })
    client.on('notification', ({ channel, payload }) => {
      for (const heard of listeners.get(channel) ?? []) heard(payload ?? '')
    })
    try {
      await client.connect()
      for (const channel of listeners.keys()) await client.query(`listen "${channel}"`)
    } catch (error) {
      abandon(client)
      throw error
    }
    if (before) for (const set of listeners.values()) for (const heard of set) heard('')
    before = true
    return client
  }

  const live = new WeakMap<pg.Client, Promise<pg.Client>>()
  const drop = (client: pg.Client): void => {
    if (current !== null && live.get(client) === current) current = null
  }

  /** Nobody waits for its end: it may not answer any more. */
  const abandon = (client: pg.Client): void => {
    drop(client)
    client.end().catch((late: unknown) => {
      options.log.debug({ error: late }, 'a broken control connection could not be closed')
    })
  }

  const take = async (): Promise<pg.Client> => {
    if (current !== null) return await current
    const opening = open()
    current = opening
    try {
      const client = await opening
      live.set(client, opening)
      return client
    } catch (error) {
      if (current === opening) current = null
      throw error
    }
  }

  return {
    query: async <R extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
      await inTurn(async () => {
        const client = await take()
        try {
          return (await client.query<R>(text, values)).rows
        } catch (error) {
          // Postgres has not answered: nobody knows what this session is doing, so it ends.
          if (!(error instanceof pg.DatabaseError)) abandon(client)
          throw error
        }
      }),
    listen: (channel, heard) => {
      const set = listeners.get(channel) ?? new Set()
      listeners.set(channel, set.add(heard))
      if (set.size === 1 && current !== null) {
        const opening = current
        inTurn(async () => {
          const client = await opening
          // A connection that is deaf on one channel makes room for one that listens to all.
          await client.query(`listen "${channel}"`).catch((error: unknown) => {
            abandon(client)
            throw error
          })
        }).catch((error: unknown) => {
          options.log.warn({ error, channel }, 'could not listen; the next connection will')
        })
      }
      return () => {
        set.delete(heard)
      }
    },
    close: async () => {
      const closing = current
      current = null
      if (closing === null) return
      const client = await closing
      await client.end()
    },
  }
}
