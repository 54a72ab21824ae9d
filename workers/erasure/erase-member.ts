/**
 * One pass of an erasure (ops/docs/personal-data.md). The account is closed already; here the member leaves the memory
 * of the fold, the streams, the mails and the tables, in this order, so that nothing brings the member's data back. It may be
 * interrupted and repeated at any point.
 */
import type { Id } from '../../schemas/base/ids.js'
import type { ErasureStore, OpenErasure } from '../../schemas/person/erasure-store.js'

export interface ErasureDeps {
  store: Omit<ErasureStore, 'exclusively' | 'members'>
  stream: {
    /** Notes outside of the database that the member was erased. */
    note: (member: Id) => Promise<void>
    /** Sequences of the member's messages, rising, and that of the oldest message of all. */
    messages: (member: Id) => Promise<{ own: number[]; oldest: number }>
    /** Erases those of `own`, and the member's messages in other streams; returns how many. */
    erase: (member: Id, own: readonly number[]) => Promise<number>
  }
  /** Deletes mails to the address, or about the member, that were written to files, and returns how many. */
  eraseMails: (email: string | null, member: Id) => Promise<number>
}

/**
 * Runs a pass. Returns false if erasing now would move the stream's first sequence beyond what a partition expects next,
 * which halts it. An idle partition passes what is stored within a minute.
 */
export async function eraseMember(deps: ErasureDeps, erasure: OpenErasure): Promise<boolean> {
  const { store, stream } = deps
  if (!erasure.isSecondPass) await stream.note(erasure.member)
  const { own, oldest } = await stream.messages(erasure.member)
  if (own[0] === oldest && (await store.lowestCursor()) < (own.at(-1) ?? 0)) return false
  await store.takePartitionOf(erasure.member)
  // Messages accepted since are left to the second pass: no partition is known to have folded them.
  await store.recordMessages(own)
  const messages = await stream.erase(erasure.member, own)
  const mails = await deps.eraseMails(erasure.email, erasure.member)
  const rows = await store.eraseRows(erasure)
  await store.recordPass(erasure, { ...rows, 'messages of streams': messages, 'mails in files': mails })
  return true
}
