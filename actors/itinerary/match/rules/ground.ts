/** Cars, trains, cruises, transfers and parking (RULES 3.3.3 to 3.3.7). */
import { NEAR_KM } from '../../places/distance.js'
import { isFartherThan, distanceBetween, isSameCity } from '../../places/place.js'
import type { Statement } from '../../statement/statement.js'
import { comparisonForm } from '../../../../schemas/base/text.js'
import { isContained, jaccard, words } from '../../lib/words.js'
import { CONFLICT, dayGap, endGap, LOOKALIKE, NONE, haveSameLocator, startGap } from '../match-rule.js'
import type { MatchRule } from '../match-rule.js'

function dropDays(a: Statement, b: Statement): number | null {
  if (a.end === null || b.end === null) return null
  return Math.abs(Math.floor(a.end.wall / 1440) - Math.floor(b.end.wall / 1440))
}

/** The vendor's rule of a leg: what matches across sources is one leg, with a booking's own change allowed for. */
function legBy(relate: MatchRule['relate'], surest: number): MatchRule['compareLegs'] {
  return (earlier, later) => {
    const tier = relate(earlier, later)
    if (tier <= 0 || tier >= LOOKALIKE) return 0
    if (earlier.locatorKey === null) return tier <= surest ? 1 : 0
    return earlier.start?.wall === later.start?.wall ? 1 : 2
  }
}

function relateCars(a: Statement, b: Statement): number {
  if (
    a.vendor !== null &&
    b.vendor !== null &&
    a.vendor !== b.vendor &&
    !a.vendor.startsWith(b.vendor) &&
    !b.vendor.startsWith(a.vendor)
  )
    return CONFLICT
  if (isFartherThan(a.from, b.from, NEAR_KM)) return CONFLICT
  const days = dayGap(a, b)
  if (days === null) return NONE
  if (haveSameLocator(a, b)) return days <= 1 ? 1 : days <= 14 && isSameCity(a.from, b.from) ? 6 : NONE
  const placed = a.from === null || b.from === null || !isFartherThan(a.from, b.from, NEAR_KM)
  if (!placed) return NONE
  const vendor = a.vendor !== null && b.vendor !== null
  const pick = startGap(a, b)
  const drop = endGap(a, b)
  if (pick !== null && pick <= 60 && (drop === null ? (dropDays(a, b) ?? 0) === 0 : drop <= 60))
    return vendor ? 2 : 4
  if (days === 0 && (dropDays(a, b) ?? 0) === 0) return vendor ? 3 : LOOKALIKE
  if (pick !== null && drop !== null && pick <= 180 && drop <= 180) return vendor ? 4 : LOOKALIKE
  return days <= 1 && vendor && (dropDays(a, b) ?? 9) <= 1 ? LOOKALIKE : NONE
}
export const carRule: MatchRule = { relate: relateCars, compareLegs: legBy(relateCars, 4) }

const STATION = new Set([
  'STATION',
  'STN',
  'STA',
  'CENTRAL',
  'RAILWAY',
  'TRAIN',
  'GARE',
  'HBF',
  'HAUPTBAHNHOF',
  'BAHNHOF',
  'BF',
  'ESTACION',
  'ESTACAO',
  'STAZIONE',
  'DE',
  'DU',
  'LA',
  'THE',
  'OF',
  'TERMINAL',
  'INTERNATIONAL',
  'INTL',
  'INT',
  'MAIN',
  'HB',
])

/** A code alone: railways have lists of their own, in which it may stand for another place than the airport of that code. */
const BARE_CODE = /^[A-Z]{3}$/

function stationWords(s: Statement, field: string): string[] {
  return words(String(s.raw.fields[field] ?? '')).map((word) =>
    word === 'SAINT' || word === 'SANKT' ? 'ST' : word,
  )
}

function stations(a: Statement, b: Statement, end: 'from' | 'to', field: string): 'same' | 'apart' | 'open' {
  const left = stationWords(a, field)
  const right = stationWords(b, field)
  if (left.length > 0 && left.join(' ') === right.join(' ')) return 'same'
  const [p, q] = [left.filter((w) => !STATION.has(w)), right.filter((w) => !STATION.has(w))]
  if (isContained(p, q)) return 'same'
  const km = distanceBetween(a[end], b[end])
  if (km === null) return 'open'
  if (km <= 50 || isSameCity(a[end], b[end])) return 'same'
  return BARE_CODE.test(String(a.raw.fields[field])) !== BARE_CODE.test(String(b.raw.fields[field]))
    ? 'open'
    : 'apart'
}

