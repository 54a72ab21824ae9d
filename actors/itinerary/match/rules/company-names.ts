/** RULES 3.3.6 and 3.3.12: companies that carry people, by their names. */
import VENDOR_WORDS from '../../../../schemas/data/vendor-words.json' with { type: 'json' }
import { wordSet } from '../../lib/word-tables.js'
import { jaccard } from '../../lib/words.js'

const SIMILAR_NAME = 0.34

/** Words that say only what form a company has. */
const COMPANY_FORMS = wordSet(VENDOR_WORDS.companyForms)
const MIN_STEM_LENGTH = 4

/** True for one company's name in full and in short: `Flix SE` and `FlixBus`. */
export function isSameCompany(a: string, b: string): boolean {
  const [left, right] = [a, b].map((name) => name.split(' ').filter((word) => !COMPANY_FORMS.has(word))) as [
    string[],
    string[],
  ]
  if (jaccard(left, right) >= SIMILAR_NAME || a === b) return true
  const [head, other] = [left[0] ?? '', right[0] ?? '']
  return (
    Math.min(head.length, other.length) >= MIN_STEM_LENGTH &&
    (head.startsWith(other) || other.startsWith(head))
  )
}
