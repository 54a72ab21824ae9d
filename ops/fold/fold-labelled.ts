/** Folds the messages of the labelled format member by member, and says what came of each. */
import type { Env } from '../../actors/member/env.js'
import { decide } from '../../actors/member/decide.js'
import { restore } from '../../actors/member/state.js'
import type { MemberState } from '../../actors/member/model.js'
import type { StoredMember } from '../../schemas/stream/fold-result.js'
import type { StreamMessage } from '../../schemas/stream/message.js'
import type { LabelledMember, LabelledMessage } from './labelled-data.js'

/** A new member's row, with the homes the labelled file gives. */
export function newMember(id: string, labelled: LabelledMember | undefined): StoredMember {
  const homes = (labelled?.homes ?? []).map((home) => ({
    from: home.from,
    city: home.city,
    admin_code: home.region,
    country: home.country,
    lat: String(home.lat),
    lon: String(home.lon),
    time_zone_id: home.time_zone,
    airports: home.airports,
  }))
  return {
    id,
    profile: JSON.stringify({ id, homes }),
    head: null,
    sequence: 0,
    lastSeq: 0,
    segments: [],
    trips: [],
    accounts: [],
  }
}

export interface MemberFold {
  name: string
  state: MemberState
  raws: Map<string, string>
  seq: number
}

/** Raw ids are numbers in the service: the names of the file are kept beside. */
export function startMemberFold(
  name: string,
  id: string,
  labelled: LabelledMember | undefined,
  env: Env,
): MemberFold {
  return { name, state: restore(newMember(id, labelled), env), raws: new Map(), seq: 0 }
}

/** Folds one message of the file. */
export function foldMessage(folding: MemberFold, message: LabelledMessage, firstRaw: number, env: Env): void {
  folding.seq += 1
  message.raw_ids.forEach((name, i) => folding.raws.set(String(firstRaw + i), name))
  const incoming: StreamMessage = {
    seq: folding.seq,
    envelope: {
      v: 1,
      kind: 'segments',
      batch: String(firstRaw + 500_000_000),
      first: String(firstRaw),
      count: message.segments.length,
      received: Date.parse(message.received_at),
    },
    body: { segments: message.segments, mode: message.mode },
  }
  folding.state = decide(folding.state, [incoming], env).state
}

export interface Prediction {
  member: string
  items: Array<{ raw_ids: string[]; live: boolean; fields: Record<string, unknown> }>
  trips: number[][]
}

/** What the scorer reads of a member. */
export function predictionOf(folding: MemberFold): Prediction {
  const items: Prediction['items'] = []
  const trips = new Map<string, number[]>()
  const nameOf = (id: string): string => folding.raws.get(id) ?? id
  for (const item of folding.state.segments.values()) {
    if (item.merged === null) continue
    const at = items.length
    const { statement: view } = item.merged
    const fields: Record<string, unknown> = { ...item.merged.fields }
    if (item.type === 'Air') {
      fields.airline = view.vendor ?? fields.airline
      fields.flight_num = view.number ?? fields.flight_num
    }
    items.push({
      raw_ids: item.rawSegments.map((raw) => nameOf(raw.id)),
      live: item.leg !== null || item.status !== 'Cancelled',
      fields,
    })
    if (item.leg !== null && item.tripId !== null)
      trips.set(item.tripId, [...(trips.get(item.tripId) ?? []), at])
  }
  for (const raw of folding.state.heldCancellations.values())
    items.push({ raw_ids: [nameOf(raw.id)], live: false, fields: raw.fields })
  return { member: folding.name, items, trips: [...trips.values()] }
}
