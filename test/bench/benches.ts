import type { Bench } from './harness/harness.js'

/** The benchmarks by their names on the command line; each is loaded only when it runs. */
export const BENCHES: Record<string, () => Promise<{ bench: Bench }>> = {
  fold: async () => await import('./fold.js'),
  ingress: async () => await import('./ingress.js'),
  reads: async () => ({ bench: (await import('./reads.js')).reads }),
  'reads-missed': async () => ({ bench: (await import('./reads.js')).readsMissed }),
  pipeline: async () => await import('./pipeline.js'),
  locations: async () => await import('./locations.js'),
  auth: async () => await import('./auth.js'),
  memory: async () => await import('./memory.js'),
  feed: async () => await import('./feed.js'),
  documents: async () => await import('./documents.js'),
  'feed-fairness': async () => await import('./feed-fairness.js'),
  rules: async () => await import('./rules.js'),
  peers: async () => await import('./peers.js'),
  storage: async () => await import('./storage.js'),
  webhooks: async () => await import('./webhooks.js'),
  mcp: async () => await import('./mcp.js'),
}
