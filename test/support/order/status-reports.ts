/** Random status reports about segments of other sources: some repeated, with equal timestamps, or with other fields. */
import { LIVE_FIELDS } from '../../../schemas/segment/catalog.js'
import type { SegmentType } from '../../../schemas/segment/fields/segment-types.js'
import type { Submission } from '../journeys.js'
import type { Segment } from '../traveller.js'

const HOUR = 3_600_000
const MINUTE = 60_000

export const STATUS_SOURCES: readonly unknown[] = ['live_status', 'status_oag']

/** Up to four reports about the service of a segment, before and after the segment itself. */
export function statusReports(
  random: (below: number) => number,
  { at: stamp, segment }: Submission,
): Submission[] {
  const live = LIVE_FIELDS[segment.type as SegmentType]
  if (live.length === 0 || segment.departure_datetime === undefined || random(3) > 0) return []
  return Array.from({ length: 1 + random(4) }, (): Submission => {
    const updated = stamp + (random(9) - 4) * HOUR
    const said: Segment = {}
    for (const name of live.filter(() => random(3) === 0)) said[name] = valueOf(random, name, segment)
    if (random(6) === 0) said.status = 'Cancelled'
    if (random(2) === 0) said.supplier_updated = `${new Date(updated).toISOString().slice(0, 19)}Z`
    const source = STATUS_SOURCES[random(STATUS_SOURCES.length)]
    // With another locator, seat and traveller, which reports must not change.
    const noSay = {
      confirmation_no: `W${random(1e6)}Z`,
      seat_assignment: '99Z',
      first_name: 'Zoe',
      price: '1',
      currency: 'EUR',
    }
    return {
      at: stamp + (random(60) - 30) * HOUR + random(1000) * 1000,
      segment: { ...segment, ...noSay, status: 'Active', source, ...said },
    }
  })
}

function valueOf(random: (below: number) => number, name: string, segment: Segment): string {
  if (!name.endsWith('_datetime')) return `${'ABC'[random(3)]}${random(4)}`
  const scheduled = segment[name.replace(/(estimated|actual)_/, '')] ?? segment.departure_datetime
  return new Date(Date.parse(`${String(scheduled)}Z`) + random(90) * MINUTE).toISOString().slice(0, 16)
}
