/** Folds labelled messages member by member, and predicts segments and trips for the scorer. */
import { decide } from '../../actors/member/decide.js'
import type { Env } from '../../actors/member/env.js'
import { findRawSegment } from '../../actors/member/segments/find-raw-segment.js'
import { restore } from '../../actors/member/state.js'
import type { MemberState } from '../../actors/member/model.js'
import type { StoredMember } from '../../schemas/stream/fold-result.js'
import type { StreamMessage } from '../../schemas/stream/message.js'
import type { LabelledMember, LabelledMessage } from './labelled-data.js'
import { newStoredMember } from './stored-member.js'

/** A new member's row, with the homes of the labelled file. */
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
  return newStoredMember(id, JSON.stringify({ id, homes }))
}

export interface MemberFold {
  name: string
  state: MemberState
  /** The file's names of raw segments by their ids: ids are numbers in the service. */
  rawNames: Map<string, string>
  /** Names of raw segments that repeat an earlier one (RULES 3.2), by the id of the earlier one. */
  repeated: Map<string, string[]>
  seq: number
}

export function startMemberFold(
  name: string,
  id: string,
  labelled: LabelledMember | undefined,
  env: Env,
): MemberFold {
  return {
    name,
    state: restore(newMember(id, labelled), env),
    rawNames: new Map(),
    repeated: new Map(),
    seq: 0,
  }
}

/** Batch ids are this far above the ids of their raw segments. */
const BATCH_ID_OFFSET = 500_000_000

/** Folds one message of the file; its raw segments get ids from `firstRaw` on. */
export function foldMessage(fold: MemberFold, message: LabelledMessage, firstRaw: number, env: Env): void {
  fold.seq += 1
  message.raw_ids.forEach((name, i) => fold.rawNames.set(String(firstRaw + i), name))
  const streamMessage: StreamMessage = {
    seq: fold.seq,
    envelope: {
      v: 1,
      kind: 'segments',
      batch: String(firstRaw + BATCH_ID_OFFSET),
      first: String(firstRaw),
      count: message.segments.length,
      received: Date.parse(message.received_at),
    },
    body: { segments: message.segments, mode: message.mode },
  }
  fold.state = decide(fold.state, [streamMessage], env).state
  message.raw_ids.forEach((name, i) => {
    const kept = findRawSegment(fold.state, String(firstRaw + i))?.id ?? ''
    fold.repeated.set(kept, [...(fold.repeated.get(kept) ?? []), name])
  })
}

/** The format of the scorer. `trips` lists the positions of segments in `items`. */
export interface Prediction {
  member: string
  items: Array<{ raw_ids: string[]; live: boolean; fields: Record<string, unknown> }>
  trips: number[][]
}

/** What the scorer compares with the labels of a member. */
export function predictionOf(fold: MemberFold): Prediction {
  const items: Prediction['items'] = []
  const trips = new Map<string, number[]>()
  const nameOf = (id: string): string => fold.rawNames.get(id) ?? id
  for (const segment of fold.state.segments.values()) {
    if (segment.merged === null) continue
    const position = items.length
    const { statement } = segment.merged
    const fields: Record<string, unknown> = segment.merged.fields.toJSON()
    if (segment.type === 'Air') {
      fields.airline = statement.vendor ?? fields.airline
      fields.flight_num = statement.number ?? fields.flight_num
    }
    items.push({
      raw_ids: [
        ...new Set(segment.rawSegments.flatMap(({ id }) => [nameOf(id), ...(fold.repeated.get(id) ?? [])])),
      ],
      live: segment.leg !== null || segment.status !== 'Cancelled',
      fields,
    })
    if (segment.leg !== null && segment.tripId !== null)
      trips.set(segment.tripId, [...(trips.get(segment.tripId) ?? []), position])
  }
  for (const raw of fold.state.heldCancellations.values())
    items.push({ raw_ids: [nameOf(raw.id)], live: false, fields: raw.fields.toJSON() })
  return { member: fold.name, items, trips: [...trips.values()] }
}
