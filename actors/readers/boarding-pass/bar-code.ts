/** The text of the bar code of a boarding pass (IATA Resolution 792, versions 1 to 8), field by field. */

/** Fields with their number of characters, in their order. */
const UNIQUE = [
  ['format', 1],
  ['legs', 1],
  ['name', 20],
  ['electronicTicket', 1],
] as const
const LEG = [
  ['locator', 7],
  ['from', 3],
  ['to', 3],
  ['carrier', 3],
  ['flight', 5],
  ['day', 3],
  ['compartment', 1],
  ['seat', 4],
  ['sequence', 5],
  ['status', 1],
  ['size', 2],
] as const
const UNIQUE_CONDITIONAL = [
  ['passenger', 1],
  ['checkinSource', 1],
  ['issueSource', 1],
  ['issued', 4],
  ['document', 1],
  ['issuer', 3],
] as const
const LEG_CONDITIONAL = [
  ['airlineNumber', 3],
  ['serial', 10],
  ['selectee', 1],
  ['documentCheck', 1],
  ['marketing', 3],
  ['loyaltyAirline', 3],
  ['loyalty', 16],
  ['reduced', 1],
  ['baggage', 3],
  ['fastTrack', 1],
] as const

type FieldsOf<T extends ReadonlyArray<readonly [string, number]>> = Record<T[number][0], string>

export type BarCodeLeg = FieldsOf<typeof LEG> & FieldsOf<typeof LEG_CONDITIONAL>

export interface BarCode extends FieldsOf<typeof UNIQUE>, FieldsOf<typeof UNIQUE_CONDITIONAL> {
  legList: BarCodeLeg[]
  /** Why not all of it was read, in a sentence; null: all was. */
  problem: string | null
}

const MANDATORY = 60
const NEXT_LEG = 37
/** As it begins: with the format, the number of legs and a name. */
export const BAR_CODE = /^[MS][1-4](?=[^\r\n]{1,19}\/)[A-Za-z][^\r\n]{19}[A-Z ][A-Z0-9 ]{7}[A-Z]{3}/

/** @param text of one bar code, without line ends; null: it is none, or ends before its first leg does */
export function barCodeOf(text: string): BarCode | null {
  if (!/^[MS][1-4]/.test(text) || text.length < MANDATORY - 2) return null
  const unique = fieldsAt(UNIQUE, text, 0)
  const code: BarCode = { ...unique, ...fieldsAt(UNIQUE_CONDITIONAL, '', 0), legList: [], problem: null }
  let at = 23
  for (let leg = 0; leg < Number(unique.legs); leg++) {
    // Scanners and people leave out the spaces at the end.
    if (text.length < at + NEXT_LEG - 2) {
      code.problem = `The bar code ends within leg ${leg + 1} of ${unique.legs}. Scan the whole bar code.`
      break
    }
    const mandatory = fieldsAt(LEG, text, at, false)
    const size = hexadecimal(mandatory.size)
    at += NEXT_LEG
    const variable = text.slice(at, at + (size ?? 0))
    if (size === null || variable.trimEnd().length > size || text.length < at + size)
      code.problem =
        'The field sizes in the bar code do not match its length. It is cut off, or a character is wrong.'
    const own = leg === 0 ? afterUnique(code, variable) : variable
    const length = hexadecimal(own.slice(0, 2)) ?? 0
    code.legList.push({ ...mandatory, ...fieldsAt(LEG_CONDITIONAL, own.slice(2, 2 + length), 0) })
    if (size === null) break
    at += size
  }
  return code
}

/** Reads the conditional fields of the whole pass, which the first leg begins with. */
function afterUnique(code: BarCode, variable: string): string {
  if (!variable.startsWith('>')) return ''
  const size = hexadecimal(variable.slice(2, 4)) ?? 0
  Object.assign(code, fieldsAt(UNIQUE_CONDITIONAL, variable.slice(4, 4 + size), 0))
  return variable.slice(4 + size)
}

/** @param isWhole a field that is cut counts as empty */
function fieldsAt<const T extends ReadonlyArray<readonly [string, number]>>(
  fields: T,
  text: string,
  from: number,
  isWhole = true,
): FieldsOf<T> {
  let at = from
  return Object.fromEntries(
    fields.map(([name, size]) => {
      const value = text.slice(at, (at += size))
      return [name, isWhole && value.length < size ? '' : value.trim()]
    }),
  ) as FieldsOf<T>
}

const hexadecimal = (text: string): number | null =>
  /^[0-9A-F]{2}$/i.test(text) ? Number.parseInt(text, 16) : null
