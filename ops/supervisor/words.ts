/** What a supervised process and its supervisor say to each other over their channel. */
import type { Snapshot } from '../metrics/registry.js'

export type Question = { ask: 'alive' | 'checks' | 'metrics'; id: number }
export type Answer =
  | { is: 'ready' }
  | { is: 'alive'; id: number }
  | { is: 'checks'; id: number; checks: Record<string, string> }
  | { is: 'metrics'; id: number; metrics: Snapshot }
