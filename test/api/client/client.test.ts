/** The client package against the running server. */
import t from 'tap'
import { BatchRefusedError } from '../../../api/client/src/index.js'
import type { RawSegment } from '../../../api/client/src/index.js'
import { startIngress } from '../../support/api/ingress.js'
import { secureClient } from '../../support/api/secure-client.js'
import { until } from '../../support/until.js'

t.setTimeout(120_000)

const flight = (day: string, origin: string, destination: string): RawSegment => ({
  type: 'Air',
  source: 'airline_ba',
  airline: 'BA',
  flight_num: '304',
  origin,
  destination,
  departure_datetime: `${day}T07:30`,
  arrival_datetime: `${day}T20:45`,
  confirmation_no: `TF${day.slice(0, 4)}`,
})

t.test('a partner submits, reads and pages', async (t) => {
  const ingress = await startIngress(t, { fold: true })
  const token = await ingress.token(await ingress.createMember())
  const client = secureClient(ingress.url, token)
  const years = [2021, 2022, 2023]
  const { accepted, batchId } = await client.segments.submit(
    {
      segments: years.flatMap((year) => [
        flight(`${year}-03-20`, 'JFK', 'LHR'),
        flight(`${year}-03-25`, 'LHR', 'JFK'),
      ]),
    },
    { prefer: 'wait=10' },
  )
  t.equal(accepted.length, 6)
  await until(
    'the batch is processed',
    async () => (await client.batches.get(batchId)).status === 'processed',
  )

  const seen: string[] = []
  for await (const trip of client.trips.past({ limit: 1, segments: 1 })) {
    const [segment] = trip.segments ?? []
    if (segment?.type === 'Air') seen.push(segment.departure_datetime.slice(0, 4))
  }
  t.same(seen.sort(), ['2021', '2022', '2023'], 'every page was read')
  t.equal((await client.trips.past({ limit: 1 }).toArray(2)).length, 2)

  const refused = await client.segments
    .submit({ segments: [{ ...flight('2024-03-20', 'JFK', 'LHR'), source: 'nobody' }] })
    .catch((error: unknown) => error)
  t.ok(refused instanceof BatchRefusedError, 'a refusal is typed')
  t.match(refused, { status: 400, segments: [{ errors: [{ field: 'source' }] }] })

  const [trip] = await client.trips.past({ limit: 1 }).toArray(1)
  const changed = await client.trips.update(trip!.id, { headline: 'By the client' })
  t.match(changed, { pending: false, resource: { headline: 'By the client' } })
  await t.rejects(client.trips.get('1'), { name: 'TripfoldError', code: 'invalid_request' })
})
