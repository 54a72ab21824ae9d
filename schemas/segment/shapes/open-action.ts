/** A change of a segment that needs an answer, and the possible answers (RULES 4.10). */
import Type from 'typebox'
import type { Static } from 'typebox'
import { Instant, Text, orNull } from '../../base/formats.js'

export const OpenAction = Type.Object(
  {
    kind: Type.Enum(['cancelled', 'schedule_changed', 'airport_changed'], {
      description: 'What was changed.',
    }),
    since: orNull(Instant('When its source made the change; null: live status says so.')),
    source: Text('Id of the source that made it.'),
    reason: orNull(Text('Its reservation code, such as UN or TK; null: it sent none.')),
  },
  { description: 'A change by the supplier that needs an answer from the traveller or agency.' },
)
export type OpenAction = Static<typeof OpenAction>

export const AVAILABLE_ACTIONS = ['accept', 'change', 'cancel'] as const

/** The answers to a change; empty without one. */
export function availableActions(action: OpenAction | null): readonly string[] {
  if (action === null) return []
  return action.kind === 'cancelled' ? AVAILABLE_ACTIONS.filter((one) => one !== 'cancel') : AVAILABLE_ACTIONS
}
