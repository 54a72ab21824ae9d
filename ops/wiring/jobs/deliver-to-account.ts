/** Treats segments read from a document for a loyalty account like feed lines with these segments (contract.md 8.3). */
import { lineIngester } from '../../../api/feeds/ingest-lines.js'
import type { IngestDeps } from '../../../api/feeds/ingest-context.js'
import { fairQueue } from '../../../api/limits/fair-queue.js'
import type { DeliverToAccount } from '../../../workers/documents/read-documents.js'

const RETRY_MS = 30_000
const PUBLISHES = 8

interface Refusal {
  status: number
  error_description?: string
  segments?: unknown
}

/** Rejects on temporary errors: the job is retried, and its lines have keys. */
export function deliverToAccount(deps: IngestDeps): DeliverToAccount {
  const limits = {
    publishQueue: fairQueue({ all: PUBLISHES, each: () => PUBLISHES }),
    waste: () => 0,
    acceptsMore: async () => await Promise.resolve(true),
  }
  return async ({ id, client, request, account }, batches) => {
    const ingest = lineIngester(
      deps,
      limits,
      { maxMs: RETRY_MS, isCancelled: () => false },
      { client, request, strict: false },
    )
    const lines = batches.map(({ batch, segments }, at) => ({
      number: at + 1,
      bytes: Buffer.from(
        JSON.stringify({
          account: { source: account!.source, account_id: account!.number },
          segments,
          key: `document ${id} ${batch.batch}`,
        }),
      ),
    }))
    const { answers } = await ingest(lines)
    const refused = answers
      .map(({ text }) => JSON.parse(text) as Refusal)
      .find(({ status }) => status !== 202)
    if (refused === undefined) return null
    const { status, error_description: description = 'Its segments are no longer valid.' } = refused
    if (status === 409 || status === 429 || status >= 500) throw new Error(description)
    return description
  }
}
