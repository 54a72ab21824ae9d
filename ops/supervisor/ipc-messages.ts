/** The messages between a supervised process and its supervisor. */
import type { Snapshot } from '../metrics/registry.js'

export type SupervisorRequest = { ask: 'alive' | 'checks' | 'metrics'; id: number }
export type ChildMessage = { is: 'ready' } | ChildAnswer
export type ChildAnswer =
  | { is: 'alive'; id: number }
  | { is: 'checks'; id: number; checks: Record<string, string> }
  | { is: 'metrics'; id: number; metrics: Snapshot }
