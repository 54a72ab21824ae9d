import type { RoleName, StartRole } from './role.js'

/** How to start each role; its code is loaded only where it runs. */
export const ROLE_STARTERS: Record<RoleName, () => Promise<StartRole>> = {
  api: async () => (await import('./api.js')).startApi,
  fold: async () => (await import('./fold.js')).startFoldRole,
  deliver: async () => (await import('./deliver.js')).startDeliverRole,
  jobs: async () => (await import('./jobs.js')).startJobsRole,
}
