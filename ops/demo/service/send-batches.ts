/** Sends the composed years through the front door and waits until all of it is on the itineraries. */
import type { MemberYear } from '../compose.js'
import { RequestRefused } from './service-client.js'
import type { ServiceClient } from './service-client.js'

/** A member with the token to speak for it. */
export interface DemoMember {
  id: string
  token: string
  year: MemberYear
}

export interface Sent {
  segments: number
  batches: number
  /** Members whose last batch ended badly, with its id. */ failed: Array<{ member: string; batch: string }>
}

const POLL_MS = 100
const PATIENCE_MS = 900_000

/**
 * Each member's batches go one after the other, in order; up to `lanes` members at once. `step` hears of every batch that was
 * accepted, by the ids of its segments. Resolves with the last batch of every member.
 */
export async function sendBatches(
  service: ServiceClient,
  travellers: DemoMember[],
  lanes: number,
  step: (accepted: string[]) => void,
): Promise<{ sent: Sent; last: Map<DemoMember, string> }> {
  const sent: Sent = { segments: 0, batches: 0, failed: [] }
  const last = new Map<DemoMember, string>()
  await forEachConcurrently(travellers, lanes, async (traveller) => {
    for (const message of traveller.year.messages) {
      const { batch, accepted } = await service.submit(message.segments, traveller.token)
      sent.segments += accepted.length
      sent.batches++
      last.set(traveller, batch)
      step(accepted)
    }
  })
  return { sent, last }
}

/** Waits for the last batch of every member: a member's batches are folded in order, so all of them are then. */
export async function waitUntilFolded(
  service: ServiceClient,
  last: Map<DemoMember, string>,
  lanes: number,
  step: () => void,
): Promise<Sent['failed']> {
  const failed: Sent['failed'] = []
  await forEachConcurrently([...last], lanes, async ([traveller, batch]) => {
    for (let waited = 0; ; waited += POLL_MS) {
      const status = await statusOf(service, batch, traveller.token)
      if (status === 'failed') failed.push({ member: traveller.id, batch })
      if (status === 'processed' || status === 'failed') break
      if (waited > PATIENCE_MS) throw new Error(`batch ${batch} was accepted and is still ${status}`)
      await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    }
    step()
  })
  return failed
}

/** What became of a batch. One that was accepted exists: when the service has lost sight of it while nobody folds, it is waited for too. */
async function statusOf(service: ServiceClient, batch: string, token: string): Promise<string> {
  try {
    return (await service.get<{ status: string }>(`/v2/batches/${batch}`, token)).body.status
  } catch (error) {
    if (error instanceof RequestRefused && error.status === 404) return 'not found'
    throw error
  }
}

/** Runs `work` for every item, at most `lanes` at once; the first failure ends it. */
export async function forEachConcurrently<T>(
  items: readonly T[],
  lanes: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  let next = 0
  const lane = async (): Promise<void> => {
    while (next < items.length) {
      const item = items[next++] as T
      await work(item)
    }
  }
  await Promise.all(Array.from({ length: Math.min(lanes, items.length) }, lane))
}
