/**
 * A simple fold for the baseline: one statement per flight wins by rank, and gaps of 36 hours separate trips.
 */
export interface BaselineSegment {
  key: string
  start: number
  end: number
  rank: number
  raw: Record<string, unknown>
}
export interface BaselineTrip {
  id: number
  start: number
  end: number
  count: number
  doc: string
}
export interface BaselineMember {
  segments: Map<string, BaselineSegment>
  trips: BaselineTrip[]
  made: number
}

const GAP_MS = 36 * 3_600_000
const FIELDS = [
  'confirmation_no',
  'seat_assignment',
  'price',
  'currency',
  'first_name',
  'last_name',
  'number_of_pax',
] as const

export function newMember(): BaselineMember {
  return { segments: new Map(), trips: [], made: 0 }
}

/** Folds raw segments into the member, which is changed in place, and returns the trips that changed. */
export function baselineFold(
  member: BaselineMember,
  raws: Array<Record<string, unknown>>,
  first: number,
): BaselineTrip[] {
  const dirty = new Set<BaselineSegment>()
  for (const [index, raw] of raws.entries()) {
    const next = normalise(raw, first + index)
    const old = member.segments.get(next.key)
    if (old === undefined) {
      member.segments.set(next.key, next)
      dirty.add(next)
    } else if (merge(old, next)) dirty.add(old)
  }
  return dirty.size > 0 ? regroup(member, dirty) : []
}

function normalise(raw: Record<string, unknown>, id: number): BaselineSegment {
  const departs = String(raw['departure_datetime'])
  const number = String(raw['flight_num']).replace(/^[A-Z]*0*/, '')
  const start = Date.parse(`${departs}Z`)
  return {
    key: `${String(raw['type'])} ${String(raw['origin'])} ${String(raw['destination'])} ${departs.slice(0, 10)} ${number}`,
    start,
    end: Math.max(start, Date.parse(`${String(raw['arrival_datetime'])}Z`)),
    rank: String(raw['source']).length,
    raw: { ...raw, id },
  }
}

function merge(old: BaselineSegment, next: BaselineSegment): boolean {
  if (next.rank <= old.rank) {
    old.raw = { ...old.raw, ...next.raw, id: old.raw['id'] }
    old.rank = next.rank
    return true
  }
  let filled = false
  for (const field of FIELDS) {
    if (old.raw[field] !== undefined || next.raw[field] === undefined) continue
    old.raw[field] = next.raw[field]
    filled = true
  }
  return filled
}

function regroup(member: BaselineMember, dirty: ReadonlySet<BaselineSegment>): BaselineTrip[] {
  const live = [...member.segments.values()]
    .filter((segment) => segment.raw['status'] !== 'Cancelled')
    .sort((a, b) => a.start - b.start || (a.key < b.key ? -1 : 1))
  const groups: BaselineSegment[][] = []
  let reach = -Infinity
  for (const segment of live) {
    if (segment.start - reach > GAP_MS) groups.push([])
    groups.at(-1)?.push(segment)
    reach = Math.max(reach, segment.end)
  }
  const before = new Map(member.trips.map((trip) => [trip.start, trip]))
  const changed: BaselineTrip[] = []
  member.trips = groups.map((group) => {
    const start = group[0]?.start ?? 0
    const old = before.get(start)
    if (old !== undefined && old.count === group.length && !group.some((segment) => dirty.has(segment)))
      return old
    const end = Math.max(...group.map((segment) => segment.end))
    const trip = {
      id: old?.id ?? ++member.made,
      start,
      end,
      count: group.length,
      doc: JSON.stringify({ start, end, segments: group.map((segment) => segment.raw) }),
    }
    changed.push(trip)
    return trip
  })
  return changed
}
