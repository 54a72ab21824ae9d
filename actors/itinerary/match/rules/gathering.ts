/** RULES 3.3.9: the same gathering at the same time. */
import { isContained, words } from '../../lib/words.js'
import { isFartherThan } from '../../places/place.js'
import { isAtLeast, isMatch } from '../match-answer.js'
import { matchRule } from '../match-rule.js'
import type { ContinuationRow, MatchRow } from '../match-rule.js'
import { isTitleWithin, SAME_TITLE, TitledPair, titleSimilarity } from '../titles.js'

const OTHER_PLACE_KM = 100
const SAME_START_MINUTES = 15
const DOORS_OPEN_MINUTES = 60
const SIMILAR_TITLE = 0.5
const MIN_TITLE_LENGTH = 5

type GatheringRow = MatchRow<TitledPair>

const isSameTitle = ({ similarity }: TitledPair): boolean => similarity >= SAME_TITLE
const isSimilarTitle = ({ a, similarity }: TitledPair): boolean =>
  similarity >= SIMILAR_TITLE || a.nameWords.length === 0

/**
 * True for two shows of two sources that end at the same minute and have one title, which one of them extends:
 * `Hamlet`, `Hamlet at Opera House`. A short title of one word proves nothing, nor does one word of a meeting's.
 */
function isSameShow({ a, b, endGap, isSameSource }: TitledPair): boolean {
  if (isSameSource || endGap !== 0 || !isContained(a.nameWords, b.nameWords)) return false
  const short = a.nameWords.length <= b.nameWords.length ? a.nameWords : b.nameWords
  return short.length > 1 || (a.raw.type !== 'Meeting' && (short[0] ?? '').length >= MIN_TITLE_LENGTH)
}

/** True if both name a venue, and the names have words but share none. */
function haveOtherVenues({ a, b }: TitledPair): boolean {
  const [left, right] = [venueWords(a), venueWords(b)]
  return left.length > 0 && right.length > 0 && titleSimilarity(left, right) === 0
}

function venueWords({ raw }: TitledPair['a']): readonly string[] {
  const venue = raw.fields.get('venue')
  return typeof venue === 'string' ? words(venue) : []
}

const startsTogether = ({ gap }: TitledPair): boolean => gap <= SAME_START_MINUTES

const SAME_START: readonly GatheringRow[] = [
  { is: 'certain', when: isSameTitle },
  { is: 'strong', when: ({ a, b }) => isTitleWithin(a.nameWords, b.nameWords) },
  { is: 'likely', when: isSameShow },
  { is: 'lookalike', when: () => true },
]

const ROWS: readonly GatheringRow[] = [
  { is: 'conflict', when: (p) => p.days > 1 || isFartherThan(p.a.from, p.b.from, OTHER_PLACE_KM) },
  { is: 'lookalike', when: (p) => startsTogether(p) && isSameTitle(p) && haveOtherVenues(p) },
  { is: 'conflict', when: haveOtherVenues },
  { is: 'certain', when: (p) => p.isSameLocator && p.days === 0 && isSimilarTitle(p) },
  { is: 'likely', when: (p) => p.lacksTime && p.days === 0 && isSameTitle(p) },
  { rows: SAME_START, when: startsTogether },
  { is: 'fair', when: (p) => isSameTitle(p) && p.isByOtherClock },
  // Doors open before the show: what ends at the same minute is the same, also under the longer title.
  {
    is: 'fair',
    when: (p) =>
      p.days === 0 && p.gap <= DOORS_OPEN_MINUTES && ((isSameTitle(p) && !p.isSameSource) || isSameShow(p)),
  },
]

const CONTINUATIONS: ReadonlyArray<ContinuationRow<TitledPair>> = [
  { is: 'same', when: (_, answer) => isAtLeast(answer, 'likely') },
  { is: 'changed', when: (_, answer) => isMatch(answer) },
]

export const gatheringRule = matchRule((a, b) => new TitledPair(a, b), ROWS, CONTINUATIONS)
