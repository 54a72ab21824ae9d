/**
 * RULES 3.2 Versions: what one source reports over time about one entry of one booking is a history. Its newest
 * version counts; the older ones still help to match other sources, which may lag behind.
 */
import { NEW_TIMES, OLD_TIMES } from '../statement/gds-status.js'
import { matchingFingerprint } from '../statement/matching-fields.js'
import type { Statement } from '../statement/statement.js'
import { isMatch, strengthOf } from './match-answer.js'
import type { Continuation, MatchAnswer } from './match-answer.js'
import type { MatchRule } from './match-rule.js'
import { MATCH_RULES } from './match-rules.js'
import { isOtherTraveller } from './named-travellers.js'
import { departuresOf, returnsBetween } from './repeated-journey.js'

export interface StatementHistory {
  source: string
  locatorKey: string | null
  /** In order of version, the newest last. Never empty. */
  versions: Statement[]
  /** Versions that differ in what matching looks at. */
  variants: Statement[]
  /** The first and the newest version that names a traveller. */
  firstNamed: Statement | null
  latestNamed: Statement | null
  /** The newest version that lists travellers. */
  latestList: Statement | null
}

/** What matching looks at, as one text. */
const variantKey = (s: Statement): string => `${s.status} ${matchingFingerprint(s)}`

export function newestVersion({ versions }: StatementHistory): Statement {
  return versions.at(-1) as Statement
}

function hasOldTimesCode({ gdsStatus }: Statement): boolean {
  return gdsStatus !== null && OLD_TIMES.has(gdsStatus)
}
function hasNewTimesCode({ gdsStatus }: Statement): boolean {
  return gdsStatus !== null && NEW_TIMES.has(gdsStatus)
}

/**
 * RULES 4.1: true if `s` only says that old times no longer hold, and the history has new times already. It
 * changes nothing then.
 */
function isLateEndOfOldTimes(history: StatementHistory, s: Statement): boolean {
  const last = newestVersion(history)
  if (
    !hasOldTimesCode(s) ||
    last.status === 'Cancelled' ||
    s.start === null ||
    last.start === null ||
    s.start.instant === last.start.instant
  )
    return false
  const start = s.start.instant
  return hasNewTimesCode(last) || history.versions.some((version) => version.start?.instant === start)
}

/** Inserts a version before those that have the current times. */
function insertBeforeCurrentTimes(history: StatementHistory, s: Statement): void {
  const { versions } = history
  const current = newestVersion(history).start?.instant
  let at = versions.length
  while (at > 0 && (versions[at - 1] as Statement).start?.instant === current) at--
  versions.splice(at, 0, s)
}

/** True if a history and a statement of one booking name travellers who cannot be one. */
export function isAboutOthers({ latestNamed, latestList }: StatementHistory, s: Statement | null): boolean {
  if (s === null || latestNamed === null || !isOtherTraveller(latestNamed, s)) return false
  return latestList === null || isOtherTraveller(latestList, s)
}

/** Only the date of its start is known. */
function lacksStartTime({ start }: Statement): boolean {
  return start !== null && !start.timed
}

/** True if any version gives the time of its start. */
export function hasStartTime({ variants }: StatementHistory): boolean {
  return variants.some((s) => !lacksStartTime(s))
}

/**
 * A version with another time than the history's newest one that has a time: a date alone does not join two
 * times.
 */
function hasOtherTime(history: StatementHistory, s: Statement): boolean {
  if (lacksStartTime(s) || !history.variants.some(lacksStartTime)) return false
  const timed = history.versions.findLast((version) => !lacksStartTime(version))
  return timed !== undefined && MATCH_RULES[s.raw.type].continuationOf(timed, s) === 'other'
}

/**
 * RULES 4.1: of one stamp, only the end of old times and the confirmation of new ones belong to one changed
 * entry.
 */
function isSimultaneous(last: Statement, s: Statement): boolean {
  return (
    last.raw.receivedAt === s.raw.receivedAt &&
    last.statedAt === s.statedAt &&
    !(hasOldTimesCode(last) && hasNewTimesCode(s))
  )
}

function beginHistory(s: Statement): StatementHistory {
  return {
    source: s.raw.source,
    locatorKey: s.locatorKey,
    versions: [s],
    variants: [s],
    firstNamed: s.traveller === null ? null : s,
    latestNamed: s.traveller === null ? null : s,
    latestList: s.raw.fields.get('travelers') === undefined ? null : s,
  }
}

/** Adds statements of one source, type and locator, in order of version, each to the history it continues. */
class HistoryBuilder {
  readonly histories: StatementHistory[] = []
  private readonly rule: MatchRule
  private readonly group: readonly Statement[]
  private readonly variantKeys = new Map<StatementHistory, Set<string>>()
  private departures: Statement[] | null = null

