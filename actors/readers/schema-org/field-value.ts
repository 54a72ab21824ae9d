/** The value of one field of a segment, from the values of the properties that are mapped to it. */
import { isCurrency } from '../../../schemas/base/currency.js'
import { instantText } from '../../../schemas/base/wall-time.js'
import { fitsProperty } from '../../../schemas/documents/schema-org.js'
import type { JoinedPaths, MappedField } from '../../../schemas/documents/schema-org.js'
import { instantOf, isoTime } from '../iso-time.js'
import type { IsoTime } from '../iso-time.js'
import { isNode, textOf, valuesAt } from './linked-data.js'
import type { LinkedNode, NodesById } from './linked-data.js'

/** A value, or why there is none although something is written. */
export interface FoundValue {
  value?: string | number
  /** IANA zone of a time. */
  zone?: string
  /** The end of a sentence whose beginning is what is written. */
  problem?: string
}

const AS_ISO = 'is not an ISO 8601 date and time; write it as 2027-03-04T20:15:00-08:00'

/** What the first path that has a value says; null: none has. */
export function fieldValue(field: MappedField, node: LinkedNode, byId: NodesById): FoundValue | null {
  let problem: FoundValue | null = null
  for (const path of field.paths) {
    const written = writtenAt(path, node, byId)
    if (written === null) continue
    const found = read(field, written)
    if (found === null) continue
    if (found.problem === undefined) return found
    problem ??= { problem: `"${shown(written.text)}" ${found.problem}` }
  }
  return problem
}

interface Written {
  text: string
  /** The first of the values. */
  first: string | LinkedNode
  parts: string[]
  isSeveral: boolean
}

/** Tickets are of one traveller each: what differs from one to the next is of no segment. */
const PER_TICKET = 'reservedTicket'

function writtenAt(joined: JoinedPaths, node: LinkedNode, byId: NodesById): Written | null {
  let first: string | LinkedNode | null = null
  const parts: string[] = []
  let isSeveral = false
  for (const path of joined) {
    const last = path.at(-1)!.property
    const values = valuesAt(node, path, byId).filter((value) => {
      const text = textOf(value)
      return text !== null && fitsProperty(last, text)
    })
    const [value] = values
    if (value === undefined) continue
    first ??= value
    parts.push(textOf(value)!)
    isSeveral ||= path[0]?.property === PER_TICKET && new Set(values.map(textOf)).size > 1
  }
  return first === null ? null : { text: joinedText(parts), first, parts, isSeveral }
}

/** `TGV` and `5186` are `TGV 5186`, `ICE` and `ICE 77` are `ICE 77`. */
export const joinedText = (parts: string[]): string =>
  parts.reduce((before, part) => (part.startsWith(before) ? part : `${before} ${part}`), '').trim()

const MAX_SHOWN = 60
const shown = (text: string): string => (text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text)

function read({ kind }: MappedField, written: Written): FoundValue | null {
  if (written.isSeveral) return { problem: 'is not on all tickets; write a reservation for each' }
  const { first } = written
  const time = () => isoTime(textOf(first), isNode(first) ? first['timezone'] : undefined)
  switch (kind) {
    case 'datetime':
      return localTime(time())
    case 'date':
      return dayOf(time())
    case 'time':
      return timeOfDay(time())
    case 'instant':
      return stamp(time())
    case 'price':
      return amount(written.text)
    case 'currency':
      return currency(written.text.toUpperCase())
    case 'integer':
      return total(written.parts)
    case 'verbatim':
      return barcode(typeof written.first === 'string' ? written.first : written.text)
    case 'lines':
      return { value: written.text }
    default:
      return { value: written.text.replace(/\s+/g, ' ') }
  }
}

function localTime(written: IsoTime | null): FoundValue {
  if (written?.date == null) return { problem: AS_ISO }
  const { date, time, zone } = written
  return time === null ? { value: date } : { value: `${date}T${time}`, ...(zone !== null && { zone }) }
}

/** The first hour in UTC of the day that it is at reception desks all over the world, and the one after the last. */
const DESK_HOURS = [3, 21] as const

/**
 * The day of a stay and its time of the day; `00:00` means that no time is known. A time in UTC tells the day if that is
 * the same at every desk, and never the time.
 */
function dayAndTime({ date, time, zone }: IsoTime): { day: string | null; time: string | null } {
  const isKnown = time !== null && time !== '00:00'
  if (zone !== 'UTC' || !isKnown) return { day: date, time: isKnown ? time : null }
  const hour = Number(time.slice(0, 2))
  return { day: hour >= DESK_HOURS[0] && hour < DESK_HOURS[1] ? date : null, time: null }
}

function dayOf(written: IsoTime | null): FoundValue | null {
  if (written === null) return { problem: AS_ISO }
  if (written.date === null) return null
  const { day } = dayAndTime(written)
  return day === null
    ? { problem: 'is in UTC and may be a different day there; write the local time' }
    : { value: day }
}

function timeOfDay(written: IsoTime | null): FoundValue | null {
  const time = written === null ? null : dayAndTime(written).time
  return time === null ? null : { value: time }
}

/** A version without an offset cannot be ordered. */
function stamp(written: IsoTime | null): FoundValue | null {
  const instant = instantOf(written)
  return instant === null ? null : { value: instantText(instant) }
}

/** Signs and codes of currencies around a number. */
const AMOUNT = /^[^\d.,-]{0,8}(\d[\d.,' \u00a0\u202f]{0,30})[^\d.,]{0,8}$/

function amount(text: string): FoundValue {
  const digits = AMOUNT.exec(text)?.[1]?.replace(/[' \u00a0\u202f]/g, '') ?? ''
  const plain = /^\d+(?:\.\d+)?$/.test(digits) ? digits : withoutGroups(digits)
  return plain === null ? { problem: 'is not an amount; write it as 1234.50' } : { value: plain }
}

/** `1,234.50` and `1.234,50`, and `12,50`; null for what may be read in two ways, as `1,234`. */
function withoutGroups(digits: string): string | null {
  if (/^\d{1,3}(?:,\d{3})+\.\d+$/.test(digits) || /^\d{1,3}(?:,\d{3}){2,}$/.test(digits))
    return digits.replaceAll(',', '')
  if (/^\d{1,3}(?:\.\d{3})+,\d+$/.test(digits) || /^\d+,\d{1,2}$/.test(digits))
    return digits.replaceAll('.', '').replace(',', '.')
  return null
}

const currency = (code: string): FoundValue =>
  isCurrency(code) ? { value: code } : { problem: 'is not an ISO 4217 currency code; write it as EUR' }

function total(parts: string[]): FoundValue {
  const numbers = parts.map(Number)
  return numbers.every(Number.isInteger)
    ? { value: numbers.reduce((sum, number) => sum + number, 0) }
    : { problem: 'is not a whole number' }
}

/** `aztecCode:` and its like name the symbols; the address of a picture is no bar code. */
function barcode(text: string): FoundValue | null {
  if (/^https?:/i.test(text)) return null
  return { value: text.replace(/^(?:aztec|qr|barcode|pdf417|datamatrix)\w{0,8}:/i, '') }
}
