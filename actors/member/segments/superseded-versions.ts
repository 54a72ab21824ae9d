/**
 * RULES 2.3: a segment keeps a limited number of statements. Those that later ones have superseded go first; the
 * first and the newest version of every history stay.
 */
import {
  MAX_STATEMENTS_ON_FULL_DAY,
  MAX_STATEMENTS_PER_DAY,
  MAX_STATEMENTS_PER_SEGMENT,
} from '../../../schemas/itinerary/itinerary-limits.js'
import { newestVersion } from '../../itinerary/match/statement-history.js'
import type { StatementHistory } from '../../itinerary/match/statement-history.js'
import { sortVersions } from '../../itinerary/match/version-order.js'
import { indexKey, startingOn } from '../../itinerary/statement/statement-index.js'
import type { Statement } from '../../itinerary/statement/statement.js'
import type { Env } from '../env.js'
import type { MemberState } from '../model.js'

/** How many statements a segment with these histories may keep: fewer on a day that has very many. */
export function mostStatements(
  { index }: MemberState,
  histories: readonly StatementHistory[],
  env: Env,
): number {
  const isOnFullDay = histories.some((history) => {
    const { raw } = newestVersion(history)
    const [day] = indexKey(raw, env.places)
    return day !== null && startingOn(index, raw.type, day).length > MAX_STATEMENTS_PER_DAY
  })
  return isOnFullDay ? MAX_STATEMENTS_ON_FULL_DAY : MAX_STATEMENTS_PER_SEGMENT
}

/** Removes the oldest superseded versions from histories that have more than `most` in all; returns them. */
export function dropSupersededVersions(histories: readonly StatementHistory[], most: number): Statement[] {
  const count = histories.reduce((sum, { versions }) => sum + versions.length, 0)
  if (count <= most) return []
  const superseded = histories.flatMap((history) => {
    const newest = newestVersion(history)
    return history.versions.filter((s, i) => i > 0 && s !== newest && s !== history.latestNamed)
  })
  const dropped = sortVersions(superseded).slice(0, count - most)
  const gone = new Set(dropped)
  for (const history of histories) {
    history.versions = history.versions.filter((version) => !gone.has(version))
    history.variants = history.variants.filter((version) => !gone.has(version))
  }
  return dropped
}