  constructor(group: readonly Statement[]) {
    this.group = group
    this.rule = MATCH_RULES[(group[0] as Statement).raw.type]
  }

  add(s: Statement): void {
    const history = this.bestHistory(s)
    if (history === null) {
      this.histories.push(beginHistory(s))
      return
    }
    if (isLateEndOfOldTimes(history, s)) insertBeforeCurrentTimes(history, s)
    else history.versions.push(s)
    if (s.traveller !== null) {
      history.firstNamed ??= s
      history.latestNamed = s
    }
    if (s.raw.fields.get('travelers') !== undefined) history.latestList = s
    this.addVariant(history, s)
  }

  /** The history whose entry is the same, else the same one changed; the nearest in time. */
  private bestHistory(s: Statement): StatementHistory | null {
    let best: StatementHistory | null = null
    let bestAs: Continuation = 'other'
    let bestGap = Infinity
    for (const history of this.histories) {
      const as = this.compare(history, s)
      if (as === 'other' || (as === 'changed' && bestAs === 'same')) continue
      const gap = Math.abs((newestVersion(history).start?.instant ?? 0) - (s.start?.instant ?? 0))
      if (as === bestAs && gap >= bestGap) continue
      best = history
      bestAs = as
      bestGap = gap
    }
    return best
  }

  private compare(history: StatementHistory, s: Statement): Continuation {
    const last = newestVersion(history)
    if (isAboutOthers(history, s)) return 'other'
    if (hasOtherTime(history, s)) return 'other'
    const compared = this.rule.continuationOf(last, s)
    const as = compared === 'other' && this.isKnownVariant(history, s) ? 'changed' : compared
    if (as === 'other') return 'other'
    // Without a locator, what follows a cancellation may be a new booking: clustering decides.
    if (s.locatorKey === null && last.status === 'Cancelled' && s.status !== 'Cancelled') return 'other'
    if (as === 'changed' && (isSimultaneous(last, s) || this.returnsBetween(last, s))) return 'other'
    return as
  }

  private isKnownVariant({ variants }: StatementHistory, s: Statement): boolean {
    return variants.length > 1 && variants.some((variant) => this.rule.continuationOf(variant, s) === 'same')
  }

  private returnsBetween(last: Statement, s: Statement): boolean {
    this.departures ??= departuresOf(this.group)
    return returnsBetween(this.departures, last, s)
  }

  private addVariant(history: StatementHistory, s: Statement): void {
    let known = this.variantKeys.get(history)
    if (known === undefined)
      this.variantKeys.set(history, (known = new Set(history.variants.map(variantKey))))
    const key = variantKey(s)
    if (known.has(key)) return
    known.add(key)
    history.variants.push(s)
  }
}

/**
 * Histories of the statements of one source, one type and one locator (or none), given in order of
 * version.
 */
export function buildHistories(group: readonly Statement[]): StatementHistory[] {
  if (group.length < 2) return group.map(beginHistory)
  const builder = new HistoryBuilder(group)
  for (const s of group) builder.add(s)
  return builder.histories
}

/**
 * The best answer for any variants of two histories; `conflict` only if nothing matches and their newest versions
 * conflict.
 */
export function relateHistories(a: StatementHistory, b: StatementHistory): MatchAnswer {
  const rule = MATCH_RULES[(a.versions[0] as Statement).raw.type]
  if (a.source === b.source && a.locatorKey !== null && a.locatorKey === b.locatorKey)
    return relateWithinBooking(a, b, rule)
  const best = bestAnswer(a, b, rule)
  if (isMatch(best)) return best
  return rule.relate(newestVersion(a), newestVersion(b)) === 'conflict' ? 'conflict' : best
}

/** Two travellers under one locator: one segment if both are on the same entry; a change is not guessed. */
function relateWithinBooking(a: StatementHistory, b: StatementHistory, rule: MatchRule): MatchAnswer {
  const areTwoTravellers = [a.firstNamed, a.latestNamed].some((left) =>
    [b.firstNamed, b.latestNamed].some(
      (right) => left !== null && right !== null && isOtherTraveller(left, right),
    ),
  )
  return areTwoTravellers &&
    a.variants.some((left) => b.variants.some((right) => rule.continuationOf(left, right) === 'same'))
    ? 'certain'
    : 'conflict'
}

function bestAnswer(a: StatementHistory, b: StatementHistory, rule: MatchRule): MatchAnswer {
  const areTimed = hasStartTime(a) && hasStartTime(b)
  let best: MatchAnswer = 'none'
  for (const left of a.variants) {
    for (const right of b.variants) {
      if (areTimed && (lacksStartTime(left) || lacksStartTime(right))) continue
      const answer = rule.relate(left, right)
      if (answer === 'certain') return answer
      if (strengthOf(answer) > strengthOf(best)) best = answer
    }
  }
  return best
}
