/** What a matching rule answers (RULES 3.3). */

/** How well a pair matches, the best tier first. Tiers are only compared within one type. */
const TIERS = ['certain', 'strong', 'likely', 'fair', 'weak', 'moved', 'changed'] as const
export type Tier = (typeof TIERS)[number]

/**
 * `conflict`: the pair cannot be one segment. `none`: nothing indicates that it is one. `lookalike`: it only
 * looks alike, and never matches; the segments are possible duplicates (`possible_duplicate_of`).
 */
export type MatchAnswer = Tier | 'lookalike' | 'none' | 'conflict'

const STRENGTH = Object.fromEntries(
  [...TIERS, 'lookalike', 'none', 'conflict'].map((answer, i) => [answer, -i]),
) as Record<MatchAnswer, number>

/** Orders answers: the larger, the more it says that the pair is one segment. */
export function strengthOf(answer: MatchAnswer): number {
  return STRENGTH[answer]
}

/** True if the pair is one segment. */
export function isMatch(answer: MatchAnswer): answer is Tier {
  return answer !== 'none' && answer !== 'conflict' && answer !== 'lookalike'
}

/** True if the pair is one segment by this tier or a better one. */
export function isAtLeast(answer: MatchAnswer, tier: Tier): boolean {
  return STRENGTH[answer] >= STRENGTH[tier]
}

/**
 * How the later of two statements of one source and booking continues the earlier one: it is about the same entry of
 * the booking, about the same one changed, or about another (RULES 3.2).
 */
export type Continuation = 'same' | 'changed' | 'other'
