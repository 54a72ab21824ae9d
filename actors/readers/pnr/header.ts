/** The line of a display that says whose and of when it is. */
import { parseInstant } from '../../../schemas/base/wall-time.js'
import { DAY, writtenDay } from './written-day.js'
import type { WrittenDay } from './written-day.js'

export interface Header {
  /** Locator of the record; null: not said. */
  locator: string | null
  /** Day on which the display or its record was made; null: not said. */
  made: WrittenDay | null
  /** Instant of the last change, as `supplier_updated` takes it; null: not said. */
  updated: string | null
  /** The line; null: there is none. */
  text: string | null
  /** It stands at the end of its display. */
  isLast?: boolean
}

const AMADEUS = /^RP\/[A-Z\d]{3,9}\//
const AMADEUS_STAMP = new RegExp(` (${DAY})/(\\d{2})(\\d{2})Z(?: +([A-Z\\d]{6}))?(?: |$)`)
const TRAVELPORT = new RegExp(
  `^([A-Z\\d]{6})/[A-Z\\d]{2} +[A-Z\\d]{3,6} +[A-Z\\d/]{3,10} +AG +\\d{8} +(${DAY})`,
)
const SABRE = new RegExp(`^[A-Z\\d]{3,4}\\.[A-Z\\d]{3,4}\\*[A-Z\\d]{2,4} \\d{4}/(${DAY})(?: +([A-Z]{6}))?`)
/** `1P- 33UO9E`, `>*W4W9FE;`, `>RT2RFU8B` or `PNR: 2RFU8B`; a word after `PNR` or `*` alone may be any. */
const LOCATOR =
  /^(?:1P- ?([A-Z\d]{6})(?: |$)|(?:>\*|>RT|(?:PNR|RECORD LOCATOR|RLOC|LOCATOR|BOOKING REF(?:ERENCE)?|RESERVATION CODE) ?[:#] ?)([A-Z\d]{6})(?:[;|]|$))/

/** Whether the system wrote the line, not a person. */
export const isForm = ({ made, text }: Header): boolean => made !== null || /^(?:RP\/|1P-)/.test(text ?? '')

/** Null: the line is no header. */
export function headerOf(text: string): Header | null {
  const header = { locator: null, made: null, updated: null, text }
  if (AMADEUS.test(text)) {
    const [, day, hour, minute, locator = null] = AMADEUS_STAMP.exec(text) ?? []
    if (day === undefined) return header
    const made = writtenDay(day, undefined)
    return { ...header, locator, made, updated: instant(made, `${hour!}:${minute!}`) }
  }
  const travelport = TRAVELPORT.exec(text)
  if (travelport !== null)
    return { ...header, locator: travelport[1]!, made: writtenDay(travelport[2]!, undefined) }
  const sabre = SABRE.exec(text)
  if (sabre !== null)
    return { ...header, locator: sabre[2] ?? null, made: writtenDay(sabre[1]!, undefined), isLast: true }
  const [, own, named] = LOCATOR.exec(text) ?? []
  const locator = own ?? named
  return locator === undefined ? null : { ...header, locator }
}

function instant({ days, hasYear }: WrittenDay, time: string): string | null {
  const day = hasYear ? days(-Infinity, Infinity)[0] : undefined
  const text = day === undefined ? '' : `${new Date(day * 86_400_000).toISOString().slice(0, 10)}T${time}:00Z`
  return Number.isNaN(parseInstant(text)) ? null : text
}
