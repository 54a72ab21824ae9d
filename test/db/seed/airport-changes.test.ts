/** What changed among the world's airports is in the reference data (db/seed/data/airport-changes.txt). */
import t from 'tap'
import { airportChanges, dateOf, isInSnapshot } from '../../../db/seed/airport-changes.js'
import type { AirportChange } from '../../../db/seed/airport-changes.js'
import { referenceData } from '../../../db/seed/reference-data.js'
import { readAirports } from '../../../db/seed/snapshots.js'
import type { AirportRow } from '../../../schemas/itinerary/reference-rows.js'

/** The newest change that is known: an addition to the list is named here too, so that a list without it fails. */
const NEWEST = 'WSI'

const changes = airportChanges()
const rows = new Map(referenceData().airports.map((row) => [row.iata, row]))
const snapshot = new Map(readAirports().map((row) => [row.iata, row]))

function isAt(row: AirportRow | undefined, site: { lat: number; lon: number } | null | undefined): boolean {
  return row !== undefined && site != null && row.lat === site.lat && row.lon === site.lon
}

/** Whether the data say what a line says. */
const IS_APPLIED: Record<AirportChange['what'], (change: AirportChange) => boolean> = {
  opened: isInService,
  missing: isInService,
  closed: ({ code, otherCode, until, site }) => {
    const row = rows.get(code)
    const hasSuccessor = row?.otherSite?.from === until
    return row?.type === 'closed' && isAt(row, site) && hasSuccessor === (otherCode !== null)
  },
  moved: ({ code, until, site }) => {
    const other = rows.get(code)?.otherSite
    return rows.get(code)?.type !== 'closed' && other?.until === until && other?.lat === site?.lat
  },
  renamed: ({ code, otherCode }) =>
    rows.get(code)?.type === 'closed' && isAt(rows.get(code), rows.get(otherCode ?? '')),
  also: ({ code, otherCode }) =>
    rows.get(code)?.type !== 'closed' && isAt(rows.get(code), rows.get(otherCode ?? '')),
}

function isInService({ code, site }: AirportChange): boolean {
  const row = rows.get(code)
  return row !== undefined && row.type !== 'closed' && (snapshot.has(code) || isAt(row, site))
}

t.test('every change is in the data, the newest last', async (t) => {
  t.same(
    changes.filter((change) => !IS_APPLIED[change.what](change)),
    [],
  )
  t.equal(changes.at(-1)?.code, NEWEST)
  const dates = changes.map(dateOf)
  t.same(dates, dates.toSorted(), 'the oldest first')
  t.equal(new Set(changes.map(({ what, code }) => `${what} ${code}`)).size, changes.length)
})

t.test('the list knows what the snapshot has by now', async (t) => {
  const state = (code: string): boolean[] =>
    changes.filter((change) => change.code === code).map((change) => isInSnapshot(change, snapshot.get(code)))
  t.same(state('NLU'), [true])
  t.same(state('KTI'), [false])
  t.same(state('PNH'), [false], 'the snapshot still has flights there')
  t.same(state('MJV'), [true])
  t.same(state('IST'), [false], 'it has no date for the move')
})

t.test('a closed airport gives no code to its city, and its successor does', async (t) => {
  t.match(rows.get('REP'), {
    name: 'Siem Reap International Airport (1932 to 2023)',
    zone: 'Asia/Phnom_Penh',
  })
  t.match(rows.get('HEX'), { name: 'Santo Domingo Herrera Airport (to 2006)' })
  t.match(rows.get('NMI'), { icao: 'VANM' }, 'completes a row of the snapshot')
  t.same(
    ['BSL', 'MLH', 'EAP'].map((code) => rows.get(code)?.cityCode),
    ['EAP', 'EAP', 'EAP'],
  )
})
