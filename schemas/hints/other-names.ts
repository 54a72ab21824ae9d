import { plain } from './likely-word.js'
import NAMES from '../data/other-names.json' with { type: 'json' }

/** Names of fields elsewhere, too different to be misspellings, with the names here (contract.md 6.1). */
const OTHER_NAMES: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(NAMES).map(([name, fields]) => [plain(name), fields]),
)

/** The field of `known` that is meant by a name of another API; null if there is none. */
export function knownByOtherName(name: string, known: readonly string[]): string | null {
  return OTHER_NAMES.get(plain(name))?.find((field) => known.includes(field)) ?? null
}
