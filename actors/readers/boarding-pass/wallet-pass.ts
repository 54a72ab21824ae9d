/** What an Apple Wallet pass states: its kind, texts, semantic tags and bar codes (developer.apple.com, Wallet Passes). */
import { isZone, offsetAt } from '../../../schemas/base/time-zone.js'
import { parseWall } from '../../../schemas/base/wall-time.js'
import { passObject, passStrings } from './pass-files.js'

export interface PassText {
  label: string
  value: string
}

export interface WalletPass {
  kind: 'boardingPass' | 'eventTicket' | 'other'
  /** As `PKTransitTypeAir`; empty: none. */
  transit: string
  /** Names it in every version. */
  key: string | undefined
  isVoid: boolean
  organization: string
  description: string
  relevant: string | null
  tags: Readonly<Record<string, unknown>>
  primary: readonly PassText[]
  /** All fields by the key that the pass gives them and by their label, in small letters. */
  texts: ReadonlyMap<string, string>
  barCodes: readonly string[]
  location: { lat: string; lon: string } | null
}

type Json = Readonly<Record<string, unknown>>
const SECTIONS = ['headerFields', 'primaryFields', 'secondaryFields', 'auxiliaryFields', 'backFields']
const MOST_FIELDS = 200

export const objectOf = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}
const listOf = (value: unknown): Json[] =>
  Array.isArray(value) ? value.slice(0, MOST_FIELDS).map(objectOf) : []
/** Text or a number as text; empty: neither. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''

const KINDS = ['boardingPass', 'eventTicket'] as const

/** Null: the pass has no readable pass.json. */
export function walletPass(files: ReadonlyMap<string, Uint8Array>): WalletPass | null {
  const json = passObject(files.get('pass.json'))
  if (json === null) return null
  const strings = passStrings(files)
  const kind = KINDS.find((name) => name in json) ?? 'other'
  const body = objectOf(json[kind])
  const fields = SECTIONS.flatMap((section) => listOf(body[section]))
  const shown = (value: unknown): string => strings.get(textOf(value)) ?? textOf(value)
  const serial = textOf(json['serialNumber'])
  const locations = listOf(json['locations'])
  return {
    kind,
    transit: textOf(body['transitType']),
    key: serial === '' ? undefined : `${textOf(json['passTypeIdentifier'])}/${serial}`,
    isVoid: json['voided'] === true,
    organization: shown(json['organizationName']),
    description: shown(json['description']),
    relevant:
      textOf(
        json['relevantDate'] ??
          listOf(json['relevantDates'])[0]?.['date'] ??
          listOf(json['relevantDates'])[0]?.['startDate'],
      ) || null,
    tags: Object.assign(
      {},
      ...fields.map((field) => objectOf(field['semantics'])),
      objectOf(json['semantics']),
    ) as Json,
    primary: listOf(body['primaryFields']).map((field) => ({
      label: shown(field['label']),
      value: shown(field['value']),
    })),
    texts: new Map(
      fields
        .toReversed()
        .flatMap((field) =>
          ['key', 'label'].map((name): [string, string] => [
            shown(field[name]).toLowerCase(),
            shown(field['value']),
          ]),
        ),
    ),
    barCodes: [...listOf(json['barcodes']), objectOf(json['barcode'])]
      .map((code) => (typeof code['message'] === 'string' ? code['message'] : ''))
      .filter((message) => message !== ''),
    location: locations.length === 1 ? coordinates(locations[0]!) : null,
  }
}

/** Of a location tag or entry. */
export function coordinates(location: Json): { lat: string; lon: string } | null {
  const [lat, lon] = [Number(location['latitude'] ?? NaN), Number(location['longitude'] ?? NaN)]
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? { lat: String(lat), lon: String(lon) } : null
}

/**
 * The local time of a date of a pass, as `2026-03-14T18:30-05:00`: what it says before the offset, or the time in a
 * zone. In UTC without a zone it stays in UTC.
 */
export function passTime(value: unknown, zone: unknown): { text: string; zone?: string } | null {
  const [, wall = '', second, offset = ''] =
    /^(\d{4}-\d\d-\d\dT\d\d:\d\d)(:\d\d)?(?:\.\d{1,9})?(Z|[+-]\d\d:?\d\d)?$/.exec(textOf(value)) ?? []
  const local = parseWall(`${wall}${second ?? ''}`)
  if (Number.isNaN(local)) return null
  if (offset !== 'Z') return { text: wall }
  const named = textOf(zone)
  if (!isZone(named)) return { text: wall, zone: 'UTC' }
  return { text: new Date(local + (offsetAt(named, local) ?? 0)).toISOString().slice(0, 16) }
}
