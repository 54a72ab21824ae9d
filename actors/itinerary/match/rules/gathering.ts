/** Meetings, events, activities, tables and check-ins: the same gathering or visit at the same time (RULES 3.3.8 to 3.3.10). */
import { distanceKm } from '../../places/distance.js'
import { isFartherThan } from '../../places/place.js'
import type { Statement } from '../../statement/statement.js'
import { isContained, jaccard, isOneEditApart, words } from '../../lib/words.js'
import { CONFLICT, dayGap, endGap, LOOKALIKE, NONE, haveSameLocator, startGap } from '../match-rule.js'
import type { MatchRule } from '../match-rule.js'

const SAME_NAME = 0.8
const CHECKIN_KM = 0.2

/** Similarity of two titles, a letter's slip forgiven. */
function titleSimilarity(a: readonly string[], b: readonly string[]): number {
  const plain = jaccard(a, b)
  if (plain >= SAME_NAME || a.length === 0 || b.length === 0) return plain
  const left = [...new Set(a)]
  const right = [...new Set(b)]
  let shared = 0
  for (const word of left)
    if (right.some((other) => other === word || (word.length > 3 && isOneEditApart(word, other)))) shared++
  return shared / (left.length + right.length - shared)
}

/** All words of the shorter title stand in the longer, and they are more than one. */
function within(a: readonly string[], b: readonly string[]): boolean {
  return Math.min(a.length, b.length) > 1 && isContained(a, b)
}

const SHORTEST_TITLE = 5

/** A show that ends at the same minute, of which one title says more: `Hamlet`, `Hamlet at Opera House`. One word of a meeting's would tell nothing. */
function sameShow(a: Statement, b: Statement): boolean {
  if (endGap(a, b) !== 0 || !isContained(a.nameWords, b.nameWords)) return false
  const short = a.nameWords.length <= b.nameWords.length ? a.nameWords : b.nameWords
  return short.length > 1 || (a.raw.type !== 'Meeting' && (short[0] ?? '').length >= SHORTEST_TITLE)
}

/** Both name a venue, and the names share no word. */
function otherVenue(a: Statement, b: Statement): boolean {
  const [left, right] = [a.raw.fields.venue, b.raw.fields.venue]
  return (
    typeof left === 'string' && typeof right === 'string' && titleSimilarity(words(left), words(right)) === 0
  )
}

function relateGatherings(a: Statement, b: Statement): number {
  const days = dayGap(a, b)
  if (days === null || days > 1) return CONFLICT
  if (isFartherThan(a.from, b.from, 100)) return CONFLICT
  const gap = startGap(a, b)
  const name = titleSimilarity(a.nameWords, b.nameWords)
  if (otherVenue(a, b)) return name >= SAME_NAME && gap !== null && gap <= 15 ? LOOKALIKE : CONFLICT
  if (haveSameLocator(a, b) && days === 0 && (name >= 0.5 || a.nameWords.length === 0)) return 1
  if (gap === null) return days === 0 && name >= SAME_NAME ? 3 : NONE
  const others = a.raw.source !== b.raw.source
  if (gap <= 15)
    return name >= SAME_NAME
      ? 1
      : within(a.nameWords, b.nameWords)
        ? 2
        : others && sameShow(a, b)
          ? 3
          : LOOKALIKE
  // Doors open before the show: what ends at the same minute is the same, also under the longer title.
  if (others && gap <= 60 && days === 0 && (name >= SAME_NAME || sameShow(a, b))) return 4
  return NONE
}

function gatheringLeg(earlier: Statement, later: Statement): number {
  const tier = relateGatherings(earlier, later)
  if (tier <= 0 || tier >= LOOKALIKE) return 0
  return tier <= 3 ? 1 : 2
}
export const gatheringRule: MatchRule = { relate: relateGatherings, compareLegs: gatheringLeg }

function relateTables(a: Statement, b: Statement): number {
  const days = dayGap(a, b)
  if (days === null || days > 1) return CONFLICT
  if (isFartherThan(a.from, b.from, 50)) return CONFLICT
  const gap = startGap(a, b)
  const name = titleSimilarity(a.nameWords, b.nameWords)
  if (haveSameLocator(a, b) && name > 0) return 1
  if (name < 0.5) return gap !== null && gap <= 15 ? LOOKALIKE : NONE
  return gap === null ? (days === 0 ? 3 : NONE) : gap <= 30 ? 2 : NONE
}
/**
 * Tables: one booking with a word of the name in common, else names at least half alike within half an hour or, without
 * times, on one day.
 */
export const restaurantRule: MatchRule = {
  relate: relateTables,
  compareLegs: (a, b) => {
    const tier = relateTables(a, b)
    return tier > 0 && tier < LOOKALIKE ? (tier === 1 ? 2 : 1) : 0
  },
}

function relateVisits(a: Statement, b: Statement): number {
  const gap = startGap(a, b)
  if (gap === null || gap > 60) return CONFLICT
  const close =
    a.from !== null &&
    b.from !== null &&
    distanceKm(
      a.from.spots[0] as { lat: number; lon: number },
      b.from.spots[0] as { lat: number; lon: number },
    ) < CHECKIN_KM
  const named = titleSimilarity(a.nameWords, b.nameWords) >= SAME_NAME && !isFartherThan(a.from, b.from, 50)
  return gap <= 10 && (close || named) ? 1 : NONE
}
/** Check-ins: one visit within ten minutes at the same spot, or under the same name in places that may be one. */
export const checkinRule: MatchRule = {
  relate: relateVisits,
  compareLegs: (a, b) => (relateVisits(a, b) === 1 ? 1 : 0),
}
