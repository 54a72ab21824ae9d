/** Airlines, one per code: the one that uses it now, or the last one that did. */
import type { AirlineRow } from '../../schemas/itinerary/reference-rows.js'
import { cell, readRows, requiredCell } from './data-files.js'
import { readAirlines } from './snapshots.js'

/** Ordered by code. Our own list (`airlines.txt`) overrides the snapshot. */
export function airlines(): AirlineRow[] {
  const countries = countryCodes()
  const rows = new Map<string, AirlineRow>()
  // An active airline takes the code of an inactive one; of two active ones the snapshot has the passenger
  // airline first.
  for (const { iata, icao, name, country, active } of readAirlines()) {
    const known = rows.get(iata)
    if (known !== undefined && (known.active || !active)) continue
    rows.set(iata, {
      iata,
      icao: /^[A-Z]{3}$/.test(icao) ? icao : null,
      name,
      alternates: [],
      country: countries.get(country) ?? null,
      active,
    })
  }
  for (const line of readRows('airlines')) {
    const active = !requiredCell(line, 0).startsWith('-')
    const iata = requiredCell(line, 0).replace('-', '')
    const names = new Set(cell(line, 4)?.split(';') ?? [])
    const known = rows.get(iata)
    if (known !== undefined && known.icao === cell(line, 1)) names.add(known.name)
    const name = requiredCell(line, 2)
    names.delete(name)
    rows.set(iata, {
      iata,
      icao: cell(line, 1),
      name,
      alternates: [...names],
      country: cell(line, 3),
      active,
    })
  }
  return [...rows.values()].sort((a, b) => (a.iata < b.iata ? -1 : 1))
}

function countryCodes(): Map<string, string> {
  const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
  const codes = new Map(readRows('country-names').map((row) => [requiredCell(row, 0), requiredCell(row, 1)]))
  for (let a = 65; a <= 90; a++) {
    for (let b = 65; b <= 90; b++) {
      const code = String.fromCharCode(a, b)
      const name = names.of(code)
      if (name !== undefined && !codes.has(name)) codes.set(name, code)
    }
  }
  return codes
}
