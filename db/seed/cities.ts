/** Cities of the world with their other names, divisions and zones. */
import type { CityRow } from '../../schemas/itinerary/reference-rows.js'
import { readRows, requiredCell } from './data-files.js'
import { readCities } from './snapshots.js'
import { normaliseName } from '../reads/normalise-name.js'
import { cityZones } from './zones.js'

const ASCII = /^[\x20-\x7e]*$/

/** Abandoned, destroyed, historical places are nobody's destination. */
const GONE = new Set(['PPLQ', 'PPLW', 'PPLH', 'PPLCH'])

/** All of them, largest first; `cityCode` is still to be filled in. */
export function cities(): CityRow[] {
  const zone = cityZones()
  const divisions = new Map(
    readRows('admins').map((row) => [
      `${requiredCell(row, 0)}.${requiredCell(row, 1)}`,
      { code: requiredCell(row, 2), name: requiredCell(row, 3) },
    ]),
  )
  const rows: CityRow[] = []
  for (const {
    cityId,
    name,
    country,
    featureCode,
    adminCode,
    population,
    loc: {
      coordinates: [lon, lat],
    },
  } of readCities()) {
    if (GONE.has(featureCode)) continue
    const division = divisions.get(`${country}.${adminCode}`)
    rows.push({
      id: String(cityId),
      name,
      asciiName: asciiName(name),
      cityCode: null,
      adminCode: division?.code ?? (adminCode === '' || adminCode === '00' ? null : adminCode),
      adminName: division?.name ?? null,
      country,
      lat,
      lon,
      zone: zone(cityId, country, adminCode),
      population,
      alternates: saints(name),
    })
  }
  rows.sort((a, b) => b.population - a.population || Number(a.id) - Number(b.id))
  addNames(rows)
  return rows
}

/** Gives each line of other names to the largest city that has one of them. */
function addNames(rows: CityRow[]): void {
  const byName = new Map<string, CityRow>()
  for (const row of rows) {
    const key = `${row.country} ${normaliseName(row.name)}`
    if (!byName.has(key)) byName.set(key, row)
  }
  for (const line of readRows('city-names')) {
    const country = requiredCell(line, 0)
    const names = [requiredCell(line, 1), ...requiredCell(line, 2).split(';')]
    const found = names
      .map((name) => byName.get(`${country} ${normaliseName(name)}`))
      .filter((row) => row !== undefined)
    const [row] = found.sort((a, b) => b.population - a.population)
    if (row === undefined) continue
    const others = new Set([...row.alternates, ...names])
    others.delete(row.name)
    row.alternates = [...others]
  }
}

/** `St. Louis` and `Saint Louis` are one name. */
function saints(name: string): string[] {
  const names: string[] = []
  if (!/^(St|Saint|Sankt|Fort|Mount)/.test(name)) return umlauts(name)
  if (/^St\.? /.test(name)) names.push(name.replace(/^St\.? /, 'Saint '), name.replace(/^St\.? /, 'St '))
  if (/^Ste\.? /.test(name)) names.push(name.replace(/^Ste\.? /, 'Sainte '))
  if (/^Saint[ -]/.test(name)) names.push(name.replace(/^Saint[ -]/, 'St '))
  if (/^Sankt /.test(name)) names.push(name.replace(/^Sankt /, 'St '))
  if (/^Fort /.test(name)) names.push(name.replace(/^Fort /, 'Ft '))
  if (/^Mount /.test(name)) names.push(name.replace(/^Mount /, 'Mt '))
  return [...names, ...umlauts(name)].filter((other) => other !== name)
}

/** Umlauts and ringed letters written out, as in addresses without accents. */
function umlauts(name: string): string[] {
  if (ASCII.test(name)) return []
  const written = name
    .replace(/[äæÄÆ]/g, (letter) => (letter === letter.toUpperCase() ? 'Ae' : 'ae'))
    .replace(/[öøœ]/g, 'oe')
    .replace(/[ÖØŒ]/g, 'Oe')
    .replace(/ü/g, 'ue')
    .replace(/Ü/g, 'Ue')
    .replace(/å/g, 'aa')
    .replace(/Å/g, 'Aa')
  return written === name ? [] : [written]
}

const PLAIN: Record<string, string> = {
  ß: 'ss',
  ø: 'o',
  Ø: 'O',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  Ð: 'D',
  þ: 'th',
  Þ: 'Th',
  ı: 'i',
}

function asciiName(name: string): string {
  if (ASCII.test(name)) return name
  return (
    name
      .normalize('NFKD')
      .replace(/\p{M}+/gu, '')
      .replace(/[ßøØæÆœŒłŁđĐðÐþÞı]/g, (letter) => PLAIN[letter] ?? letter)
      .replace(/[‘’ʻʼ`]/g, "'")
      .replace(/[^\x20-\x7e]+/g, '')
      .trim() || name
  )
}
