/** Submits the composed years over the API, and waits until everything is on the itineraries. */
import type { MemberYear } from '../compose.js'
import { RequestRefused } from './service-client.js'
import type { ServiceClient } from './service-client.js'

export interface DemoMember {
  id: string
  token: string
  year: MemberYear
}

export interface Sent {
  segments: number
  batches: number
}

export interface FailedBatch {
  member: string
  batch: string
}

const POLL_INTERVAL_MS = 100
const FOLD_TIMEOUT_MS = 900_000

/**
 * Submits the batches of each member one after the other, for up to `concurrency` members at the same time.
 * `onAccepted` receives the ids of the segments of each batch. Resolves with the last batch of every member.
 */
export async function sendBatches(
  service: ServiceClient,
  members: DemoMember[],
  concurrency: number,
  onAccepted: (segments: string[]) => void,
): Promise<{ sent: Sent; last: Map<DemoMember, string> }> {
  const sent: Sent = { segments: 0, batches: 0 }
  const last = new Map<DemoMember, string>()
  await forEachConcurrently(members, concurrency, async (member) => {
    for (const message of member.year.messages) {
      const { batch, accepted } = await service.submit(message.segments, member.token)
      sent.segments += accepted.length
      sent.batches++
      last.set(member, batch)
      onAccepted(accepted)
    }
  })
  return { sent, last }
}

/**
 * Waits for the last batch of every member. Batches of a member are folded in order, so all of them are
 * folded then. Resolves with the failed ones.
 */
export async function waitUntilFolded(
  service: ServiceClient,
  last: Map<DemoMember, string>,
  concurrency: number,
  onFolded: () => void,
): Promise<FailedBatch[]> {
  const failed: FailedBatch[] = []
  await forEachConcurrently([...last], concurrency, async ([member, batch]) => {
    for (let waitedMs = 0; ; waitedMs += POLL_INTERVAL_MS) {
      const status = await batchStatus(service, batch, member.token)
      if (status === 'failed') failed.push({ member: member.id, batch })
      if (status === 'processed' || status === 'failed') break
      if (waitedMs > FOLD_TIMEOUT_MS) throw new Error(`batch ${batch} was accepted but is still ${status}`)
      await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS))
    }
    onFolded()
  })
  return failed
}

/** An accepted batch exists even if the service does not find it while no fold worker is running. */
async function batchStatus(service: ServiceClient, batch: string, token: string): Promise<string> {
  try {
    return (await service.get<{ status: string }>(`/v2/batches/${batch}`, token)).body.status
  } catch (error) {
    if (error instanceof RequestRefused && error.status === 404) return 'not found'
    throw error
  }
}

/** Calls `work` for every element, at most `concurrency` at the same time. Rejects with the first failure. */
export async function forEachConcurrently<T>(
  elements: readonly T[],
  concurrency: number,
  work: (element: T) => Promise<void>,
): Promise<void> {
  let next = 0
  const worker = async (): Promise<void> => {
    while (next < elements.length) {
      const element = elements[next++] as T
      await work(element)
    }
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, elements.length) }, worker))
}
