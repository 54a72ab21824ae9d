/** What an order's words and codes for the state of a service mean. */
import WORDS from './status-words.json' with { type: 'json' }

type State = 'Active' | 'Pending' | 'Cancelled'

const STATES = new Map(
  (Object.entries(WORDS) as Array<[State, string[]]>).flatMap(([state, words]) =>
    words.map((word): [string, State] => [word, state]),
  ),
)

/** Undefined: no such word. A code of two letters is one of AIRIMP, which the fold reads. */
export function stateOf(text: string): State | undefined {
  return STATES.get(text.toUpperCase().replace(/[^A-Z]/g, ''))
}

export const isAirimpCode = (text: string): boolean => /^[A-Z]{2}$/i.test(text) && stateOf(text) === undefined
