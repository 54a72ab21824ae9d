/** How many entries a page of each list has without a `limit`, and at most (contract.md 4). */
export const PAGE_SIZES = {
  trips: { standard: 20, max: 100 },
  segments: { standard: 50, max: 100 },
  accounts: { standard: 100, max: 100 },
  sources: { standard: 100, max: 500 },
  locations: { standard: 10, max: 50 },
  events: { standard: 100, max: 100 },
  feeds: { standard: 50, max: 100 },
  documents: { standard: 20, max: 100 },
  deliveries: { standard: 50, max: 100 },
} as const

export type PageList = keyof typeof PAGE_SIZES
