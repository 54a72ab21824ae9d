/**
 * The control connection: one session directly to Postgres (never through a pooler). Its end signals the end
 * of its worker (workers/DESIGN.md 3.1), and it receives notifications. The first query opens it, and the
 * next query after a failure opens it again; channels are subscribed to again on each connection.
 */
import pg from 'pg'
import type { Log } from '../../schemas/base/log.js'
import { connection } from './connect.js'
import { sessionOptions } from './session-limits.js'

export interface ControlConnection {
  query: <R extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<R[]>
  /**
   * Calls back on every notification of the channel, and once after a reconnect, because some may have been
   * missed.
   */
  listen: (channel: string, onNotification: (payload: string) => void) => () => void
  close: () => Promise<void>
}

type Listener = (payload: string) => void

const TIMEOUT_MS = 4_000

/** `channel` names are constants of ours, never user input. */
export function controlConnection(options: { url: string; name: string; log: Log }): ControlConnection {
  const session = new ControlSession(options)
  return {
    query: async (text, values = []) => await session.query(text, values),
    listen: (channel, onNotification) => session.listen(channel, onNotification),
    close: async () => {
      await session.close()
    },
  }
}

class ControlSession {
  private readonly listeners = new Map<string, Set<Listener>>()
  private readonly opened = new WeakMap<pg.Client, Promise<pg.Client>>()
  private current: Promise<pg.Client> | null = null
  private connectedBefore = false
  private last: Promise<unknown> = Promise.resolve()

  constructor(private readonly options: { url: string; name: string; log: Log }) {}

  async query<R extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<R[]> {
    return await this.enqueue(async () => {
      const client = await this.acquire()
      try {
        return (await client.query<R>(text, values)).rows
      } catch (error) {
        // No answer from Postgres: the state of the session is unknown, so it is closed.
        if (!(error instanceof pg.DatabaseError)) this.abandon(client)
        throw error
      }
    })
  }

  listen(channel: string, listener: Listener): () => void {
    const set = this.listeners.get(channel) ?? new Set()
    this.listeners.set(channel, set.add(listener))
    if (set.size === 1 && this.current !== null) {
      const opening = this.current
      this.enqueue(async () => {
        const client = await opening
        // A connection that lacks one channel is replaced by one that subscribes to all.
        await client.query(`listen "${channel}"`).catch((error: unknown) => {
          this.abandon(client)
          throw error
        })
      }).catch((error: unknown) => {
        this.options.log.warn({ error, channel }, 'listen failed; the next connection will subscribe')
      })
    }
    return () => {
      set.delete(listener)
    }
  }

  async close(): Promise<void> {
    const closing = this.current
    this.current = null
    if (closing === null) return
    const client = await closing
    await client.end()
  }

  /**
   * One statement at a time: a session answers in order, and pg 9 rejects a second query while one is
   * running.
   */
  private async enqueue<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.last.then(work, work)
    this.last = mine
    return await mine
  }

  private async acquire(): Promise<pg.Client> {
    if (this.current !== null) return await this.current
    const opening = this.open()
    this.current = opening
    try {
      const client = await opening
      this.opened.set(client, opening)
      return client
    } catch (error) {
      if (this.current === opening) this.current = null
      throw error
    }
  }

  private async open(): Promise<pg.Client> {
    const { url, name, log } = this.options
    const client = new pg.Client({
      ...connection(url, name),
      options: sessionOptions(true),
      connectionTimeoutMillis: TIMEOUT_MS,
      query_timeout: TIMEOUT_MS,
    })
    client.on('error', (error) => {
      log.warn({ error }, 'control connection lost')
      this.forget(client)
    })
    client.on('end', () => {
      this.forget(client)
    })
    client.on('notification', ({ channel, payload }) => {
      for (const listener of this.listeners.get(channel) ?? []) listener(payload ?? '')
    })
    try {
      await client.connect()
      for (const channel of this.listeners.keys()) await client.query(`listen "${channel}"`)
    } catch (error) {
      this.abandon(client)
      throw error
    }
    if (this.connectedBefore)
      for (const set of this.listeners.values()) for (const listener of set) listener('')
    this.connectedBefore = true
    return client
  }

  private forget(client: pg.Client): void {
    if (this.current !== null && this.opened.get(client) === this.current) this.current = null
  }

  /** Closes the client without waiting: it may not answer any more. */
  private abandon(client: pg.Client): void {
    this.forget(client)
    client.end().catch((error: unknown) => {
      this.options.log.debug({ error }, 'could not close a broken control connection')
    })
  }
}
