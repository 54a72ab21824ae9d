/** What a supervised process and its supervisor say to each other over their channel. */
import type { Snapshot } from '../metrics/registry.js'

export type SupervisorRequest = { ask: 'alive' | 'checks' | 'metrics'; id: number }
export type ChildMessage =
  | { is: 'ready' }
  | { is: 'alive'; id: number }
  | { is: 'checks'; id: number; checks: Record<string, string> }
  | { is: 'metrics'; id: number; metrics: Snapshot }
