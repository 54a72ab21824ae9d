/**
 * The documents of clients, kept for as long as their headers say, within bounds (oauth.md 1.3). What strangers can make
 * this service fetch is bounded: a few at a time, each address once a minute at most while it fails.
 */
import { twoGenerationCache } from '../../../schemas/base/two-generation-cache.js'
import { isClientUrl } from '../../../schemas/oauth/client-document.js'
import type { ClientDocument } from '../../../schemas/oauth/client-document.js'
import { documentLifetime, readClientDocument } from './client-document.js'

/** What an address has answered with 200; null for anything else, and for what cannot or may not be reached. */
export type FetchDocument = (
  url: string,
) => Promise<{ text: string; cacheControl: string | undefined } | null>

export interface ClientDocuments {
  /** The document at a client_id; null if there is none that counts. */
  read: (clientId: string) => Promise<ClientDocument | null>
}

const MAX_KEPT = 1_000
const MAX_AT_ONCE = 4
const FAILURE_MS = 60_000

interface Kept {
  document: Promise<ClientDocument | null>
  /** Epoch milliseconds. */
  until: number
}

/** @param now epoch milliseconds */
export function clientDocuments(fetchDocument: FetchDocument, now: () => number): ClientDocuments {
  const kept = twoGenerationCache<Kept>(MAX_KEPT)
  let running = 0
  const load = async (clientId: string, entry: Kept): Promise<ClientDocument | null> => {
    running += 1
    try {
      const answer = await fetchDocument(clientId)
      const document = answer === null ? null : readClientDocument(clientId, answer.text)
      entry.until = now() + (document === null ? FAILURE_MS : documentLifetime(answer?.cacheControl))
      return document
    } finally {
      running -= 1
    }
  }
  return {
    read: async (clientId) => {
      const known = kept.get(clientId)
      if (known !== undefined && known.until > now()) return await known.document
      if (!isClientUrl(clientId) || running >= MAX_AT_ONCE) return null
      const entry: Kept = { document: Promise.resolve(null), until: Infinity }
      entry.document = load(clientId, entry)
      kept.set(clientId, entry)
      return await entry.document
    },
  }
}
