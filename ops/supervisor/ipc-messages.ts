/** The messages between a supervised process and its supervisor. */
import type { Snapshot } from '../metrics/registry.js'

export type SupervisorRequest = { ask: 'alive' | 'checks' | 'metrics'; id: number }
/** `waiting`: the start waits for something that is away; `missing` are the failed readiness checks. */
export type ChildMessage = { is: 'ready' } | { is: 'waiting'; missing: Record<string, string> } | ChildAnswer
export type ChildAnswer =
  | { is: 'alive'; id: number }
  | { is: 'checks'; id: number; checks: Record<string, string> }
  | { is: 'metrics'; id: number; metrics: Snapshot }
