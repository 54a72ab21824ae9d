/** RULES N3: airlines by code or name. */
import VENDOR_WORDS from '../../../schemas/data/vendor-words.json' with { type: 'json' }
import { comparisonForm } from '../../../schemas/base/text.js'
import type { AirlineRow } from '../../../schemas/itinerary/reference-rows.js'
import { memoize } from '../../../schemas/base/memoize.js'
import { wordSet } from '../lib/word-tables.js'
import { CACHED_LOOKUPS } from './code-lookup.js'

/** Words that many airline names share. */
const FILLER_WORDS = wordSet(VENDOR_WORDS.airlineFiller)
/** What is left of a shorter name without filler words may mean any airline. */
const MIN_DISTINCTIVE_LENGTH = 4

export interface AirlineLookup {
  /** The two-character code of a name or code; null when unknown. */
  code: (text: string) => string | null
  name: (code: string) => string | null
}

/** The first row of a code or name wins. */
export function airlineLookup(rows: readonly AirlineRow[]): AirlineLookup {
  const codes = new Map<string, string>()
  const names = new Map<string, string>()
  for (const row of rows) {
    for (const text of [row.iata, row.icao ?? '', row.name, ...row.alternates]) {
      const key = comparisonForm(text)
      if (key !== '' && !codes.has(key)) codes.set(key, row.iata)
    }
    if (!names.has(row.iata)) names.set(row.iata, row.name)
  }
  let byDistinctiveWords: ReadonlyMap<string, string> | null = null
  const find = (text: string): string | null => {
    const key = comparisonForm(text)
    const code = codes.get(key)
    if (code !== undefined) return code
    const words = distinctiveWords(key)
    byDistinctiveWords ??= indexByDistinctiveWords(codes)
    return codes.get(words) ?? byDistinctiveWords.get(words) ?? null
  }
  return { code: memoize(CACHED_LOOKUPS, find), name: (code) => names.get(code) ?? null }
}

function indexByDistinctiveWords(codes: ReadonlyMap<string, string>): Map<string, string> {
  const index = new Map<string, string>()
  for (const [name, code] of codes) {
    const words = distinctiveWords(name)
    if (words.length >= MIN_DISTINCTIVE_LENGTH && !index.has(words)) index.set(words, code)
  }
  return index
}

/** The name without filler words, or all of it if nothing else is left. */
function distinctiveWords(folded: string): string {
  const left = folded.split(' ').filter((word) => !FILLER_WORDS.has(word))
  return left.length === 0 ? folded : left.join(' ')
}
