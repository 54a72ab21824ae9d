/** Two-letter reservation status codes (RULES 4). */

export type StatementStatus = 'Active' | 'Pending' | 'Cancelled'

interface GdsMeaning {
  status: StatementStatus
  change: boolean
  warning: 'no_show' | 'unknown_gds_status' | null
}

const ROWS: Array<[string, StatementStatus, boolean]> = [
  ['HK KK KL RR SS HS EK GK BK MK AK PK CK', 'Active', false],
  ['TK SC', 'Active', true],
  ['HL HN HW LL NN PN US UU BL GL ML', 'Pending', false],
  ['TL TN', 'Pending', true],
  ['UN UC HX NO WK WL DL GX MN IX', 'Cancelled', false],
]
const TABLE = new Map<string, GdsMeaning>()
for (const [codes, standing, change] of ROWS)
  for (const code of codes.split(' ')) TABLE.set(code, { status: standing, change, warning: null })
TABLE.set('NS', { status: 'Active', change: false, warning: 'no_show' })

/** What a status code says; an unknown one counts as Active with a warning. */
export function gdsMeaning(code: string): GdsMeaning {
  return TABLE.get(code.toUpperCase()) ?? { status: 'Active', change: false, warning: 'unknown_gds_status' }
}

/** Codes that end the old times of a flight whose new times follow in the same booking (rule 4.1). */
export const OLD_TIMES = new Set(['UN', 'WK'])
/** Codes that bring the new times. */
export const NEW_TIMES = new Set(['TK', 'SS', 'SC', 'TL', 'TN'])
