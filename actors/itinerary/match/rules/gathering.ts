/** RULES 3.3.9: the same gathering at the same time. */
import { isContained, words } from '../../lib/words.js'
import { isFartherThan } from '../../places/place.js'
import type { Statement } from '../../statement/statement.js'
import {
  CHANGED_LEG,
  CONFLICT,
  dayGap,
  endGap,
  haveSameLocator,
  isMatch,
  LOOKALIKE,
  NONE,
  OTHER_LEG,
  SAME_LEG,
  startGap,
} from '../match-rule.js'
import type { MatchRule } from '../match-rule.js'
import { isTitleWithin, SAME_TITLE, titleSimilarity } from '../titles.js'

const OTHER_PLACE_KM = 100
const SAME_START_MINUTES = 15
const DOORS_OPEN_MINUTES = 60
const SIMILAR_TITLE = 0.5
const MIN_TITLE_LENGTH = 5

/**
 * True for two shows that end at the same minute and have one title, which one of them extends: `Hamlet`,
 * `Hamlet at Opera House`. A short title of one word proves nothing, nor does one word of a meeting's title.
 */
function isSameShow(a: Statement, b: Statement): boolean {
  if (endGap(a, b) !== 0 || !isContained(a.nameWords, b.nameWords)) return false
  const short = a.nameWords.length <= b.nameWords.length ? a.nameWords : b.nameWords
  return short.length > 1 || (a.raw.type !== 'Meeting' && (short[0] ?? '').length >= MIN_TITLE_LENGTH)
}

/** True if both name a venue, and the names share no word. */
function haveOtherVenues(a: Statement, b: Statement): boolean {
  const [left, right] = [a.raw.fields.get('venue'), b.raw.fields.get('venue')]
  return (
    typeof left === 'string' && typeof right === 'string' && titleSimilarity(words(left), words(right)) === 0
  )
}

function relate(a: Statement, b: Statement): number {
  const days = dayGap(a, b)
  if (days === null || days > 1) return CONFLICT
  if (isFartherThan(a.from, b.from, OTHER_PLACE_KM)) return CONFLICT
  const gap = startGap(a, b)
  const similarity = titleSimilarity(a.nameWords, b.nameWords)
  const isSameTitle = similarity >= SAME_TITLE
  const startsTogether = gap !== null && gap <= SAME_START_MINUTES
  if (haveOtherVenues(a, b)) return isSameTitle && startsTogether ? LOOKALIKE : CONFLICT
  const isSimilar = similarity >= SIMILAR_TITLE || a.nameWords.length === 0
  if (haveSameLocator(a, b) && days === 0 && isSimilar) return 1
  if (gap === null) return days === 0 && isSameTitle ? 3 : NONE
  if (startsTogether) return relateSameStart(a, b, isSameTitle)
  return days === 0 && gap <= DOORS_OPEN_MINUTES ? relateDoorsOpen(a, b, isSameTitle) : NONE
}

/** Doors open before the show: what ends at the same minute is the same, also under the longer title. */
function relateDoorsOpen(a: Statement, b: Statement, isSameTitle: boolean): number {
  return a.raw.source !== b.raw.source && (isSameTitle || isSameShow(a, b)) ? 4 : NONE
}

function relateSameStart(a: Statement, b: Statement, isSameTitle: boolean): number {
  if (isSameTitle) return 1
  if (isTitleWithin(a.nameWords, b.nameWords)) return 2
  return a.raw.source !== b.raw.source && isSameShow(a, b) ? 3 : LOOKALIKE
}

/** The weakest tier that proves one leg without a change. */
const MAX_SAME_LEG_TIER = 3

function compareBookedLegs(earlier: Statement, later: Statement): number {
  const tier = relate(earlier, later)
  if (!isMatch(tier)) return OTHER_LEG
  return tier <= MAX_SAME_LEG_TIER ? SAME_LEG : CHANGED_LEG
}

export const gatheringRule: MatchRule = { relate, compareBookedLegs }
