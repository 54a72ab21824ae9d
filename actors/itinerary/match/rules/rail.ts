/** RULES 3.3.4: the same ride on the same train. */
import PLACE_WORDS from '../../../../schemas/data/place-words.json' with { type: 'json' }
import { comparisonForm } from '../../../../schemas/base/text.js'
import { wordSet } from '../../lib/word-tables.js'
import { isContained, words } from '../../lib/words.js'
import { distanceBetween, isSameCity } from '../../places/place.js'
import type { Statement } from '../../statement/statement.js'
import { isAtLeast, isMatch } from '../match-answer.js'
import { matchRule } from '../match-rule.js'
import type { ContinuationRow, MatchRow } from '../match-rule.js'
import { Pair, withinIfPresent } from '../pair.js'

const SAME_STATION_KM = 50
const SAME_MINUTES = 10
const DIVIDED_TRAIN_MINUTES = 5
const SAME_BERTH_MINUTES = 60
const UNNUMBERED_MINUTES = 15
const UNNUMBERED_ARRIVAL_MINUTES = 20
const RETIME_MINUTES = 6 * 60
const CHANGE_MINUTES = 24 * 60
const OTHER_TRAIN_MINUTES = 3 * 60
const LOOKALIKE_MINUTES = 30

/** Words that say only that a place is a station. */
const STATION_WORDS = wordSet(PLACE_WORDS.stations)

/**
 * Railways have code lists of their own: a bare code may mean another place than the airport of that code.
 */
const BARE_CODE = /^[A-Z]{3}$/

function stationWords(s: Statement, field: string): string[] {
  return words(String(s.raw.fields.get(field) ?? '')).map((word) =>
    word === 'SAINT' || word === 'SANKT' ? 'ST' : word,
  )
}

/** Whether two stations are one; `open`: a place is unknown and the names do not decide it. */
type StationRelation = 'same' | 'apart' | 'open'

function compareStations(a: Statement, b: Statement, end: 'from' | 'to'): StationRelation {
  const field = end === 'from' ? 'origin' : 'destination'
  const left = stationWords(a, field)
  const right = stationWords(b, field)
  if (left.length > 0 && left.join(' ') === right.join(' ')) return 'same'
  const isDistinctive = (word: string): boolean => !STATION_WORDS.has(word)
  if (isContained(left.filter(isDistinctive), right.filter(isDistinctive))) return 'same'
  const km = distanceBetween(a[end], b[end])
  if (km === null) return 'open'
  if (km <= SAME_STATION_KM || isSameCity(a[end], b[end])) return 'same'
  const onlyOneIsCode =
    BARE_CODE.test(String(a.raw.fields.get(field))) !== BARE_CODE.test(String(b.raw.fields.get(field)))
  return onlyOneIsCode ? 'open' : 'apart'
}

/** Coach and berth; empty if one of them is not given. */
function berthOf({ raw }: Statement): string {
  const [coach, seat] = ['coach', 'seat_assignment'].map((field) =>
    comparisonForm(String(raw.fields.get(field) ?? '')),
  )
  return coach === '' || seat === '' ? '' : `${coach} ${seat}`
}

class TrainPair extends Pair {
  readonly from = compareStations(this.a, this.b, 'from')
  readonly to = compareStations(this.a, this.b, 'to')

  get isSameRoute(): boolean {
    return this.from === 'same' && this.to === 'same'
  }

  /** They have a number in common: a train may have two. */
  get isSameNumber(): boolean {
    return this.a.trainNumbers.some((number) => this.b.trainNumbers.includes(number))
  }

  get lacksNumber(): boolean {
    return this.a.trainNumbers.length === 0 || this.b.trainNumbers.length === 0
  }

  /** One berth or seat of one coach: two trains are not booked so by chance. */
  get isSameBerth(): boolean {
    const [left, right] = [berthOf(this.a), berthOf(this.b)]
    return left !== '' && left === right
  }

  get lacksLocator(): boolean {
    return this.a.locatorKey === null || this.b.locatorKey === null
  }
}

