/** Two-letter reservation status codes (RULES 4). */

export type StatementStatus = 'Active' | 'Pending' | 'Cancelled'

interface GdsMeaning {
  status: StatementStatus
  warning: 'no_show' | 'unknown_gds_status' | null
}

const CODES: ReadonlyArray<readonly [codes: string, status: StatementStatus]> = [
  ['HK KK KL RR SS HS EK GK BK MK AK PK CK TK SC DK FS IS LK YK ZK', 'Active'],
  ['HL HN HW LL NN PN US UU BL GL ML TL TN BN DS GN IN PA PB PC PD PL RQ SA SQ', 'Pending'],
  ['UN UC HX NO WK WL DL GX MN IX OX XK XL XN XR XX', 'Cancelled'],
]

const MEANINGS = new Map<string, GdsMeaning>([
  ...CODES.flatMap(([codes, status]) =>
    codes.split(' ').map((code): [string, GdsMeaning] => [code, { status, warning: null }]),
  ),
  ['NS', { status: 'Active', warning: 'no_show' }],
])

const UNKNOWN: GdsMeaning = { status: 'Active', warning: 'unknown_gds_status' }

/** The meaning of a code in any case; an unknown one counts as Active with a warning. */
export function gdsMeaning(code: string): GdsMeaning {
  return MEANINGS.get(code.toUpperCase()) ?? UNKNOWN
}

/** RULES 4.10: codes by which the supplier cancels, and codes of new times that nobody has confirmed. */
export const SUPPLIER_CANCELS = new Set(['UN', 'UC', 'NO', 'HX', 'WK'])
export const NEEDS_ANSWER = new Set(['TK', 'SC', 'TL', 'TN'])

/** RULES 4.1: codes that end the old times of a flight, when new times follow in the same booking. */
export const OLD_TIMES = new Set(['UN', 'WK'])
/** RULES 4.1: codes with the new times. */
export const NEW_TIMES = new Set(['TK', 'SS', 'SC', 'TL', 'TN'])
