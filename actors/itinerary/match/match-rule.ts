/** The form of every matching rule (RULES 3.3): tables of which the first row that holds gives the answer. */
import type { Statement } from '../statement/statement.js'
import { isAtLeast, isMatch } from './match-answer.js'
import type { Continuation, MatchAnswer, Tier } from './match-answer.js'
import type { Pair } from './pair.js'

export interface MatchRule {
  /** Symmetric. */
  relate: (a: Statement, b: Statement) => MatchAnswer
  /** Within one source and booking; `later` is the newer statement. */
  continuationOf: (earlier: Statement, later: Statement) => Continuation
}

/** A row that answers, or one that leaves the answer to a table of its own. */
export type MatchRow<P> = { when: (pair: P) => boolean } & (
  { is: MatchAnswer } | { rows: ReadonlyArray<MatchRow<P>> }
)

/** A row for two statements of one booking; `answer` is what the matching rows say of the pair. */
export interface ContinuationRow<P> {
  is: Continuation
  when: (pair: P, answer: MatchAnswer) => boolean
}

/** `none` if no row holds for the pair. */
function answerOf<P>(rows: ReadonlyArray<MatchRow<P>>, pair: P): MatchAnswer {
  for (const row of rows) if (row.when(pair)) return 'is' in row ? row.is : answerOf(row.rows, pair)
  return 'none'
}

/** What the rows say of the pair; a statement that was sent again unchanged is the same, whatever it leaves open. */
function relatePair<P extends Pair>(rows: ReadonlyArray<MatchRow<P>>, pair: P): MatchAnswer {
  const answer = answerOf(rows, pair)
  return !isMatch(answer) && pair.isRepeated ? 'certain' : answer
}

/** A rule of tables. Statements of one booking for which no row holds are about different entries. */
export function matchRule<P extends Pair>(
  pairOf: (a: Statement, b: Statement) => P,
  rows: ReadonlyArray<MatchRow<P>>,
  continuations: ReadonlyArray<ContinuationRow<P>>,
): MatchRule {
  return {
    relate: (a, b) => relatePair(rows, pairOf(a, b)),
    continuationOf(earlier, later) {
      const pair = pairOf(earlier, later)
      const answer = relatePair(rows, pair)
      return continuations.find(({ when }) => when(pair, answer))?.is ?? 'other'
    },
  }
}

/**
 * The usual rows for one booking: what matches across sources is one entry, and a booking may change its own start.
 * `weakest` is the last tier that joins statements without a locator.
 */
export function continuationsBy(weakest: Tier): ReadonlyArray<ContinuationRow<Pair>> {
  return [
    { is: 'other', when: (_, answer) => !isMatch(answer) },
    { is: 'other', when: ({ a }, answer) => a.locatorKey === null && !isAtLeast(answer, weakest) },
    { is: 'same', when: ({ a, isSameStart }) => a.locatorKey === null || isSameStart },
    { is: 'changed', when: () => true },
  ]
}
