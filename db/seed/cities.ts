/** Cities of the world with their other names, divisions and time zones. */
import type { CityRow } from '../../schemas/itinerary/reference-rows.js'
import { normaliseName } from '../reads/normalise-name.js'
import { readRows, requiredCell } from './data-files.js'
import { readCities } from './snapshots.js'
import { cityZones } from './zones.js'

const ASCII = /^[\x20-\x7e]*$/

/** GeoNames feature codes of abandoned, destroyed and historical places, which nobody travels to. */
const GONE = new Set(['PPLQ', 'PPLW', 'PPLH', 'PPLCH'])

/** All of them, largest first; `cityCode` is filled in later. */
export function cities(): CityRow[] {
  const zoneOf = cityZones()
  const divisions = new Map(
    readRows('admins').map((row) => [
      `${requiredCell(row, 0)}.${requiredCell(row, 1)}`,
      { code: requiredCell(row, 2), name: requiredCell(row, 3) },
    ]),
  )
  const rows: CityRow[] = []
  for (const { id, name, country, feature, division, population, lat, lon } of readCities()) {
    if (GONE.has(feature)) continue
    const known = divisions.get(`${country}.${division}`)
    rows.push({
      id: String(id),
      name,
      asciiName: asciiName(name),
      cityCode: null,
      adminCode: known?.code ?? (division === '' || division === '00' ? null : division),
      adminName: known?.name ?? null,
      country,
      lat,
      lon,
      zone: zoneOf(id, country, division),
      population,
      alternates: alternateSpellings(name),
    })
  }
  rows.sort((a, b) => b.population - a.population || Number(a.id) - Number(b.id))
  addOtherNames(rows)
  return rows
}

/** Gives each line of other names to the largest city that has one of them. */
function addOtherNames(rows: CityRow[]): void {
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

/** Common other spellings: `St. Louis` and `Saint Louis`, `Fort Worth` and `Ft Worth`, `Köln` and `Koeln`. */
function alternateSpellings(name: string): string[] {
  const names: string[] = []
  if (!/^(St|Saint|Sankt|Fort|Mount)/.test(name)) return withoutUmlauts(name)
  if (/^St\.? /.test(name)) names.push(name.replace(/^St\.? /, 'Saint '), name.replace(/^St\.? /, 'St '))
  if (/^Ste\.? /.test(name)) names.push(name.replace(/^Ste\.? /, 'Sainte '))
  if (/^Saint[ -]/.test(name)) names.push(name.replace(/^Saint[ -]/, 'St '))
  if (/^Sankt /.test(name)) names.push(name.replace(/^Sankt /, 'St '))
  if (/^Fort /.test(name)) names.push(name.replace(/^Fort /, 'Ft '))
  if (/^Mount /.test(name)) names.push(name.replace(/^Mount /, 'Mt '))
  return [...names, ...withoutUmlauts(name)].filter((other) => other !== name)
}

/** Umlauts and ringed letters as two letters, as in addresses without accents. */
function withoutUmlauts(name: string): string[] {
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

const ASCII_LETTERS: Record<string, string> = {
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
      .replace(/[ßøØæÆœŒłŁđĐðÐþÞı]/g, (letter) => ASCII_LETTERS[letter] ?? letter)
      .replace(/[‘’ʻʼ`]/g, "'")
      .replace(/[^\x20-\x7e]+/g, '')
      .trim() || name
  )
}
