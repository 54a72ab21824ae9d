import type { PeerName, PeerQueue } from './peer-queue.js'

/** Loads only the library that is measured. */
export async function openPeerQueue(name: PeerName, database: string): Promise<PeerQueue> {
  if (name === 'pg-boss') return await (await import('./pg-boss-queue.js')).openPgBossQueue(database)
  return await (await import('./graphile-queue.js')).openGraphileQueue(database)
}
