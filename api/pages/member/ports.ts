/** What the member's pages need besides api/pages/ports.ts. db and ops provide it. */

/** Names for codes of airports and ids of sources, from the reference data; unknown ones are left out. */
export interface NameStore {
  airports: (codes: readonly string[]) => Promise<Map<string, string>>
  sources: (ids: readonly string[]) => Promise<Map<string, string>>
}