type TrainRow = MatchRow<TrainPair>

const SAME_NUMBER: readonly TrainRow[] = [
  { is: 'strong', when: (p) => p.lacksTime && p.days === 0 },
  { is: 'certain', when: (p) => p.gap <= RETIME_MINUTES && p.days === 0 },
  { is: 'strong', when: (p) => p.gap <= RETIME_MINUTES },
  { is: 'conflict', when: (p) => p.gap > RETIME_MINUTES && p.areOtherBookings && p.clockProof === null },
  { is: 'fair', when: (p) => p.days === 0 },
  { is: 'fair', when: (p) => p.clockProof !== null },
  { is: 'weak', when: (p) => p.gap <= CHANGE_MINUTES && p.isSameLocator },
]

/** One route, other numbers or none. */
const SAME_ROUTE: readonly TrainRow[] = [
  { is: 'strong', when: (p) => (p.lacksTime ? p.days === 0 : p.gap <= SAME_BERTH_MINUTES) && p.isSameBerth },
  { is: 'likely', when: (p) => p.lacksTime && p.days === 0 && (p.lacksNumber || p.isSameLocator) },
  {
    is: 'fair',
    when: (p) => p.clockProof === 'zones' || (p.lacksNumber && p.lacksLocator && p.isByOtherClock),
  },
  { is: 'none', when: (p) => p.lacksTime },
  {
    is: 'strong',
    when: (p) =>
      p.lacksNumber && p.gap <= UNNUMBERED_MINUTES && withinIfPresent(p.endGap, UNNUMBERED_ARRIVAL_MINUTES),
  },
  // A dividing or double-numbered train.
  { is: 'likely', when: (p) => isAtSameMinutes(p) && (p.isSameLocator || p.lacksLocator) },
  { is: 'fair', when: isAtSameMinutes },
  // A change of one booking.
  { is: 'changed', when: (p) => p.gap <= CHANGE_MINUTES && p.isSameLocator },
  { is: 'conflict', when: (p) => p.gap > OTHER_TRAIN_MINUTES && !p.isSameLocator },
  { is: 'lookalike', when: (p) => p.gap <= LOOKALIKE_MINUTES },
]

function isAtSameMinutes({ gap, endGap }: TrainPair): boolean {
  return gap <= DIVIDED_TRAIN_MINUTES && withinIfPresent(endGap, SAME_MINUTES)
}

/** A ticket over several trains begins or ends with one of them: it looks like that one, and is not it. */
function isDividedJourney({ from, to, gap, endGap }: TrainPair): boolean {
  return (from === 'same' && gap <= SAME_MINUTES) || (to === 'same' && endGap <= SAME_MINUTES)
}

const ROWS: readonly TrainRow[] = [
  { is: 'lookalike', when: (p) => (p.from === 'apart' || p.to === 'apart') && isDividedJourney(p) },
  { is: 'conflict', when: (p) => p.from === 'apart' || p.to === 'apart' },
  { is: 'none', when: (p) => p.lacksDate },
  { rows: SAME_NUMBER, when: (p) => p.isSameNumber && (p.isSameRoute || p.gap <= SAME_MINUTES) },
  { rows: SAME_ROUTE, when: (p) => p.isSameRoute },
  { is: 'likely', when: (p) => p.gap <= SAME_MINUTES && p.isSameLocator },
]

const CONTINUATIONS: ReadonlyArray<ContinuationRow<TrainPair>> = [
  { is: 'same', when: (_, answer) => isAtLeast(answer, 'likely') },
  { is: 'other', when: ({ a }) => a.locatorKey === null },
  { is: 'other', when: (p, answer) => answer === 'changed' && revivesOtherTrain(p) },
  { is: 'changed', when: (_, answer) => isMatch(answer) },
]

function revivesOtherTrain({ a: earlier, b: later, isSameNumber }: TrainPair): boolean {
  return earlier.status === 'Cancelled' && later.status !== 'Cancelled' && !isSameNumber
}

export const railRule = matchRule((a, b) => new TrainPair(a, b), ROWS, CONTINUATIONS)
