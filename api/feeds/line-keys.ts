/** The keys of lines (contract.md 8): as Idempotency-Key, but of an application alone, for a line by account may come before its member does. */
import { Fault } from '../../schemas/faults.js'
import type { FirstTry, IdempotencyKeys, LineKeyStore } from '../reads.js'
import { someAtOnce } from './some-at-once.js'

/** Stands where the rows of Idempotency-Key have a member; no member has this id. */
const NO_MEMBER = '0'
const AT_ONCE = 4

export interface KeyedLine { key: string, body: Uint8Array, ids: FirstTry }

/** `ids`: those to go on with, of the first try if there was one. */
export type ClaimedLine = { is: 'ours', ids: FirstTry } | { is: 'answered', ids: FirstTry, segments: string } | { is: 'refused', fault: Fault }

/** Claims the keys of lines, no two of them the same; what became of each, in order. Nothing is lost when it is done twice. */
export async function claimKeys (store: LineKeyStore, known: IdempotencyKeys, client: string, lines: readonly KeyedLine[]): Promise<ClaimedLine[]> {
  const fresh = await store.claimNew(client, lines)
  const claims: ClaimedLine[] = lines.map(({ ids }) => ({ is: 'ours', ids }))
  await someAtOnce(lines.map((line, at) => ({ line, at })).filter(({ at }) => !fresh.has(at)), AT_ONCE, async ({ line: { key, body, ids }, at }) => {
    claims[at] = claimed(await known.claim({ client, member: NO_MEMBER, key, body }, ids))
  })
  return claims
}

function claimed (state: Awaited<ReturnType<IdempotencyKeys['claim']>>): ClaimedLine {
  switch (state.is) {
    case 'ours': return state
    case 'answered': return { is: 'answered', ids: state.ids, segments: state.answer }
    // Whoever took it in before may be gone: with the same ids both may go on, and its effect is one.
    case 'running': return state.ids === null ? { is: 'refused', fault: new Fault('conflict', 'A line with this key was taken in just now; send it again.', { retryAfter: 1 }) } : { is: 'ours', ids: state.ids }
    case 'other': return { is: 'refused', fault: new Fault('idempotency_key_reused', 'This key was used with another line.') }
    default: { const never: never = state; return never }
  }
}
