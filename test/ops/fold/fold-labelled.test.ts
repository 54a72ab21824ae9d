/**
 * `npm run fold` gives the same itineraries as the running service with HTTP, the stream, a worker and
 * Postgres.
 */
import t from 'tap'
import { buildPlaces } from '../../../actors/itinerary/places/places.js'
import { findRawSegment } from '../../../actors/member/segments/find-raw-segment.js'
import type { Env } from '../../../actors/member/env.js'
import { referenceData } from '../../../db/seed/reference-data.js'
import type { LabelledMessage } from '../../../ops/fold/labelled-data.js'
import { foldMessage, startMemberFold } from '../../../ops/fold/fold-labelled.js'
import { startIngress } from '../../support/api/ingress.js'
import { journeys } from '../../support/journeys.js'
import { propertyRuns } from '../../support/property-runs.js'
import { documentOf } from '../../support/traveller.js'
import { until } from '../../support/until.js'

t.setTimeout(500_000)

const MEMBERS = propertyRuns(60)
const HOME = {
  from: null,
  city: 'New York City',
  region: 'NY',
  country: 'US',
  lat: 40.71427,
  lon: -74.00597,
  time_zone: 'America/New_York',
  airports: ['JFK', 'LGA', 'EWR'],
}

type Doc = Record<string, unknown>

/** A document without ids of rows and times of writing. */
function plain(doc: Doc): Doc {
  const {
    id: _id,
    member_id: _member,
    trip_id: _trip,
    created: _created,
    updated: _updated,
    replaces,
    replaced_by: by,
    merged_into: _into,
    possible_duplicate_of: like,
    sources,
    ...rest
  } = doc
  const sourcesWithoutIds = Array.isArray(sources)
    ? (sources as Doc[]).map(({ raw_id: _raw, ...source }) => source)
    : sources
  return {
    ...rest,
    replaces: replaces !== null,
    replaced_by: by !== null,
    possible_duplicate_of: (like as unknown[] | undefined)?.length ?? 0,
    sources: sourcesWithoutIds,
  }
}

interface Itinerary {
  segments: string[]
  trips: string[]
}

/** Segments named by their raw segments, trips by their segments. */
function itinerary(byRaw: Map<number, Doc>): Itinerary {
  const raws = new Map<string, number[]>()
  const docs = new Map<string, Doc>()
  for (const [raw, doc] of byRaw) {
    const id = String(doc.id)
    raws.set(
      id,
      [...(raws.get(id) ?? []), raw].sort((a, b) => a - b),
    )
    docs.set(id, doc)
  }
  const trips = new Map<string, string[]>()
  for (const [id, doc] of docs)
    if (typeof doc.trip_id === 'string' && doc.status !== 'Cancelled')
      trips.set(doc.trip_id, [...(trips.get(doc.trip_id) ?? []), raws.get(id)!.join('+')])
  return {
    segments: [...docs].map(([id, doc]) => `${raws.get(id)!.join('+')} ${JSON.stringify(plain(doc))}`).sort(),
    trips: [...trips.values()].map((keys) => keys.sort().join(' | ')).sort(),
  }
}

t.test(
  'the service and the offline run agree on members of random journeys, message by message',
  async (t) => {
    let clock = 0
    const ingress = await startIngress(t, { fold: true, deps: { now: () => clock } })
    const reference = referenceData()
    const sources = new Map(reference.sources.map((row) => [row.id, row]))
    let id = 0
    const env: Env = {
      now: 0,
      newId: () => String(++id),
      places: buildPlaces(reference.airports, reference.cities, reference.airlines),
      source: (name) => sources.get(name),
      url: ingress.deps.settings.baseUrl,
    }
    let accepted = 0
    let trips = 0
    for (let n = 0; n < MEMBERS; n++) {
      const member = await ingress.createMember({
        homes: [
          {
            from: null,
            city: HOME.city,
            admin_code: 'NY',
            country: 'US',
            lat: String(HOME.lat),
            lon: String(HOME.lon),
            time_zone_id: HOME.time_zone,
            airports: HOME.airports,
          },
        ],
      })
      const token = await ingress.token(member, 'app-one', { iat: 1_700_000_000, exp: 4_000_000_000 })
      const fold = startMemberFold(member, member, { member, homes: [HOME] }, env)
      const raws: Array<{ raw: number; service: number }> = []
      let last = ''
      for (const { at, segment } of journeys(7_000 + n, 3)) {
        clock = at
        const answer = await ingress.request('/v2/segments', {
          method: 'POST',
          token,
          body: { segments: [segment] },
        })
        // Some of the generated flights land before they depart: the API refuses them.
        if (answer.status === 400) continue
        t.equal(answer.status, 202, answer.text)
        last = answer.headers.get('location')!
        accepted += 1
        const raw = 1_000_000 + accepted
        raws.push({ raw, service: (answer.json as Array<{ _id: number }>)[0]!._id })
        env.now = at
        const message: LabelledMessage = {
          member,
          message_id: String(raw),
          received_at: new Date(at).toISOString(),
          raw_ids: [String(raw)],
          segments: [segment],
        }
        foldMessage(fold, message, raw, env)
      }
      await until(
        `${member} is folded`,
        async () =>
          ((await ingress.request(last, { token })).json as { status: string } | null)?.status ===
          'processed',
        20_000,
      )
      const online = new Map<number, Doc>()
      const offline = new Map<number, Doc>()
      for (const { raw, service } of raws) {
        const answer = await ingress.request(`/v2/segments/${service}`, { token })
        if (answer.status === 200 && (answer.json as Doc).status !== 'Processing')
          online.set(raw, answer.json as Doc)
        const { state } = fold
        const item = state.segments.get(
          state.segmentOf.get(findRawSegment(state, String(raw))?.id ?? '') ?? '',
        )
        if (item !== undefined) offline.set(raw, documentOf(item.doc))
      }
      const [actual, expected] = [itinerary(online), itinerary(offline)]
      t.same(actual.trips, expected.trips, `trips of member ${n}`)
      t.same(actual.segments, expected.segments, `segments of member ${n}`)
      trips += actual.trips.length
    }
    t.ok(accepted > 15 * MEMBERS, `${accepted} messages`)
    t.ok(trips > 2 * MEMBERS, `${trips} trips`)
  },
)
