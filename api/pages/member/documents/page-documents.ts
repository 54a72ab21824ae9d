/** Documents that members add on their page: who sees them, and how long a page waits for one. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Id } from '../../../../schemas/base/ids.js'
import type {
  DocumentDetails,
  DocumentRow,
  Documents,
  DocumentViewer,
} from '../../../../schemas/documents/document-store.js'

export const DOCUMENTS_PAGE = '/account/documents'

/** In place of an application id; no application has this one. */
export const PAGE_CLIENT = 'member-page'

const WAIT_MS = 2_000
const LOOK_MS = 100

export const viewerOf = (member: Id): DocumentViewer & { member: Id } => ({ member, client: PAGE_CLIENT })

export const titleOf = ({ name, mail }: Pick<DocumentRow, 'name' | 'mail'>): string =>
  name ?? (mail === null ? 'Text' : 'Email without a subject')

/** Whether nobody has read it yet. */
export const isUnread = ({ status }: Pick<DocumentDetails, 'status'>): boolean =>
  status === 'received' || status === 'reading'

/** Waits for 2 s at most until the documents are read. */
export async function awaitReading(
  documents: Pick<Documents, 'byId'>,
  member: Id,
  ids: readonly Id[],
): Promise<void> {
  const until = performance.now() + WAIT_MS
  for (const id of ids) {
    for (;;) {
      const row = await documents.byId(viewerOf(member), id)
      if (row === null || !isUnread(row)) break
      if (performance.now() >= until) return
      await delay(LOOK_MS)
    }
  }
}
