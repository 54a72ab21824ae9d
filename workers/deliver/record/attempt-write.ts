import type { AttemptDecision, Outcome } from '../../../actors/delivery/decide.js'
import type { AttemptWrite, ClaimedCallback, DueDelivery } from '../../../schemas/webhooks/delivery.js'
import type { SentAttempt } from '../send/attempt-handler.js'

/** A due delivery whose event is still in the log. */
export type SendableDelivery = DueDelivery & { body: Buffer }

/** The row of one attempt. `at`: when it was sent, epoch milliseconds; `signed`: its signature headers. */
export function attemptWrite(
  { settings, claim }: Pick<ClaimedCallback, 'settings' | 'claim'>,
  delivery: SendableDelivery,
  { result, address, excerpt }: SentAttempt,
  { outcome, isRepaired }: Pick<AttemptDecision<SendableDelivery>, 'outcome' | 'isRepaired'>,
  { at, signed }: { at: number; signed: string },
): AttemptWrite {
  return {
    callback: settings.callback,
    event: delivery.event,
    eventAt: delivery.at,
    type: delivery.type,
    resource: delivery.resource,
    no: delivery.attemptCount + 1,
    retryIndex: delivery.retryIndex + 1,
    at,
    state: stateAfter(outcome),
    status: result.is === 'answered' ? result.status : null,
    error: result.is === 'failed' ? result.error : null,
    address,
    ms: result.ms,
    until: outcome.is === 'waiting' ? outcome.until : null,
    signed,
    answer: excerpt,
    ordered: settings.ordered,
    member: delivery.member,
    ...(isRepaired ? { repairedUnder: claim } : {}),
  }
}

function stateAfter(outcome: Outcome): AttemptWrite['state'] {
  switch (outcome.is) {
    case 'delivered':
      return 'delivered'
    case 'ended':
      return outcome.state
    case 'waiting':
      return 'retrying'
  }
}
