import { connect } from '../../../db/pg/connect.js'
import { documents } from '../../../db/documents/documents.js'
import { documentReadings } from '../../../db/documents/document-readings.js'
import { PAGE_CLIENT } from '../../../api/pages/member/documents/page-documents.js'
import type { DocumentPart } from '../../../schemas/documents/reading.js'
import { silentLog } from '../silent-log.js'

const DAY = new Date(Date.now() + 60 * 86_400_000).toISOString().slice(0, 10)

/** Stores a document that the member has sent on the page, as if it had been read; nothing is submitted. */
export async function insertReadDocument(
  databaseUrl: string,
  { member, id, name }: { member: string; id: string; name: string },
  segments: ReadonlyArray<Record<string, unknown>> = [
    {
      ...{
        type: 'Air',
        source: 'airline_lx',
        airline: 'LX',
        flight_num: '38',
        origin: 'ZRH',
        destination: 'SFO',
      },
      ...{ departure_datetime: `${DAY}T13:10`, arrival_datetime: `${DAY}T16:15`, confirmation_no: name },
      ...{ first_name: name, last_name: 'Miller', price: '812.50', currency: 'CHF' },
    },
    {
      ...{ type: 'Hotel', source: 'gds', hotel_name: name, city_name: 'San Francisco', country: 'US' },
      ...{ checkin_date: DAY, checkout_date: DAY },
    },
  ],
): Promise<void> {
  const { pool, close } = connect({ url: databaseUrl, name: 'test', log: silentLog() })
  await documents(pool).add({
    ...{ id, member, name, account: null, client: PAGE_CLIENT, request: 'r', received: Date.now() },
    ...{ bytes: Buffer.from('x'), mediaType: null, batch: id },
    ...{ source: null, appointments: false, dryRun: true },
  })
  const problems = [
    { field: 'price', description: `It is not clear: ${name}.` },
    { field: null, description: 'It has no day.' },
  ]
  const parts: DocumentPart[] = [
    ...segments.map((_, at) => ({
      at: `line ${at + 1}`,
      result: 'read' as const,
      segment: at,
      problems: [],
    })),
    { at: 'line 7', result: 'incomplete', segment: 0, problems },
    { at: `line ${name}`, result: 'refused', segment: null, problems },
    { at: 'lines 9-12', result: 'ignored', segment: null, problems: [] },
  ]
  await documentReadings(pool, 0).saveReading(id, {
    ...{ status: 'read', format: 'pnr', parts, error: null },
    segments: [...segments],
  })
  await close()
}
