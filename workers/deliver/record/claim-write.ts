import { failingSince } from '../../../actors/delivery/decide.js'
import {
  saveEndpoint,
  type EndpointState,
  type SavedEndpoint,
} from '../../../actors/delivery/endpoint-state.js'
import type { ClaimedCallback, ClaimWrite } from '../../../schemas/webhooks/delivery.js'

/**
 * Gives a claim back with the state of its actor. `notBefore`: not to be claimed earlier, epoch milliseconds.
 */
export function claimWrite(
  { settings, claim }: ClaimedCallback,
  state: EndpointState,
  lastAttempt: { at: number; status: number | null } | null,
  notBefore: number | null,
): ClaimWrite {
  return {
    callback: settings.callback,
    claim,
    saved: JSON.stringify(saveEndpoint(state)),
    failures: state.failures.count,
    lastAt: lastAttempt?.at ?? null,
    lastStatus: lastAttempt?.status ?? null,
    failingSince: lastAttempt === null ? null : failingSince(state, lastAttempt.at),
    notBefore: state.breaker.is === 'open' ? state.breaker.until : notBefore,
  }
}

/** Gives a claim back as it was, for other workers to take. */
export function untouchedClaimWrite({ settings, claim, saved }: ClaimedCallback): ClaimWrite {
  const { failures } = JSON.parse(saved) as SavedEndpoint
  return {
    callback: settings.callback,
    claim,
    saved,
    failures: failures?.count ?? 0,
    lastAt: null,
    lastStatus: null,
    failingSince: null,
    notBefore: null,
  }
}