function relateTrains(a: Statement, b: Statement): number {
  const from = stations(a, b, 'from', 'origin')
  const to = stations(a, b, 'to', 'destination')
  const gap = startGap(a, b)
  const arrival = endGap(a, b)
  // A ticket over several trains begins or ends with one of them.
  if (from === 'same' && to === 'apart') return gap !== null && gap <= 10 ? LOOKALIKE : CONFLICT
  if (from === 'apart' && to === 'same') return arrival !== null && arrival <= 10 ? LOOKALIKE : CONFLICT
  if (from === 'apart' || to === 'apart') return CONFLICT
  const days = dayGap(a, b)
  if (days === null) return NONE
  const same = from === 'same' && to === 'same'
  const number = a.number !== null && a.number === b.number
  const key = haveSameLocator(a, b)
  if (number && (same || (gap !== null && gap <= 10))) {
    if (gap === null) return days === 0 ? 2 : NONE
    if (gap <= 6 * 60) return days === 0 ? 1 : 2
    return days === 0 ? 4 : key && gap <= 24 * 60 ? 5 : NONE
  }
  if (!same) return key && gap !== null && gap <= 10 ? 3 : NONE
  if (gap === null) return days === 0 && (a.number === null || b.number === null || key) ? 3 : NONE
  if ((a.number === null || b.number === null) && gap <= 15 && (arrival === null || arrival <= 20)) return 2
  if (gap <= 5 && (arrival === null || arrival <= 10))
    return key || a.locatorKey === null || b.locatorKey === null ? 3 : 4
  if (key && gap <= 24 * 60) return 6
  if (gap > 3 * 60 && !key) return CONFLICT
  return gap <= 30 ? LOOKALIKE : NONE
}

function trainLeg(earlier: Statement, later: Statement): number {
  const tier = relateTrains(earlier, later)
  if (tier <= 0 || tier >= LOOKALIKE) return 0
  if (earlier.locatorKey === null) return tier <= 3 ? 1 : 0
  const number = earlier.number !== null && earlier.number === later.number
  if (earlier.status === 'Cancelled' && later.status !== 'Cancelled' && !number && tier === 6) return 0
  return tier <= 3 ? 1 : 2
}
export const railRule: MatchRule = { relate: relateTrains, compareLegs: trainLeg }

const whole = (name: readonly string[]): string[] => name.filter((word) => word.length > 2)

function relateCruises(a: Statement, b: Statement): number {
  // `C. Smeralda`, `Seaside`: a line's ships are told by the rest of their names.
  const ship = isContained(whole(a.nameWords), whole(b.nameWords)) ? 1 : jaccard(a.nameWords, b.nameWords)
  if (a.nameWords.length > 0 && b.nameWords.length > 0 && ship < 0.5) return CONFLICT
  const days = dayGap(a, b)
  if (days === null) return NONE
  if (haveSameLocator(a, b)) return days <= 30 ? 1 : NONE
  return ship >= 0.5 && days === 0 ? 2 : ship >= 0.5 && days === 1 ? LOOKALIKE : NONE
}
export const cruiseRule: MatchRule = { relate: relateCruises, compareLegs: legBy(relateCruises, 2) }

const FORM = new Set([
  'SE',
  'AG',
  'GMBH',
  'LTD',
  'BV',
  'INC',
  'LLC',
  'SA',
  'AB',
  'OY',
  'PLC',
  'TECHNOLOGIES',
  'GROUP',
])
const STEM = 4

/** One company's name, in full or short: `Flix SE` of FlixBus. */
function sameCarrier(a: string, b: string): boolean {
  const [left, right] = [a, b].map((name) => name.split(' ').filter((word) => !FORM.has(word))) as [
    string[],
    string[],
  ]
  if (jaccard(left, right) >= 0.34 || a === b) return true
  const [head, other] = [left[0] ?? '', right[0] ?? '']
  return Math.min(head.length, other.length) >= STEM && (head.startsWith(other) || other.startsWith(head))
}

function relateTransfers(a: Statement, b: Statement): number {
  if (a.vendor !== null && b.vendor !== null && !sameCarrier(a.vendor, b.vendor)) return CONFLICT
  if (isFartherThan(a.from, b.from, NEAR_KM)) return CONFLICT
  const days = dayGap(a, b)
  if (days === null) return NONE
  const gap = startGap(a, b)
  if (haveSameLocator(a, b) && days <= 1 && (gap === null || gap <= 24 * 60)) return 1
  return gap !== null &&
    gap <= 15 &&
    (a.from === null || b.from === null || !isFartherThan(a.from, b.from, 25))
    ? 2
    : NONE
}
export const transportRule: MatchRule = { relate: relateTransfers, compareLegs: legBy(relateTransfers, 2) }

function relateParking(a: Statement, b: Statement): number {
  if (isFartherThan(a.from, b.from, 50)) return CONFLICT
  const alike =
    comparisonForm(a.nameWords.join(' ')) === comparisonForm(b.nameWords.join(' ')) ||
    jaccard(a.nameWords, b.nameWords) >= 0.5
  const days = dayGap(a, b)
  if (days === null) return NONE
  if (haveSameLocator(a, b)) return days <= 14 ? 1 : NONE
  // What begins and ends at the same minutes in one city is one space, whatever the names call it: they must share a word at least.
  const minutes = startGap(a, b) === 0 && endGap(a, b) === 0 && jaccard(a.nameWords, b.nameWords) > 0
  return days === 0 && (alike || minutes) ? 2 : NONE
}
export const parkingRule: MatchRule = { relate: relateParking, compareLegs: legBy(relateParking, 2) }
