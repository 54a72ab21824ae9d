import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'

const TRANSACTIONS = 2
/** How long each runs. One is always half as old at least. */
const MS = 200

/**
 * Keeps transactions running, which every busy server has: the event log shows nothing younger than the oldest of them
 * (webhooks.md 1.1), so that a test which does not wait for it fails always, not now and then. Answers how to stop.
 */
export async function keepTransactionsRunning(url: string): Promise<() => Promise<void>> {
  const stopped = new AbortController()
  const clients = Array.from({ length: TRANSACTIONS }, () => new pg.Client({ connectionString: url }))
  await Promise.all(clients.map(async (client) => await client.connect()))
  const running = clients.map(async (client, nth) => {
    await delay((MS / TRANSACTIONS) * nth)
    while (!stopped.signal.aborted) {
      await client.query('begin')
      await client.query('select pg_current_xact_id()')
      await delay(MS)
      await client.query('commit')
    }
    await client.end()
  })
  return async () => {
    stopped.abort()
    await Promise.all(running)
  }
}
