/** What an Apple Wallet pass states: its kind, texts, semantic tags and bar codes (developer.apple.com, Wallet Passes). */
import { documentText } from '../document-text.js'
import { isoTime } from '../iso-time.js'
import { at, listAt, parseJson, textAt } from '../json-fields.js'
import { passStrings } from './pass-files.js'

export interface WalletPass {
  kind: 'boardingPass' | 'eventTicket' | 'other'
  /** As `PKTransitTypeAir`; undefined: none. */
  transit: string | undefined
  /** Names it in every version. */
  key: string | undefined
  isVoid: boolean
  description: string | undefined
  relevant: string | undefined
  /** Semantic tags: those of the whole pass before those of a field. */
  tags: unknown
  /** What the primary fields show. */
  primary: ReadonlyArray<string | undefined>
  /** All fields by the key that the pass gives them and by their label, in small letters. */
  texts: ReadonlyMap<string, string>
  barCodes: readonly string[]
  /** The one place where it is of use. */
  location: unknown
}

const SECTIONS = ['headerFields', 'primaryFields', 'secondaryFields', 'auxiliaryFields', 'backFields']
/** Of a section. */
const MOST_FIELDS = 200
const KINDS = ['boardingPass', 'eventTicket'] as const

/** Null: the pass has no readable pass.json. */
export function walletPass(files: ReadonlyMap<string, Uint8Array>): WalletPass | null {
  const json = parseJson(documentText(files.get('pass.json') ?? new Uint8Array()))
  if (typeof json !== 'object' || json === null) return null
  const strings = passStrings(files)
  const shown = (value: unknown, name: string): string | undefined => {
    const text = textAt(value, name)
    return strings.get(text ?? '') ?? text
  }
  const kind = KINDS.find((name) => at(json, name) !== undefined) ?? 'other'
  const body = at(json, kind)
  const fields = SECTIONS.flatMap((section) => listAt(body, section).slice(0, MOST_FIELDS))
  const tags = [...fields, json].map((one) => at(one, 'semantics')).filter((one) => typeof one === 'object')
  const serial = textAt(json, 'serialNumber')
  const locations = listAt(json, 'locations')
  return {
    kind,
    transit: textAt(body, 'transitType'),
    key: serial === undefined ? undefined : `${textAt(json, 'passTypeIdentifier') ?? ''}/${serial}`,
    isVoid: at(json, 'voided') === true,
    description: shown(json, 'description'),
    relevant: textAt(json, 'relevantDate', 'relevantDates.date', 'relevantDates.startDate'),
    tags: Object.assign({}, ...tags),
    primary: listAt(body, 'primaryFields').map((field) => shown(field, 'value')),
    texts: new Map(
      fields
        .toReversed()
        .flatMap((field) =>
          ['key', 'label'].map((name): [string, string] => [
            shown(field, name)?.toLowerCase() ?? '',
            shown(field, 'value') ?? '',
          ]),
        ),
    ),
    barCodes: [...listAt(json, 'barcodes'), at(json, 'barcode')]
      .map((code) => at(code, 'message'))
      .filter((message) => typeof message === 'string'),
    location: locations.length === 1 ? locations[0] : undefined,
  }
}

/**
 * The local time of a date of a pass, as `2026-03-14T18:30`: what it says before the offset, or the time in a zone. In
 * UTC without a zone it stays in UTC.
 */
export function passTime(text: string | undefined, zone?: string): { text: string; zone?: string } | null {
  const written = isoTime(text)
  const time = written?.zone === 'UTC' ? isoTime(text, zone) : written
  if (time?.date == null || time.time === null) return null
  return { text: `${time.date}T${time.time.slice(0, 5)}`, ...(time.zone === 'UTC' && { zone: 'UTC' }) }
}
