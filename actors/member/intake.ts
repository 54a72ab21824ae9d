/** Takes messages in: statements, withdrawals, edits, profile, accounts. Says what they touch; decides nothing about trips. */
import type { Edit } from '../../schemas/edit.js'
import { idPlus } from '../../schemas/ids.js'
import type { Id } from '../../schemas/ids.js'
import type { Incoming, RawOutcome } from '../../schemas/message.js'
import type { Raw } from '../itinerary/raw.js'
import { addStatement, emptyIndex } from '../itinerary/statements.js'
import { account, harvested } from './accounts.js'
import { withdraw, writeSegment } from './changes.js'
import { edit } from './edits.js'
import type { Env } from './env.js'
import { setProfile } from './me.js'
import type { Item } from './item.js'
import type { MemberState } from './state.js'
import type { Pending, Step } from './step.js'
import { concerned, record, sweep, take } from './take.js'

/**
 * Applies one message to the state. Never throws on odd content: what cannot be read is left out. Throws a TypeError on a
 * kind it does not know: a newer version sent it, and nobody may record it as processed. Its member is parked then
 * (design.md 5), and the message is replayed once workers know its kind.
 */
export function intake(state: MemberState, step: Step, message: Incoming, env: Env): void {
  const { envelope, body } = message
  const pending: Pending = {
    message,
    raws: [],
    resource: null,
    refusal: null,
    by: null,
    pin: null,
    cancelled: new Map(),
  }
  step.batches.push(pending)
  switch (envelope.kind) {
    case 'segments': {
      const content = record(body)
      const list = Array.isArray(content?.segments) ? (content.segments as unknown[]) : []
      const taken: Raw[] = []
      list.forEach((segment, i) => {
        const raw = take(state, step, pending, idPlus(envelope.first ?? envelope.batch, i), segment, env)
        if (raw !== null) taken.push(raw)
      })
      if (content?.mode === 'replace') sweep(state, step, taken, env, true)
      if (envelope.account !== undefined) harvested(state, step, envelope.account, envelope.received, env)
      return
    }
    case 'segment': {
      writeSegment(state, step, pending, body, env)
      return
    }
    case 'withdraw': {
      withdraw(state, step, pending, record(body)?.id, env)
      return
    }
    case 'edit': {
      edit(state, step, pending, body as Edit, env)
      return
    }
    case 'profile': {
      setProfile(state, step, pending, record(body) ?? {}, env)
      return
    }
    case 'account': {
      account(state, step, pending, record(body) ?? {}, env)
      return
    }
    case 'refold': {
      // What the index was made from may have been stored under other rules.
      const raws = [...state.index.all.values()]
      state.index = emptyIndex()
      for (const raw of raws) {
        addStatement(state.index, raw, env.places)
        step.seeds.add(raw)
      }
      step.regroup = true
      return
    }
    default: {
      const unknown: never = envelope.kind
      throw new TypeError(`messages of kind ${JSON.stringify(unknown)} are not known to this version`)
    }
  }
}

/** The answer for every raw of a batch, once the fold is done. */
export function outcomes(
  state: MemberState,
  pending: Pending,
  created: ReadonlySet<Item>,
  changed: ReadonlySet<Id>,
): RawOutcome[] {
  const fresh = new Set<Item>()
  return pending.raws.map((id) => {
    const owner = state.owner.get(id) ?? concerned(state, pending, id)
    const item = owner === null ? undefined : state.items.get(owner)
    const base = { _id: Number(id), segment_id: item?.id ?? null, trip_id: item?.tripId ?? null }
    if (item === undefined)
      return {
        ...base,
        action: state.held.has(id) || pending.cancelled.has(id) ? ('held' as const) : ('unchanged' as const),
      }
    if (created.has(item) && !fresh.has(item)) {
      fresh.add(item)
      return { ...base, action: 'created' as const }
    }
    if (item.status === 'Cancelled' && changed.has(item.id)) return { ...base, action: 'cancelled' as const }
    if (!changed.has(item.id)) return { ...base, action: 'unchanged' as const }
    const alone = item.raws.length > 1 && item.raws.every((raw) => raw.source === item.raws[0]?.source)
    return { ...base, action: alone ? ('updated' as const) : ('merged' as const) }
  })
}
